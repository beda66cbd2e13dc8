import type { ReserveInfo } from '@tidemark/contract';
import { ApiError } from '../http/api-error.ts';
import type { InfoStore } from './info-store.ts';

/** What is known of a reserve. Throws RESERVE_NOT_FOUND, and what the database throws. */
export async function findReserve({ info }: { readonly info: InfoStore }, reserve: string): Promise<ReserveInfo> {
  const found = (await info.get()).reserves.find((row) => row.reserve === reserve);
  if (found === undefined) throw new ApiError('RESERVE_NOT_FOUND');
  return found;
}
