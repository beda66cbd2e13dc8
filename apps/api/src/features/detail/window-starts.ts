import { unixSecondsOf } from '@tidemark/core';
import { type IndexPoint, indicesAtBegin, WINDOW_SECONDS } from '@tidemark/model';
import {
  type IndexPointRow,
  listIndexPoints,
  type Queryable,
  type ReserveDetailRow,
  type WindowOfReserve,
} from '@tidemark/schema';

/** Where the indices of a reserve stood at the start of a window of that many seconds. */
export type WindowStarts = (windowSeconds: number) => IndexPoint | undefined;

type EndRow = Pick<
  ReserveDetailRow,
  'reserve' | 'observedAt' | 'accruedBorrowIndex' | 'accruedSupplied' | 'collateralSupplyRaw' | 'accountSha256'
>;

/** The stored rows around a moment, as they were found. */
interface Found {
  readonly beginMs: number;
  before?: IndexPointRow;
  after?: IndexPointRow;
}

/** Rows can also come late, between two that are there. */
const MAX_AGE_MS = 15_000;
const WINDOWS = Object.values(WINDOW_SECONDS);

/**
 * Where the indices stood at the starts of the windows that end with the newest rows. Costly to look up, so the stored rows around a start
 * are kept for some seconds, but no longer than the start lies between them.
 */
export class StartsOfWindows {
  readonly #sql: Queryable;
  readonly #nowMs: () => number;
  #found = new Map<string, Found>();
  #foundSinceMs = Number.NEGATIVE_INFINITY;

  constructor(sql: Queryable, nowMs: () => number) {
    this.#sql = sql;
    this.#nowMs = nowMs;
  }

  /** For these newest rows of reserves. One call at a time. */
  async of(rows: readonly EndRow[]): Promise<(row: EndRow) => WindowStarts> {
    if (this.#nowMs() - this.#foundSinceMs > MAX_AGE_MS) {
      this.#found = new Map();
      this.#foundSinceMs = this.#nowMs();
    }
    const wanted = rows.flatMap(({ reserve, observedAt: endsAt }) =>
      WINDOWS.map((windowSeconds) => ({ reserve, endsAt, windowSeconds })).filter((window) => !this.#isFound(window)),
    );
    const points = wanted.length === 0 ? [] : await listIndexPoints(this.#sql, wanted);
    for (const window of wanted) this.#found.set(keyOf(window), { beginMs: beginMsOf(window) });
    for (const point of points) {
      const found = this.#found.get(keyOf(point));
      if (found !== undefined) found[point.observedAt.getTime() <= found.beginMs ? 'before' : 'after'] = point;
    }
    return (row) => (windowSeconds) => this.#startOf(row, windowSeconds);
  }

  #isFound(window: WindowOfReserve): boolean {
    const { beginMs, after } = this.#found.get(keyOf(window)) ?? {};
    if (beginMs === undefined || after === undefined) return false;
    const wantedMs = beginMsOf(window);
    return beginMs <= wantedMs && wantedMs < after.observedAt.getTime();
  }

  #startOf(end: EndRow, windowSeconds: number): IndexPoint | undefined {
    const { before, after = end } = this.#found.get(keyOf({ reserve: end.reserve, windowSeconds })) ?? {};
    if (before === undefined) return undefined;
    const holdOneAccount = Buffer.compare(before.accountSha256, after.accountSha256) === 0;
    const rows = { before: toIndexPoint(before), after: toIndexPoint(after), holdOneAccount };
    return indicesAtBegin(rows, unixSecondsOf(end.observedAt) - windowSeconds);
  }
}

function keyOf({ reserve, windowSeconds }: Pick<WindowOfReserve, 'reserve' | 'windowSeconds'>): string {
  return `${reserve} ${windowSeconds}`;
}

function beginMsOf({ endsAt, windowSeconds }: WindowOfReserve): number {
  return endsAt.getTime() - windowSeconds * 1000;
}

export function toIndexPoint(row: Omit<EndRow, 'reserve' | 'accountSha256'>): IndexPoint {
  return {
    unixSeconds: unixSecondsOf(row.observedAt),
    borrowIndex: row.accruedBorrowIndex,
    indexScale: 1n,
    supplied: row.accruedSupplied,
    receiptSupply: row.collateralSupplyRaw,
  };
}
