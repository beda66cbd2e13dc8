import { createHash } from 'node:crypto';
import {
  encodePriceUpdate,
  encodePullFeed,
  encodeScopeMappings,
  encodeScopePrices,
  KNOWN_PYTH_FEEDS,
  KNOWN_SCOPE_FEEDS,
  PYTH_RECEIVER_ADDRESS,
  SCOPE_PROGRAM_ADDRESS,
  type ScopeEntry,
  SWITCHBOARD_PROGRAM_ADDRESS,
  SWITCHBOARD_QUEUE_ADDRESS,
} from '@tidemark/oracles';
import { derivePseudoAddress, type PriceWalk } from '@tidemark/protocols/localnet';
import { type ChainAccount, toChainAccount } from '../chain/chain-account.ts';

/** Decimals of every answer, as most oracles have them. */
const DECIMALS = 8;
/** A type of Scope whose prices rest on a publisher of its own: a report of Chainlink. */
const CHAINLINK_TYPE = 26;
/** Half the width of Pyth's interval, in parts of the price. */
const CONFIDENCE_PARTS = 2_000n;
/** What brings an answer of 8 decimals to the 18 of Switchboard. */
const SWITCHBOARD_SCALE = 10n ** 10n;
/** Oracles that answer a request, and the slots for which their answers stay good: as many as feeds of lending markets allow. */
const SWITCHBOARD_SAMPLES = 3;
const SWITCHBOARD_MAX_STALENESS_SLOTS = 250;

/** The price of a token. Entries of one token rest on one report. */
export interface TokenWalk {
  readonly mint: string;
  readonly walk: PriceWalk;
}

/** Parts of 100: what an honest account says, and one that lies, by a fifth. */
export const [HONEST, LYING] = [100n, 120n];

/** Writes the bytes of an account as of a slot; `factor` is `HONEST` or `LYING`. */
export interface OracleWriter {
  readonly owner: string;
  readonly write: (slot: number, factor: bigint) => Uint8Array;
}

type TimeAt = (slot: number) => number;

/** A price account of Pyth, published a second before it is written. */
export function pythWriter(address: string, { mint, walk }: TokenWalk, unixTimeAt: TimeAt): OracleWriter {
  const known = KNOWN_PYTH_FEEDS.find(({ account, proAccount }) => account === address || proAccount === address);
  const feedId = known?.feedId ?? createHash('sha256').update(`pyth ${mint}`).digest('hex');
  const write = (slot: number, factor: bigint): Uint8Array => {
    const price = (walk.answerAt(slot) * factor) / HONEST;
    const time = BigInt(unixTimeAt(slot));
    return encodePriceUpdate({
      writeAuthority: address,
      verification: 'full',
      signatures: null,
      feedId,
      price,
      confidence: price / CONFIDENCE_PARTS,
      exponent: -DECIMALS,
      publishTime: time - 1n,
      previousPublishTime: time - 2n,
      emaPrice: price,
      emaConfidence: price / CONFIDENCE_PARTS,
      postedSlot: BigInt(slot),
    });
  };
  return { owner: PYTH_RECEIVER_ADDRESS, write };
}

/** A pull feed that somebody asks for at every update. Its result is one slot older than the account. */
export function switchboardWriter(address: string, { mint, walk }: TokenWalk): OracleWriter {
  const feedHash = createHash('sha256').update(`switchboard ${mint}`).digest('hex');
  const write = (slot: number, factor: bigint): Uint8Array => {
    const value = ((walk.answerAt(slot) * factor) / HONEST) * SWITCHBOARD_SCALE;
    const stdDev = value / CONFIDENCE_PARTS;
    const resultSlot = BigInt(slot - 1);
    return encodePullFeed({
      authority: address,
      queue: SWITCHBOARD_QUEUE_ADDRESS,
      feedHash,
      initializedAt: 0n,
      permissions: 0n,
      maxVariance: 1_000_000_000n,
      minResponses: 1,
      name: mint.slice(0, 8),
      permitWriteByAuthority: 0,
      historicalResultIdx: 0,
      minSampleSize: SWITCHBOARD_SAMPLES,
      lastUpdateTimestamp: 0n,
      lutSlot: 0n,
      result: {
        value,
        stdDev,
        mean: value,
        range: stdDev,
        minValue: value - stdDev,
        maxValue: value + stdDev,
        numSamples: SWITCHBOARD_SAMPLES,
        submissionIdx: 0,
        slot: resultSlot,
        minSlot: resultSlot - 3n,
        maxSlot: resultSlot,
      },
      maxStaleness: SWITCHBOARD_MAX_STALENESS_SLOTS,
    });
  };
  return { owner: SWITCHBOARD_PROGRAM_ADDRESS, write };
}

/** Entries of an account of Scope, and the account of their mappings, which never changes. */
export function scopeWriter(
  address: string,
  walks: ReadonlyMap<number, TokenWalk>,
  unixTimeAt: TimeAt,
): { readonly mappings: ChainAccount; readonly prices: OracleWriter } {
  const owner = SCOPE_PROGRAM_ADDRESS;
  const mappings =
    KNOWN_SCOPE_FEEDS.find(({ prices }) => prices === address)?.mappings ?? derivePseudoAddress(`mappings ${address}`);
  const sources = [...walks].map(
    ([index, { mint }]) =>
      [index, { type: CHAINLINK_TYPE, account: derivePseudoAddress(`report of ${mint}`) }] as const,
  );
  const write = (slot: number, factor: bigint): Uint8Array => {
    const unixTimestamp = BigInt(unixTimeAt(slot));
    const toEntry = ({ walk }: TokenWalk): ScopeEntry => ({
      value: (walk.answerAt(slot) * factor) / HONEST,
      exp: BigInt(DECIMALS),
      lastUpdatedSlot: BigInt(slot),
      unixTimestamp,
      generic: '',
    });
    return encodeScopePrices(mappings, new Map([...walks].map(([index, token]) => [index, toEntry(token)])));
  };
  return {
    mappings: toChainAccount({ address: mappings, owner, data: encodeScopeMappings(new Map(sources)) }),
    prices: { owner, write },
  };
}
