import { ApiError } from '../http/api-error.ts';

const U64_MAX = 18_446_744_073_709_551_615n;
const AMOUNT = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/;

/** Whole tokens of a query as signed base units, exactly. Throws INVALID_TOKEN_AMOUNT. */
export function readTokenAmount(text: string, decimals: number, parameter: string): bigint {
  const [, sign, whole = '', fraction = ''] = AMOUNT.exec(text) ?? [];
  if (sign === undefined) throw invalid(`The parameter ${parameter} is not a plain decimal number.`);
  if (fraction.length > decimals) {
    throw invalid(`The parameter ${parameter} has ${fraction.length} decimals, the token has ${decimals}.`);
  }
  const amountRaw = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (amountRaw > U64_MAX) throw invalid(`The parameter ${parameter} does not fit 64 bits of base units.`);
  return sign === '-' ? -amountRaw : amountRaw;
}

function invalid(detail: string): ApiError {
  return new ApiError('INVALID_TOKEN_AMOUNT', { detail });
}
