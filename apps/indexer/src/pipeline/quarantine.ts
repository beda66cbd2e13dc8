import { hash } from 'node:crypto';
import { type AccountBytes, isLendingError, readAddress } from '@tidemark/core';
import type { FoundAccounts, Protocol } from '@tidemark/protocols';
import type { QuarantineInput } from '@tidemark/schema';

/** What was refused, and whose it is: a refused account says something about its own protocol alone, and in a verdict where its market is listed. */
type Subject = Pick<QuarantineInput, 'accountKind' | 'protocol' | 'lendingMarket' | 'listed'>;

/** Mints and oracles belong to no protocol. */
export const TOKEN_MINT: Subject = { accountKind: 'token_mint', protocol: null, lendingMarket: null, listed: null };
export const ORACLE: Subject = { ...TOKEN_MINT, accountKind: 'oracle' };

/** A protocol, and which of its markets are listed. */
export interface Listing {
  readonly protocol: Protocol;
  readonly isListed: (market: string) => boolean;
}

const ADDRESS_BYTES = 32;

export function lendingMarketSubject({ protocol, isListed }: Listing, { address }: AccountBytes): Subject {
  return { accountKind: 'lending_market', protocol: protocol.name, lendingMarket: address, listed: isListed(address) };
}

/** The market stands where every layout so far has had it, if the account is the program's at all. */
export function reserveSubject({ protocol, isListed }: Listing, { owner, data }: AccountBytes): Subject {
  const { program, marketOffset } = protocol.accounts.reserve;
  const isNamed = owner === program && marketOffset !== null && data.length >= marketOffset + ADDRESS_BYTES;
  const lendingMarket = isNamed ? readAddress(data, marketOffset) : null;
  const listed = lendingMarket === null ? null : isListed(lendingMarket);
  return { accountKind: 'reserve', protocol: protocol.name, lendingMarket, listed };
}

/** Why an account was refused by this app; those of decoding and deriving are LendingErrorCode. */
export type RefusalCode = 'UNKNOWN_LENDING_MARKET' | 'IDENTITY_CHANGED' | 'INVALID_ROW' | 'INTERNAL_ERROR';

/** An account that cannot become a row, for a reason that this app finds. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly expected: string | null;
  readonly actual: string | null;

  constructor(code: RefusalCode, details: { expected?: string; actual?: string }) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.expected = details.expected ?? null;
    this.actual = details.actual ?? null;
  }
}

/** SHA-256 of bytes, or of a text's UTF-8. */
export function sha256(data: Uint8Array | string): Uint8Array {
  return hash('sha256', data, 'buffer');
}

/**
 * The quarantine entry of an account that could not be decoded, derived or stored. An unexpected error becomes
 * INTERNAL_ERROR: one account must not take the rest of its batch with it.
 */
export function toQuarantineEntry(account: AccountBytes, subject: Subject, error: unknown): QuarantineInput {
  return {
    address: account.address,
    ...subject,
    ...describe(error),
    dataSha256: sha256(account.data),
    dataLength: account.data.length,
    data: account.data,
  };
}

export interface ReadAccounts<Row> {
  readonly rows: readonly Row[];
  /** Addresses whose account does not exist. */
  readonly missing: readonly string[];
  readonly quarantined: readonly QuarantineInput[];
}

/** Makes a row of each account alone: one that cannot be read goes to the quarantine, the others become rows. */
export function readEach<Row>(
  addresses: readonly string[],
  accounts: FoundAccounts,
  subjectOf: (account: AccountBytes) => Subject,
  toRow: (account: AccountBytes) => Row,
): ReadAccounts<Row> {
  const rows: Row[] = [];
  const missing: string[] = [];
  const quarantined: QuarantineInput[] = [];
  for (const address of addresses) {
    const account = accounts.get(address) ?? null;
    if (account === null) {
      missing.push(address);
      continue;
    }
    try {
      rows.push(toRow(account));
    } catch (error) {
      quarantined.push(toQuarantineEntry(account, subjectOf(account), error));
    }
  }
  return { rows, missing, quarantined };
}

function describe(error: unknown): Pick<QuarantineInput, 'reasonCode' | 'expected' | 'actual'> {
  if (isLendingError(error)) {
    const { expected, actual, field } = error.context;
    const named = (text: string | undefined): string | null => {
      if (text === undefined) return null;
      return field === undefined ? text : `${field}: ${text}`;
    };
    return { reasonCode: error.code, expected: named(expected), actual: named(actual) };
  }
  if (error instanceof Refusal) return { reasonCode: error.code, expected: error.expected, actual: error.actual };
  const actual = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { reasonCode: 'INTERNAL_ERROR', expected: null, actual };
}
