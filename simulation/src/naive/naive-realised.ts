import { type Observation, type ReserveObservations, slotAt } from './observations-of-reserve.ts';
import type { Moment, NaiveReserve } from './protocol.ts';

/** Seconds of each window that realised rates are given for, by its name. */
export const WINDOWS = { '1h': 3_600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 } as const;
const YEAR_SECONDS = 31_536_000;
/** Rows of different accounts that are farther apart leave the time between unknown. */
const NEAR_SECONDS = 900;

/** Bounds of a rate, which may be written down as one; null where there is no rate, for want of what it is about. */
export type NaiveRate = readonly [least: number, most: number] | null;

/** What must be said of one window: nothing without a row before its begin. */
export interface NaiveWindow {
  readonly seconds: number;
  readonly borrow: NaiveRate;
  readonly supply: NaiveRate;
}

/** Values of a unit of debt and of a collateral token. */
type Worth = readonly [debt: Share, token: Share];
/** A numerator over a denominator. */
type Share = readonly [bigint, bigint];

/**
 * The realised rates of a window up to a state at `end`, by hand. Where its begin lies between two rows of one account the rate is what the program makes
 * of that account at that very second; between near rows of two accounts no less and no more than their indices tell.
 */
export function naiveWindow({ observations }: ReserveObservations, end: Moment, seconds: number): NaiveWindow | null {
  const begin = end.unixTime - seconds;
  const stored = observations.filter(({ row, at }) => row !== null && at <= end.unixTime);
  const before = stored.findLast(({ at }) => at <= begin && at >= begin - seconds / 2);
  const newest = stored.findLast(({ slot }) => slot <= end.slot);
  if (before === undefined || newest === undefined) return null;
  const last = worthAt(newest.account, end);
  const after = stored.find(({ at }) => at > begin) ?? { ...newest, at: end.unixTime, slot: end.slot };
  const isOneAccount = before.sha256 === after.sha256;
  if (before.at === begin || (!isOneAccount && after.at - before.at > NEAR_SECONDS)) {
    return windowOf([worthSeen(before), worthSeen(before)], last, end.unixTime - before.at);
  }
  const then = { slot: slotAt([before, after], begin), unixTime: begin };
  const starts: [Worth, Worth] = isOneAccount
    ? [worthAt(before.account, then), worthAt(before.account, then)]
    : [worthSeen(after), worthSeen(before)];
  return windowOf(starts, last, seconds);
}

function worthSeen({ account, slot, at }: Observation): Worth {
  return worthAt(account, { slot, unixTime: at });
}

function worthAt(account: NaiveReserve, moment: Moment): Worth {
  // The measured duration of slots makes rates per year, and no amounts.
  const { borrowIndex, supplied } = account.accrue(moment, 400);
  return [
    [borrowIndex, 1n],
    [supplied, account.receiptSupply],
  ];
}

function windowOf(starts: readonly [least: Worth, most: Worth], end: Worth, seconds: number): NaiveWindow {
  const rates = ([0, 1] as const).map((place): NaiveRate => {
    const [least, most] = starts.map((start) => rateOf(start[place], end[place], seconds));
    return least === null || least === undefined || most === null || most === undefined ? null : [least, most];
  });
  return { seconds, borrow: rates[0] ?? null, supply: rates[1] ?? null };
}

const DIGITS = 10n ** 40n;

function rateOf([before, of]: Share, [after, unit]: Share, seconds: number): number | null {
  if (before === 0n || of === 0n || after === 0n || unit === 0n) return null;
  const growth = Number((after * of * DIGITS) / (before * unit) - DIGITS) / Number(DIGITS);
  return Math.expm1((YEAR_SECONDS / seconds) * Math.log1p(growth));
}
