import { type AccountBytes, KnownAddresses } from '@tidemark/core';
import {
  aggregatePrices,
  decodeAccounts,
  encodePriceUpdate,
  encodePullFeed,
  encodeScopeMappings,
  encodeScopePrices,
  type Feed,
  observeFeeds,
  PYTH_RECEIVER_ADDRESS,
  pythFeed,
  SCOPE_PROGRAM_ADDRESS,
  scopeFeed,
  SWITCHBOARD_PROGRAM_ADDRESS,
  SWITCHBOARD_QUEUE_ADDRESS,
  switchboardFeed,
} from '@tidemark/oracles';
import { addressFromLabel } from '@tidemark/core/testing/addresses';
import type { Section } from '../lib/report.ts';
import { median } from '../lib/statistics.ts';
import { measurePricesServed } from './measure-prices-served.ts';

const TOKENS = 150;
const ROUNDS = 15;
const CYCLES = 40;
const CLOCK = { slot: 400_000_000n, unixTimestamp: 1_790_000_000n, slotDurationMs: 400 };
const LIMITS = { maxAgeSeconds: 180n, maxAverageAgeSeconds: 240n };
const ONE = 10n ** 18n;
const PRICES = addressFromLabel('bench prices');
const MAPPINGS = addressFromLabel('bench mappings');

/** CPU of a full cycle of prices: decode every account, observe every feed, aggregate every token; then cycles and reads of a stack. */
export async function benchPrices(): Promise<Section> {
  const accounts = buildAccounts();
  const feeds = buildFeeds();
  const known = new KnownAddresses(10_000);
  runCycles(accounts, feeds, known);
  const rounds = Array.from({ length: ROUNDS }, () => runCycles(accounts, feeds, known));
  const micros = (part: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[part]));
  const [decode, observe, aggregate] = [micros('decode'), micros('observe'), micros('aggregate')];
  const value = (cpu: number) => `${(cpu / 1000).toFixed(2)} ms`;
  const served = await measurePricesServed();
  return {
    title: 'A cycle of prices',
    how: `${TOKENS} tokens with a price of Scope from two entries, one of Pyth and one of Switchboard each, ${accounts.length} accounts; CPU of one cycle, median of ${ROUNDS} rounds of ${CYCLES}. Without network and database. ${served.how}`,
    figures: [
      { what: 'decode all accounts', value: value(decode) },
      { what: `observe ${feeds.size * 3} feeds`, value: value(observe) },
      { what: `aggregate ${feeds.size} tokens`, value: value(aggregate) },
      { what: 'whole cycle', value: value(decode + observe + aggregate) },
      ...served.figures,
    ],
  };
}

function runCycles(
  accounts: readonly AccountBytes[],
  feeds: ReadonlyMap<string, readonly Feed[]>,
  known: KnownAddresses,
): { readonly decode: number; readonly observe: number; readonly aggregate: number } {
  const spent = { decode: 0, observe: 0, aggregate: 0 };
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  };
  let agreed = 0;
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const start = cpu();
    const reads = decodeAccounts(
      accounts.map((account) => [account.address, account] as const),
      known.read,
    );
    const decoded = cpu();
    const observed = [...feeds].map(([mint, ofMint]) => [mint, observeFeeds(ofMint, reads, CLOCK)] as const);
    const seen = cpu();
    for (const [mint, observations] of observed) {
      if (aggregatePrices(mint, observations, CLOCK).status === 'ok') agreed += 1;
    }
    spent.decode += (decoded - start) / CYCLES;
    spent.observe += (seen - decoded) / CYCLES;
    spent.aggregate += (cpu() - seen) / CYCLES;
  }
  if (agreed !== CYCLES * TOKENS) throw new RangeError(`${agreed} prices agree, expected ${CYCLES * TOKENS}`);
  return spent;
}

const numbers = Array.from({ length: TOKENS }, (_, token) => token);
const mintOf = (token: number) => addressFromLabel(`bench mint ${token}`);
const pythOf = (token: number) => addressFromLabel(`bench pyth ${token}`);
const switchboardOf = (token: number) => addressFromLabel(`bench switchboard ${token}`);

function buildFeeds(): ReadonlyMap<string, readonly Feed[]> {
  return new Map(
    numbers.map((token) => {
      const mint = mintOf(token);
      const chain = [2 * token, 2 * token + 1];
      const place = { address: PRICES, chain, averageChain: chain };
      const feeds = [scopeFeed(mint, place, LIMITS), pythFeed(mint, pythOf(token), LIMITS)];
      return [mint, [...feeds, switchboardFeed(mint, switchboardOf(token), null, LIMITS)]] as const;
    }),
  );
}

function buildAccounts(): AccountBytes[] {
  const entries = numbers.flatMap((token) => [2 * token, 2 * token + 1]);
  const entry = { exp: 8n, lastUpdatedSlot: CLOCK.slot, unixTimestamp: CLOCK.unixTimestamp, generic: '' };
  const prices = encodeScopePrices(
    MAPPINGS,
    new Map(entries.map((index) => [index, { ...entry, value: index % 2 === 0 ? 10n ** 8n : 15_012_345_678n }])),
  );
  // The rates are of pools, so that Scope is a voice of its own.
  const mappings = encodeScopeMappings(
    new Map(entries.map((index) => [index, { type: 5, account: addressFromLabel(`bench pool ${index}`) }])),
  );
  return [
    { address: PRICES, owner: SCOPE_PROGRAM_ADDRESS, data: prices },
    { address: MAPPINGS, owner: SCOPE_PROGRAM_ADDRESS, data: mappings },
    ...numbers.map(pythAccount),
    ...numbers.map(switchboardAccount),
  ];
}

function pythAccount(token: number): AccountBytes {
  const data = encodePriceUpdate({
    writeAuthority: pythOf(token),
    verification: 'full',
    signatures: null,
    feedId: token.toString(16).padStart(64, '0'),
    price: 15_012_345_600n,
    confidence: 5_000_000n,
    exponent: -8,
    publishTime: CLOCK.unixTimestamp - 2n,
    previousPublishTime: CLOCK.unixTimestamp - 3n,
    emaPrice: 15_000_000_000n,
    emaConfidence: 6_000_000n,
    postedSlot: CLOCK.slot,
  });
  return { address: pythOf(token), owner: PYTH_RECEIVER_ADDRESS, data };
}

function switchboardAccount(token: number): AccountBytes {
  const value = 150n * ONE + 123_456_789n * 10n ** 9n;
  const address = switchboardOf(token);
  const data = encodePullFeed({
    authority: address,
    queue: SWITCHBOARD_QUEUE_ADDRESS,
    feedHash: token.toString(16).padStart(64, 'f'),
    initializedAt: 0n,
    permissions: 0n,
    maxVariance: 0n,
    minResponses: 1,
    name: 'bench',
    permitWriteByAuthority: 0,
    historicalResultIdx: 0,
    minSampleSize: 1,
    lastUpdateTimestamp: CLOCK.unixTimestamp,
    lutSlot: 0n,
    result: {
      value,
      stdDev: ONE / 100n,
      mean: value,
      range: 0n,
      minValue: value,
      maxValue: value,
      numSamples: 3,
      submissionIdx: 0,
      slot: CLOCK.slot - 20n,
      minSlot: CLOCK.slot - 20n,
      maxSlot: CLOCK.slot - 20n,
    },
    maxStaleness: 100,
  });
  return { address, owner: SWITCHBOARD_PROGRAM_ADDRESS, data };
}
