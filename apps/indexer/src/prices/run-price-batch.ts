import { isLendingError, PRICE_METHOD } from '@tidemark/core';
import {
  type AccountReads,
  type AggregatedSource,
  aggregatePrices,
  compareDecimals,
  type Decimal,
  decimalText,
  decodeAccounts,
  emptyObservation,
  HTTP_PRICE_SOURCES,
  observeFeeds,
  observeReserve,
  type OracleClock,
  parseDecimal,
  type PreviousAggregate,
  type PriceAggregate,
  type PriceObservation,
  reserveFeed,
  unusable,
} from '@tidemark/oracles';
import { errorCode } from '@tidemark/runtime';
import {
  listLatestPrices,
  type PriceAggregateInput,
  type PriceBatchResult,
  type PriceObservationInput,
  type PriceVerdictInput,
  type QuarantineInput,
  recordFailedPriceBatch,
  type Sql,
  writePriceBatch,
} from '@tidemark/schema';
import type { DatabaseClock } from '../pipeline/database-clock.ts';
import { observedAtOf } from '../pipeline/bank.ts';
import { type FetchedBatch, inPieces } from '../pipeline/fetch-batch.ts';
import { ORACLE, toQuarantineEntry } from '../pipeline/quarantine.ts';
import type { SlotDurationSource } from '../pipeline/slot-duration.ts';
import type { LaneFetch, SlotFloor } from '../pipeline/slot-floor.ts';
import type { Rpc } from '../rpc/index.ts';
import { type StoredHttpPrices, storedObservations, unaskedVerdicts } from './http/stored-http-prices.ts';
import type { PlannedPrices, PlannedToken } from './price-plan.ts';

/** What is read from the chain, in one call with its Clock. */
const CHAIN_GROUP = 'chain';

export interface PriceBatchDeps {
  readonly rpc: Rpc;
  readonly sql: Sql;
  readonly slotFloor: SlotFloor;
  readonly slotDuration: Pick<SlotDurationSource, 'get'>;
  readonly wallClock: DatabaseClock;
  readonly heartbeatMs: number;
  readonly gapAfterMs: number;
  /** How long after its read the price of a reserve is not known any more. */
  readonly reserveGapAfterMs: number;
}

export interface PriceBatchReport {
  readonly slot: bigint;
  readonly endpoint: string;
  readonly result: PriceBatchResult;
  readonly aggregates: readonly PriceAggregate[];
  /** What was decoded: it names the accounts that the next batch needs. */
  readonly reads: AccountReads;
}

export interface PriceBatchWork {
  readonly id: string;
  readonly lane: string;
  readonly planned: PlannedPrices;
  /** What services behind HTTP said last; their own jobs store it. */
  readonly http: StoredHttpPrices;
}

/** One batch of prices from the call to the commit. When it fails, the attempt is recorded, and it fails with the error. */
export async function runPriceBatch(
  deps: PriceBatchDeps,
  { id, lane, planned, http }: PriceBatchWork,
): Promise<PriceBatchReport> {
  const startedAt = await deps.wallClock.now();
  const start = performance.now();
  let fetched: FetchedBatch | undefined;
  const facts = () => ({
    id,
    sourceGroup: CHAIN_GROUP,
    mints: planned.tokens.map(({ mint }) => mint),
    startedAt,
    durationMs: performance.now() - start,
    endpoint: fetched?.endpoint ?? null,
    gapAfterMs: deps.gapAfterMs,
  });
  try {
    const { slotDurationMs } = await deps.slotDuration.get();
    const answer = await fetchPrices(deps, { lane, keys: planned.addresses, minContextSlot: undefined, requestId: id });
    fetched = answer;
    const { slot, unixTimestamp } = answer.bank;
    const reads = decodeAccounts(answer.accounts);
    const previous = await readPrevious(deps.sql);
    const { reserveGapAfterMs } = deps;
    const clock = { slot, unixTimestamp, slotDurationMs, reserveGapAfterMs };
    const priced = planned.tokens.map((token) =>
      priceToken(token, { reads, http }, clock, previous.get(token.mint) ?? null),
    );
    const result = await writePriceBatch(deps.sql, {
      ...facts(),
      slot,
      observedAt: observedAtOf(answer.bank),
      heartbeatMs: deps.heartbeatMs,
      observations: priced.flatMap(({ sources }) =>
        sources.filter(isOfChain).map(({ observation }) => toObservationInput(planned, observation)),
      ),
      verdicts: priced.flatMap(({ mint, sources }) => [
        ...sources.map((source) => toVerdictInput(mint, source)),
        ...unaskedVerdicts(http, mint),
      ]),
      aggregates: planned.tokens.flatMap((token, index) => {
        const aggregate = priced[index];
        return aggregate === undefined ? [] : [toAggregateInput(token, aggregate)];
      }),
      missing: [...reads.values()].filter((read) => read === null).length,
      quarantined: listQuarantined(answer, reads),
    });
    return { slot, endpoint: answer.endpoint, result, aggregates: priced, reads };
  } catch (error) {
    await recordFailedPriceBatch(deps.sql, {
      ...facts(),
      slot: fetched?.bank.slot ?? null,
      observedAt: fetched === undefined ? null : observedAtOf(fetched.bank),
      errorCode: errorCode(error) ?? 'INTERNAL_ERROR',
      // A database that is away cannot take the row; the gap between the other rows says the same.
    }).catch(() => undefined);
    throw error;
  }
}

/**
 * All accounts of a batch. Where the endpoints take fewer in a call, in several, as of the last bank: feeds say themselves when they
 * were written, and none is read after that bank.
 */
