import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CoverageRow, ReserveInfo } from '@tidemark/contract';
import type { CoverageFacts } from '@tidemark/schema';
import type { TimeRange } from '../rows/read-range.ts';
import { createExplainers } from './explain-gap.ts';
import { createLookClasses, type LookClass } from './look-classes.ts';
import { joinRuns, type ObservedTime } from './observed-time.ts';
import { toCoverageRow } from './to-coverage-row.ts';

/** A reserve and the protocol that it belongs to. */
export interface CoveredReserve extends ReserveInfo {
  readonly protocol: string;
}

/** Rows that are handed on at once. */
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
    const explainersOf = createExplainers(facts);
    const looksOf = createLookClasses(facts.runs);
    const timesOf = new Map<LookClass, readonly ObservedTime[]>();
    let rows: CoverageRow[] = [];
    for (const reserve of own) {
      // Years of looks are milliseconds for each reserve: others get their turn in between.
      await nextTurn();
      const looks = looksOf(reserve.reserve);
      const times = timesOf.get(looks) ?? joinRuns(looks.observed);
      timesOf.set(looks, times);
      rows.push(toCoverageRow({ protocol, reserve, looks, times }, range, explainersOf(reserve.reserve, looks)));
      if (rows.length < ROWS_A_PAGE) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  }
}
