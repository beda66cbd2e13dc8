import { isPriceUsableForBorrow } from '@tidemark/protocols/kamino';
import type { NaiveReserve } from '../protocol.ts';

/** Whether the program accepted the price at the last refresh; where it keeps no verdict, it refuses to refresh without. */
export function isAcceptedPrice({ columns }: NaiveReserve): boolean {
  const { price_status: status = null } = columns;
  return typeof status === 'number' ? isPriceUsableForBorrow(status) : true;
}
