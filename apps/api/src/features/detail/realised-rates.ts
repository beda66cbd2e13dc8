import type { ReserveDetail } from '@tidemark/contract';
import {
  MAX_START_AGE_FACTOR,
  WINDOW_SECONDS,
  type IndexPoint,
  type RealisedApy,
  type RealisedApyGap,
  realisedBorrowApy,
  realisedSupplyApy,
} from '@tidemark/model';

type RealisedFields = Pick<ReserveDetail, Extract<keyof ReserveDetail, `${string}realised_${string}`>>;

interface WindowRates {
  readonly seconds: number | null;
  readonly borrow: RealisedApy;
  readonly supply: RealisedApy;
}

/** The realised rates of all windows. `startOf` gives where the indices stood at the start of a window. */
export function toRealisedFields(
  end: IndexPoint,
  startOf: (windowSeconds: number) => IndexPoint | undefined,
): RealisedFields {
  const rates = (seconds: number) => deriveWindow(end, startOf(seconds), seconds);
  const [hour, day, week, month] = [
    rates(WINDOW_SECONDS['1h']),
    rates(WINDOW_SECONDS['24h']),
    rates(WINDOW_SECONDS['7d']),
    rates(WINDOW_SECONDS['30d']),
  ];
  return {
    realised_1h_seconds: hour.seconds,
    borrow_apy_realised_1h_f: hour.borrow.apy,
    borrow_apy_realised_1h_gap_str: borrowGap(hour.borrow),
    supply_apy_realised_1h_f: hour.supply.apy,
    supply_apy_realised_1h_gap_str: hour.supply.gap,
    realised_24h_seconds: day.seconds,
    borrow_apy_realised_24h_f: day.borrow.apy,
    borrow_apy_realised_24h_gap_str: borrowGap(day.borrow),
    supply_apy_realised_24h_f: day.supply.apy,
    supply_apy_realised_24h_gap_str: day.supply.gap,
    realised_7d_seconds: week.seconds,
    borrow_apy_realised_7d_f: week.borrow.apy,
    borrow_apy_realised_7d_gap_str: borrowGap(week.borrow),
    supply_apy_realised_7d_f: week.supply.apy,
    supply_apy_realised_7d_gap_str: week.supply.gap,
    realised_30d_seconds: month.seconds,
    borrow_apy_realised_30d_f: month.borrow.apy,
    borrow_apy_realised_30d_gap_str: borrowGap(month.borrow),
    supply_apy_realised_30d_f: month.supply.apy,
    supply_apy_realised_30d_gap_str: month.supply.gap,
  };
}

function deriveWindow(end: IndexPoint, start: IndexPoint | undefined, windowSeconds: number): WindowRates {
  const seconds = start === undefined ? 0 : end.unixSeconds - start.unixSeconds;
  if (start === undefined || seconds < windowSeconds || seconds > windowSeconds * MAX_START_AGE_FACTOR) {
    const missing = { apy: null, gap: 'not_enough_history' } as const;
    return { seconds: null, borrow: missing, supply: missing };
  }
  return { seconds, borrow: realisedBorrowApy(start, end), supply: realisedSupplyApy(start, end) };
}

/** Debt does not depend on collateral tokens, so that reason is none of its own. */
function borrowGap({ gap }: RealisedApy): Exclude<RealisedApyGap, 'no_collateral'> | null {
  return gap === 'no_collateral' ? 'not_enough_history' : gap;
}
