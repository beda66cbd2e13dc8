import type { Bank } from '../support/chain-control.ts';
import type { HistoryRun } from './history-run.ts';
import { feesByReserve, type FeesRow, readFees, sumOf } from './read-fees.ts';
import { type BucketInterval, byReserve, type HistoryRow, readHistories, WIDTHS } from './read-history.ts';
import type { Moment, TrueInterest } from './truth.ts';

/** One reserve over one bucket, and what borrowers truly paid in it. */
export interface TrueBucket {
  readonly row: HistoryRow;
  readonly truly: TrueInterest;
  /** Every state that was in force in it was looked at, and the one after them. */
  readonly allSeen: boolean;
}

/** Buckets between two edges whose slots are known. */
export async function readTrueBuckets(run: HistoryRun, interval: BucketInterval): Promise<TrueBucket[]> {
  const seen = await readSeen(run);
  const buckets: TrueBucket[] = [];
  for (const [reserve, rows] of byReserve(await readHistories(run, { interval }))) {
    let from: Moment | null = momentOf(run.looks[0]);
    for (const row of rows) {
      const to = closeOf(run, row, interval);
      if (from !== null && to !== null) {
        const truly = run.truth.interestBetween(reserve, from, to);
        buckets.push({ row, truly, allSeen: isSeen(run, reserve, { from, to }, seen) });
      }
      from = to;
    }
  }
  return buckets;
}

/** Interest of one reserve in one hour, told by the fees and true. */
export interface InterestOfHour extends TrueBucket {
  readonly told: TrueInterest;
}

/** Interest of every reserve in every hour beside that of the chain. */
export async function readInterest(run: HistoryRun): Promise<InterestOfHour[]> {
  const fees = feesByReserve(await readFees(run, { ...run.range, interval: '1h', group_by: 'reserve' }));
  return (await readTrueBuckets(run, '1h')).map((bucket) => {
    const { reserve, timestamp } = bucket.row;
    const row = fees.get(reserve)?.find((each) => each.timestamp === timestamp);
    if (row === undefined) throw new Error(`no fees of ${reserve} at ${timestamp}`);
    return { ...bucket, told: toldIn(row) };
  });
}

/** How far what is told is from the truth, as a share of it. */
export function offBy({ told, truly }: Pick<InterestOfHour, 'told' | 'truly'>): number {
  if (truly.interestSf === 0n) return told.interestSf === 0n ? 0 : Number.POSITIVE_INFINITY;
  return Math.abs(Number(told.interestSf - truly.interestSf)) / Number(truly.interestSf);
}

function toldIn(row: FeesRow): TrueInterest {
  return {
    interestSf: sumOf([row], ['interest_sf']),
    feesSf: sumOf([row], ['interest_protocol_sf', 'interest_host_sf']),
    referrerSf: sumOf([row], ['interest_referrer_max_sf']),
  };
}

async function readSeen({ sql }: HistoryRun): Promise<ReadonlySet<string>> {
  const stored = await sql<{ sha256: string }[]>`
    SELECT DISTINCT encode(account_sha256, 'hex') AS sha256 FROM lend.reserve_snapshots`;
  return new Set(stored.map(({ sha256 }) => sha256));
}

function isSeen(
  { truth, looks }: HistoryRun,
  reserve: string,
  { from, to }: { readonly from: Moment; readonly to: Moment },
  seen: ReadonlySet<string>,
): boolean {
  const newest = BigInt(looks.at(-1)?.slot ?? 0);
  return truth
    .statesOf(reserve)
    .slice(truth.placeAt(reserve, from.slot), truth.placeAt(reserve, to.slot) + 2)
    .every(({ slot, accountSha256 }) => slot > newest || seen.has(accountSha256));
}

function closeOf({ looks }: HistoryRun, { slot, timestamp }: HistoryRow, interval: BucketInterval): Moment | null {
  if (slot === null) return null;
  return { slot: BigInt(slot), unixSeconds: Math.min(timestamp + WIDTHS[interval], looks.at(-1)?.unixTime ?? 0) };
}

function momentOf(bank: Bank | undefined): Moment {
  if (bank === undefined) throw new Error('nobody looked');
  return { slot: BigInt(bank.slot), unixSeconds: bank.unixTime };
}
