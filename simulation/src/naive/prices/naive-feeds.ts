import { z } from 'zod';
import type { NaiveReserve } from '../protocol.ts';

/** A place that a reserve's settings name for the price of its token. */
export interface NaiveFeed {
  /** As the service names it. */
  readonly id: string;
  readonly source: 'scope' | 'pyth' | 'switchboard';
  readonly address: string;
  /** Entries whose product is the price; empty where the account holds one. */
  readonly chain: readonly number[];
  readonly maxAgeSeconds: number;
}

/** How many seconds old a price may be for Save. */
const SAVE_MAX_AGE_SECONDS = 120;
/** Entries of an account of Scope. */
const ENTRIES = 512;
const NOBODY: readonly string[] = ['11111111111111111111111111111111', 'nu11111111111111111111111111111111111111111'];

const kaminoConfig = z.object({
  tokenInfo: z.object({
    scopePriceFeed: z.string(),
    scopePriceChain: z.array(z.number()),
    scopeTwapChain: z.array(z.number()),
    maxAgePriceSeconds: z.bigint(),
  }),
});
const saveConfig = z.object({ pythOracle: z.string(), switchboardOracle: z.string() });

/** What a reserve's own price may be old, and the feeds that it names. */
export interface NaivePriceSettings {
  readonly maxAgeSeconds: number;
  readonly feeds: readonly NaiveFeed[];
}

export function priceSettingsOf({ protocol, config }: NaiveReserve): NaivePriceSettings {
  if (protocol.name === 'kamino') return ofKamino(kaminoConfig.parse(config).tokenInfo);
  const { pythOracle, switchboardOracle } = saveConfig.parse(config);
  const maxAgeSeconds = SAVE_MAX_AGE_SECONDS;
  const feeds: NaiveFeed[] = [
    { id: `pyth:${pythOracle}`, source: 'pyth', address: pythOracle, chain: [], maxAgeSeconds },
    {
      id: `switchboard:${switchboardOracle}`,
      source: 'switchboard',
      address: switchboardOracle,
      chain: [],
      maxAgeSeconds,
    },
  ];
  return { maxAgeSeconds, feeds: feeds.filter(({ address }) => !NOBODY.includes(address)) };
}

function ofKamino(info: z.output<typeof kaminoConfig>['tokenInfo']): NaivePriceSettings {
  const maxAgeSeconds = Number(info.maxAgePriceSeconds);
  const address = info.scopePriceFeed;
  if (NOBODY.includes(address)) return { maxAgeSeconds, feeds: [] };
  const [chain, average] = [info.scopePriceChain, info.scopeTwapChain].map(entriesOf);
  const id = `scope:${address}/${(chain ?? []).join('-')}${average?.length === 0 ? '' : `~${average?.join('-')}`}`;
  return { maxAgeSeconds, feeds: [{ id, source: 'scope', address, chain: chain ?? [], maxAgeSeconds }] };
}

/** Up to the first that is none; four zeros are a chain that was never set. */
function entriesOf(chain: readonly number[]): number[] {
  if (chain.every((index) => index === 0)) return [];
  const entries: number[] = [];
  for (const index of chain) {
    if (index >= ENTRIES) break;
    entries.push(index);
  }
  return entries;
}
