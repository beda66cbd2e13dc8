import { baseUnitsPerToken } from '@tidemark/core';
import type { WhatIfChange } from '@tidemark/protocols';
import { ApiError } from '../../http/exchange.ts';

const U64_MAX = 18_446_744_073_709_551_615n;
const AMOUNT = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/;
const USD_DECIMALS = 18;

/** What an amount of USD is turned into tokens with. */
export interface TokenPrice {
  readonly tokenDecimals: number;
  /** USD per whole token, times the scale; 0 where the account holds none. */
  readonly price: bigint;
  readonly scale: bigint;
}

type Side = 'supply_delta' | 'borrow_delta';
type Asked = { readonly [name in Side | `${Side}_usd`]?: string | undefined };

/** The change that a query names, in base units; null where it names none. Throws INVALID_TOKEN_AMOUNT. */
export function readChange(asked: Asked, price: TokenPrice): WhatIfChange | null {
  const supplyDeltaRaw = readSide(asked, 'supply_delta', price);
  const borrowDeltaRaw = readSide(asked, 'borrow_delta', price);
  if (supplyDeltaRaw === null && borrowDeltaRaw === null) return null;
  return { supplyDeltaRaw: supplyDeltaRaw ?? 0n, borrowDeltaRaw: borrowDeltaRaw ?? 0n };
}

function readSide(asked: Asked, side: Side, price: TokenPrice): bigint | null {
  const [tokens, usd] = [asked[side], asked[`${side}_usd`]];
  if (tokens !== undefined && usd !== undefined) throw invalid(`Send ${side} or ${side}_usd, not both.`);
  if (tokens !== undefined) return readAmount(tokens, price.tokenDecimals, side);
  return usd === undefined ? null : readUsd(usd, price, `${side}_usd`);
}

/** USD as base units of the token, cut towards zero. */
function readUsd(text: string, { tokenDecimals, price, scale }: TokenPrice, parameter: string): bigint {
  const usd = readDecimal(text, USD_DECIMALS, parameter, 'USD have at most');
  if (price === 0n) throw invalid(`The reserve holds no price, which ${parameter} needs.`);
  const raw = (usd * scale * baseUnitsPerToken(tokenDecimals)) / (price * 10n ** BigInt(USD_DECIMALS));
  return within64Bits(raw, parameter);
}

/** Whole tokens as signed base units, exactly. */
function readAmount(text: string, decimals: number, parameter: string): bigint {
  return within64Bits(readDecimal(text, decimals, parameter, 'the token has'), parameter);
}

function readDecimal(text: string, decimals: number, parameter: string, limit: string): bigint {
  const [, sign, whole = '', fraction = ''] = AMOUNT.exec(text) ?? [];
  if (sign === undefined) throw invalid(`The parameter ${parameter} is not a plain decimal number.`);
  if (fraction.length > decimals) {
    throw invalid(`The parameter ${parameter} has ${fraction.length} decimals, ${limit} ${decimals}.`);
  }
  const value = BigInt(whole + fraction.padEnd(decimals, '0'));
  return sign === '-' ? -value : value;
}

function within64Bits(raw: bigint, parameter: string): bigint {
  const size = raw < 0n ? -raw : raw;
  if (size > U64_MAX) throw invalid(`The parameter ${parameter} does not fit 64 bits of base units.`);
  return raw;
}

function invalid(detail: string): ApiError {
  return new ApiError('INVALID_TOKEN_AMOUNT', { detail });
}
