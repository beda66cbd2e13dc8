import { MAX_START_AGE_FACTOR } from '@tidemark/model';
import { reserveSnapshots } from '../tables/index.ts';
import { asText, firstSnapshots } from './snapshot-places.ts';

const { accruedBorrowIndex, accruedSupplied, collateralSupplyRaw, accountSha256 } = reserveSnapshots;
/** Names of the columns, of stored rows and of the newest ones, that say where the indices stood and of which account. */
export const INDEX_COLUMNS = {
  debt: accruedBorrowIndex.name,
  supplied: accruedSupplied.name,
  receipts: collateralSupplyRaw.name,
  account: accountSha256.name,
} as const;

/** Pieces of SQL: whose window, when it ends, and how many seconds long it is. */
export interface WindowPieces {
  readonly reserve: string;
  readonly end: string;
  readonly seconds: string | number;
}

/** When a window begins. */
export const beginOf = ({ end, seconds }: WindowPieces): string => `${end} - ${seconds} * interval '1 second'`;

/** The newest stored row at or before the begin of a window, and no older than half a window before it. */
export function rowBeforeBegin(window: WindowPieces): string {
  const oldest = beginOf({ ...window, seconds: `${window.seconds} * ${MAX_START_AGE_FACTOR}` });
  return firstRow(window, `h.observed_at <= ${beginOf(window)} AND h.observed_at >= ${oldest}`, 'DESC');
}

/** The first stored row after the begin of a window, up to its end. */
export function rowAfterBegin(window: WindowPieces): string {
  return firstRow(window, `h.observed_at > ${beginOf(window)} AND h.observed_at <= ${window.end}`, 'ASC');
}

function firstRow({ reserve }: WindowPieces, where: string, order: 'ASC' | 'DESC'): string {
  const columns = ['observed_at', 'slot', ...Object.values(INDEX_COLUMNS)].map((name) => `h.${name}`).join(', ');
  const rows = firstSnapshots(asText, {
    ...{ columns, reserve, where, limit: '1' },
    order: `h.observed_at ${order}, h.slot ${order}`,
  });
  return `(SELECT * FROM (${rows}) AS e ORDER BY observed_at ${order}, slot ${order} LIMIT 1)`;
}
