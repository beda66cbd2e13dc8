import { apiKeyStateAt, type ApiKeyVerification, isWellFormedApiKey } from '@tidemark/schema';
import type { Gate } from '../http/gate.ts';

/** What is known of a key that was issued. */
export type KnownKey = Exclude<ApiKeyVerification, { readonly status: 'unknown' }>;

export interface KeyDirectoryOptions {
  /** Looks a key up in the database. Rejects when that fails. */
  readonly lookUp: (key: string, now: Date) => Promise<ApiKeyVerification>;
  /** How long an answer of the database holds for a key that is in force. 0: not at all. */
  readonly cacheMs: number;
  /** Bounds how many look-ups are under way. */
  readonly gate: Gate;
}

/** A key as it was presented, and its hash in hexadecimal: the only form that is kept. */
export interface PresentedKey {
  readonly key: string;
  readonly sha256: string;
}

/** What the database said about keys, for a few seconds. */
export interface KeyDirectory {
  /** What is remembered, with the state that it has now; undefined where the database has to be asked. */
  remembered(presented: PresentedKey, now: Date): ApiKeyVerification | undefined;
  /** Asks the database; those who ask for the same key meanwhile share the answer. OVERLOADED beyond a bound. */
  lookUp(presented: PresentedKey): Promise<ApiKeyVerification>;
  /** The same, but only those share it who came before the database was asked: the answer is not older than the question. */
  lookUpAnew(presented: PresentedKey): Promise<ApiKeyVerification>;
  /** Whether the key was in force when the database was last asked, however long ago. */
  wasGood(presented: PresentedKey): boolean;
}

interface Entry {
  readonly found: ApiKeyVerification;
  /** Monotonic milliseconds. */
  readonly until: number;
}

const MAX_GOOD = 10_000;
const MAX_BAD = 1_000;
/** A key may be issued a moment after it was tried. */
const MAX_BAD_MS = 1_000;

/**
 * Remembers keys by their hash, good ones for `cacheMs` from the moment the database was asked, so that a revocation
 * works within that time; bad ones for a second and in a bounded number, so that nobody can fill the memory.
 */
export function createKeyDirectory(options: KeyDirectoryOptions): KeyDirectory {
  const good = new Map<string, Entry>();
  const bad = new Map<string, Entry>();
  const underWay = new Map<string, Promise<ApiKeyVerification>>();
  const waiting = new Map<string, Promise<ApiKeyVerification>>();

  const remember = ({ key, sha256 }: PresentedKey, found: ApiKeyVerification, askedAt: number): void => {
    if (found.status === 'active') {
      bad.delete(sha256);
      put(good, MAX_GOOD, sha256, { found, until: askedAt + options.cacheMs });
      return;
    }
    good.delete(sha256);
    // What was never issued is known without the database and would only push others out.
    if (!isWellFormedApiKey(key)) return;
    put(bad, MAX_BAD, sha256, { found, until: askedAt + Math.min(options.cacheMs, MAX_BAD_MS) });
  };

  /** One key waits in one place only: whoever presents it hundreds of times at once must not fill the gate for all others. */
  const lookUpAnew = (presented: PresentedKey): Promise<ApiKeyVerification> => {
    const { sha256 } = presented;
    const expected = waiting.get(sha256);
    if (expected !== undefined) return expected;
    const asking = options.gate(async () => {
      waiting.delete(sha256);
      const askedAt = performance.now();
      const found = await options.lookUp(presented.key, new Date());
      remember(presented, found, askedAt);
      return found;
    });
    waiting.set(sha256, asking);
    // Where the gate refuses it, nothing has begun.
    asking.catch(() => waiting.get(sha256) === asking && waiting.delete(sha256));
    return asking;
  };

  return {
    remembered: ({ sha256 }, now) => {
      const entry = good.get(sha256) ?? bad.get(sha256);
      if (entry === undefined || entry.until <= performance.now()) return undefined;
      const { found } = entry;
      return found.status === 'unknown' ? found : { ...found, status: apiKeyStateAt(found, now) };
    },
    lookUp: (presented) => {
      const { sha256 } = presented;
      const asked = underWay.get(sha256);
      if (asked !== undefined) return asked;
      const asking = lookUpAnew(presented).finally(() => underWay.delete(sha256));
      underWay.set(sha256, asking);
      return asking;
    },
    lookUpAnew,
    wasGood: ({ sha256 }) => good.has(sha256),
  };
}

/** Puts an entry last and lets the oldest go where there are too many. */
function put(entries: Map<string, Entry>, max: number, name: string, entry: Entry): void {
  entries.delete(name);
  entries.set(name, entry);
  const [oldest] = entries.keys();
  if (entries.size > max && oldest !== undefined) entries.delete(oldest);
}