async function fetchPrices({ slotFloor, rpc }: PriceBatchDeps, wanted: LaneFetch): Promise<FetchedBatch> {
  if (wanted.keys.length === 0) return slotFloor.fetch(rpc, wanted);
  const parts = await inPieces(rpc, wanted.keys, (keys) => slotFloor.fetch(rpc, { ...wanted, keys }));
  const newest = parts.reduce((best, part) => (part.bank.slot > best.bank.slot ? part : best));
  return { ...newest, accounts: new Map(parts.flatMap(({ accounts }) => [...accounts])) };
}

/** What each token cost last, for the time in which nothing can be read. */
async function readPrevious(sql: Sql): Promise<ReadonlyMap<string, PreviousAggregate>> {
  const rows = await listLatestPrices(sql);
  return new Map(
    rows.flatMap(({ tokenMint, price: text, publishedAt }) => {
      const price = text === null ? null : parseDecimal(text);
      if (price === null || publishedAt === null) return [];
      return [[tokenMint, { price, publishedAt: BigInt(Math.floor(publishedAt.getTime() / 1000)) }] as const];
    }),
  );
}

/** What the feeds and the reserves of a token say, and what is made of it. */
export function priceToken(
  token: PlannedToken,
  { reads, http }: { readonly reads: AccountReads; readonly http: StoredHttpPrices },
  clock: OracleClock & { readonly reserveGapAfterMs: number },
  previous: PreviousAggregate | null,
): PriceAggregate {
  const observations = observeFeeds(token.feeds, reads, clock);
  const ofReserves = token.reserves.map(({ price, feeds, readAt }) => {
    // What it held then says nothing of now: the reads of reserves have stopped, and those of prices have not.
    if (readAt !== null && (Number(clock.unixTimestamp) - readAt) * 1000 > clock.reserveGapAfterMs)
      return emptyObservation(reserveFeed(price), unusable('not_read'));
    const roots = observations.filter(({ feed }) => feeds.has(feed)).flatMap((observation) => [...observation.roots]);
    return observeReserve(price, [...new Set(roots)], clock);
  });
  const ofServices = storedObservations(http, token.mint, clock);
  return aggregatePrices(token.mint, [...observations, ...ofReserves, ...ofServices], clock, previous);
}

/** What services behind HTTP say is stored by their own jobs. */
const isOfChain = ({ observation: { source } }: AggregatedSource): boolean =>
  !HTTP_PRICE_SOURCES.some(({ name }) => name === source);

const textOf = (value: Decimal | null): string | null => (value === null ? null : decimalText(value));
/** The last second that Postgres and JavaScript both have a date for with four digits of the year. */
const LAST_SECOND = 253_402_300_799n;

/** Unix seconds as a date. Null where there are none, and where no calendar has them: an account can hold any number. */
export function dateOf(seconds: bigint | null): Date | null {
  return seconds !== null && seconds >= 0n && seconds <= LAST_SECOND ? new Date(Number(seconds) * 1000) : null;
}

function toObservationInput({ tokens }: PlannedPrices, observation: PriceObservation): PriceObservationInput {
  const { mint, feed, source, price, confidence, average, publishedAt, verification, legs, roots, verdict } =
    observation;
  const planned = tokens.find((token) => token.mint === mint);
  const address = planned?.feeds.find(({ id }) => id === feed)?.address ?? null;
  return {
    tokenMint: mint,
    feed,
    source,
    account: source === 'reserve' ? feed.slice('reserve:'.length) : address,
    // A price below zero is none; the verdict says so.
    price: price !== null && price.mantissa < 0n ? null : textOf(price),
    confidence: confidence !== null && confidence.mantissa < 0n ? null : textOf(confidence),
    average: average === null || average.price.mantissa < 0n ? null : decimalText(average.price),
    publishedAt: dateOf(publishedAt),
    verification,
    problem: verdict.reason,
    legs:
      legs.length < 2
        ? null
        : legs.map(({ place, kind, value, publishedAt: at }) => ({
            place,
            kind,
            price: decimalText(value),
            published: dateOf(at) === null ? null : Number(at),
          })),
    roots,
  };
}

function toVerdictInput(
  mint: string,
  { observation, reason, weight, deviationBps }: AggregatedSource,
): PriceVerdictInput {
  return { tokenMint: mint, feed: observation.feed, unusedReason: reason, weight: Number(weight), deviationBps };
}

function toAggregateInput({ mint, symbol }: PlannedToken, aggregate: PriceAggregate): PriceAggregateInput {
  const used = aggregate.sources.filter(({ isUsed }) => isUsed);
  const widest = used
    .flatMap(({ observation }) => observation.confidence ?? [])
    .toSorted(compareDecimals)
    .at(-1);
  return {
    tokenMint: mint,
    tokenSymbol: symbol,
    status: aggregate.status,
    price: textOf(aggregate.price),
    publishedAt: dateOf(aggregate.publishedAt),
    sources: aggregate.observationCount,
    used: aggregate.usedCount,
    spreadBps: aggregate.spreadBps,
    confidence: textOf(widest ?? null),
    method: PRICE_METHOD,
    reservesOnly: used.length > 0 && used.every(({ observation }) => observation.source === 'reserve'),
  };
}

/** Accounts that no source could decode. */
function listQuarantined({ accounts }: FetchedBatch, reads: AccountReads): QuarantineInput[] {
  return [...reads].flatMap(([address, read]) => {
    const account = accounts.get(address) ?? null;
    return account !== null && isLendingError(read) ? [toQuarantineEntry(account, ORACLE, read)] : [];
  });
}
