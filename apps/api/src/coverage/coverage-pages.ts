import type { CoverageRow, ReserveInfo } from '@tidemark/contract';
import type { CoverageFacts } from '@tidemark/schema';
import type { TimeRange } from '../rows/read-range.ts';
import { createExplainGap } from './explain-gap.ts';
import { classifyLooks, type LookClass } from './look-classes.ts';
import { joinRuns, type ObservedTime } from './observed-time.ts';
import { toCoverageRow } from './to-coverage-row.ts';

/** A reserve and the protocol that it belongs to. */
export interface CoveredReserve extends ReserveInfo {
  readonly protocol: string;
}

/** Rows that are made before others get their turn. */
const ROWS_A_PAGE = 100;

/** The rows of the reserves, which come by protocol: what is on record is read once for each. */
export async function* coveragePages(
  reserves: readonly CoveredReserve[],
  range: TimeRange & { readonly nowMs: number },
  read: (protocol: string) => Promise<CoverageFacts>,
): AsyncGenerator<readonly CoverageRow[]> {
  for (const protocol of new Set(reserves.map((row) => row.protocol))) {
    const own = reserves.filter((row) => row.protocol === protocol);
    const facts = await read(protocol);
    const explain = createExplainGap(facts);
    const looksOf = classifyLooks(
      facts.runs,
      own.map(({ reserve }) => reserve),
    );
    const timesOf = new Map<LookClass, readonly ObservedTime[]>();
    for (let start = 0; start < own.length; start += ROWS_A_PAGE) {
      yield own.slice(start, start + ROWS_A_PAGE).map((reserve) => {
        const looks = looksOf.get(reserve.reserve) ?? { observed: [], vain: [] };
        const times = timesOf.get(looks) ?? joinRuns(looks.observed);
        timesOf.set(looks, times);
        return toCoverageRow({ protocol, reserve, looks, times }, range, explain);
      });
    }
  }
}
