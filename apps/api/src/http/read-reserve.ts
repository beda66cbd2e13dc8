import { isAddress } from '@tidemark/contract';
import { ApiError } from './api-error.ts';

/** The reserve that a path names. Throws INVALID_RESERVE_ADDRESS. */
export function readReserve(params: Readonly<Record<string, string>>): string {
  const reserve = params['reserve'] ?? '';
  if (!isAddress(reserve)) throw new ApiError('INVALID_RESERVE_ADDRESS');
  return reserve;
}
