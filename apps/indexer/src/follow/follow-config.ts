/** How accounts are followed by notifications, in addition to polling. */
export interface FollowConfig {
  /** WebSocket endpoints in order of preference. */
  readonly wsUrls: readonly string[];
  /** How long after a notification others are waited for, to be read together. */
  readonly debounceMs: number;
  /** The least time between two batches. */
  readonly minIntervalMs: number;
  /** A socket on which nothing was heard for so long is given up. */
  readonly silenceMs: number;
}

/** Says that the WebSocket endpoints follow from the RPC endpoints. */
export const AUTO_WS_URLS = 'auto';

const LAST_PORT = 65_535;

/**
 * WebSocket URLs of a setting: the URLs given, or for `auto` one for each RPC URL, in the same order. Entries that are neither
 * are named by their place and not by their text, which may hold a key.
 */
export function resolveWsUrls(
  entries: readonly string[],
  rpcUrls: readonly string[],
): { readonly urls: readonly string[]; readonly wrongEntries: readonly number[] } {
  if (entries.length === 1 && entries[0] === AUTO_WS_URLS) return { urls: rpcUrls.map(deriveWsUrl), wrongEntries: [] };
  return { urls: entries, wrongEntries: entries.flatMap((entry, index) => (isWsUrl(entry) ? [] : [index + 1])) };
}

/**
 * The WebSocket URL that a node has beside its RPC URL: the next port where the port is written out, as nodes of one's own
 * have it, else the same host and path, as providers have it.
 */
export function deriveWsUrl(rpcUrl: string): string {
  const url = new URL(rpcUrl);
  url.hash = '';
  const port = Number(url.port);
  if (url.port !== '' && port < LAST_PORT) url.port = String(port + 1);
  // The setter of `protocol` refuses some changes in silence; text does not.
  return url.href.replace(/^http/, 'ws');
}

function isWsUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, hash } = new URL(text);
  // A fragment has no meaning for a WebSocket, and is an error to those who open one.
  return (protocol === 'ws:' || protocol === 'wss:') && host !== '' && hash === '';
}
