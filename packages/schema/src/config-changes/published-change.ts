import { toDecimal, U64_MAX } from '@tidemark/core';
import { PROTOCOLS } from '@tidemark/protocols';
import type { ConfigAccountKind, JsonScalar } from '../tables/index.ts';

/** What the account says beside its configuration, by the property of the row: names of columns that are not the same in snake case. */
const IDENTITY_NAMES: Readonly<Record<string, string>> = {
  'identity.tokenMint': 'token_address',
  'identity.collateralMint': 'collateral_token_address',
  'identity.quoteCurrency': 'lending_market_quote_currency_str',
};

/** Fees that columns have as decimals and configurations as parts of one. */
const EXACT_FEES: ReadonlySet<string> = new Set(['origination_fee_raw', 'flash_loan_fee_raw']);

export interface ParameterOf {
  readonly protocol: string;
  readonly accountKind: ConfigAccountKind;
}

/** The published name of a parameter: that of its column where there is one, else its path in snake case. */
export function parameterName({ protocol, accountKind }: ParameterOf, path: string): string {
  const names = PROTOCOLS.find(({ name }) => name === protocol)?.parameterNames;
  const known = names?.[accountKind === 'reserve' ? 'reserve' : 'market'][path] ?? IDENTITY_NAMES[path];
  return known ?? toSnakeCase(path.replace(/^identity\./, ''));
}

/** Its value as the column of that name has it. */
export function parameterValue({ protocol }: ParameterOf, name: string, value: JsonScalar): JsonScalar {
  if (!EXACT_FEES.has(name) || typeof value !== 'string') return value;
  const scale = PROTOCOLS.find((known) => known.name === protocol)?.scale;
  // The largest u64 is no fee: the program lends nothing then.
  if (scale === undefined || (name === 'flash_loan_fee_raw' && value === String(U64_MAX))) return null;
  return toDecimal(BigInt(value), scale);
}

function toSnakeCase(path: string): string {
  return path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
