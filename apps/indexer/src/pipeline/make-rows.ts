import type { ConfigJson } from '@tidemark/core';
import type { FoundAccounts, ObservedState } from '@tidemark/protocols';
import {
  findReserveProblem,
  findReserveStateProblem,
  type QuarantineInput,
  type ReserveInput,
  type ReserveState,
  type RowProblem,
  toReserveRow,
  toReserveState,
} from '@tidemark/schema';
import { type Bank, momentOf } from './bank.ts';
import { type Listing, type ReadAccounts, readEach, Refusal, reserveSubject, toQuarantineEntry } from './quarantine.ts';
import type { DecodedReserve, ReserveDecoder } from './reserve-decoder.ts';
import type { SlotDuration } from './slot-duration.ts';

/** Decodes each account of a batch. */
export function decodeBatch(
  { decoder, ...listing }: Listing & { readonly decoder: ReserveDecoder },
  addresses: readonly string[],
  accounts: FoundAccounts,
): ReadAccounts<DecodedReserve> {
  return readEach(
    addresses,
    accounts,
    (account) => reserveSubject(listing, account),
    (account) => decoder.decode(account),
  );
}

/** What the derivation of a batch needs beside its accounts. */
export interface DeriveInputs extends Listing {
  /** Version of the program's arithmetic that applies now. */
  readonly arithmetic: string;
  readonly bank: Bank;
  readonly slotDuration: SlotDuration;
  /** Configurations by address of the lending market. */
  readonly markets: ReadonlyMap<string, ConfigJson>;
  /** Companions of the batch's reserves, read from the same bank. */
  readonly found: FoundAccounts;
}

export interface DerivedBatch {
  /** State of each reserve as of the bank. */
  readonly states: readonly ReserveState[];
  /** Identity and configuration of every decoded reserve, those without a state included. */
  readonly reserves: readonly ReserveInput[];
  readonly quarantined: readonly QuarantineInput[];
}

/** Accrues each reserve to the bank's slot and makes its rows; one that cannot be derived goes to the quarantine. */
export function deriveBatch(decoded: readonly DecodedReserve[], inputs: DeriveInputs): DerivedBatch {
  const states: ReserveState[] = [];
  const reserves: ReserveInput[] = [];
  const quarantined: QuarantineInput[] = [];
  for (const item of decoded) {
    try {
      // Who it is and how it is configured is known even where its numbers cannot be derived from this bank: a reserve
      // that is only registered once they can be would not be polled until the next discovery.
      const state = inputs.protocol.state(item.reserve, inputs.found, inputs.arithmetic);
      const row = refuseProblem(identify(item, state, inputs), findReserveProblem);
      reserves.push(row);
      states.push(refuseProblem(deriveState(item, state, row, inputs), findReserveStateProblem));
    } catch (error) {
      quarantined.push(toQuarantineEntry(item.account, reserveSubject(inputs, item.account), error));
    }
  }
  return { states, reserves, quarantined };
}

/** Identity and configuration alone, of every reserve whose row can be stored: for a bank that nothing can be derived from. */
export function identifyBatch(
  decoded: readonly DecodedReserve[],
  inputs: Pick<DeriveInputs, 'protocol' | 'arithmetic' | 'bank' | 'found'>,
): ReserveInput[] {
  const { protocol, arithmetic, found } = inputs;
  return decoded
    .map((item) => identify(item, protocol.state(item.reserve, found, arithmetic), inputs))
    .filter((row) => findReserveProblem(row) === null);
}

/** Identity and configuration of a reserve as seen at one bank. */
function identify(
  { parts }: DecodedReserve,
  { timeBasis }: ObservedState,
  { protocol, bank }: Pick<DeriveInputs, 'protocol' | 'bank'>,
): ReserveInput {
  return toReserveRow({ ...parts, protocol, timeBasis }, momentOf(bank));
}

function deriveState(
  { accountSha256 }: DecodedReserve,
  state: ObservedState,
  row: ReserveInput,
  inputs: DeriveInputs,
): ReserveState {
  const { protocol, slotDuration } = inputs;
  const { lendingMarket } = row;
  const market = inputs.markets.get(lendingMarket) ?? null;
  if (market === null && protocol.needsMarket) {
    const expected = 'a lending market that can be read';
    throw new Refusal('UNKNOWN_LENDING_MARKET', { expected, actual: lendingMarket });
  }
  const { slotDurationMs, source: slotDurationSource } = slotDuration;
  const terms = protocol.terms(row.config, market, row.tokenDecimals);
  const derived = protocol.derive(state, terms, momentOf(inputs.bank), slotDurationMs);
  const source = { lendingMarket, slotDurationMs, slotDurationSource, accountSha256 };
  return toReserveState(protocol, state, derived, source);
}

/** The row itself if it can be stored: the write refuses a whole batch for one that cannot. */
function refuseProblem<Row>(row: Row, find: (row: Row) => RowProblem | null): Row {
  const problem = find(row);
  if (problem === null) return row;
  throw new Refusal('INVALID_ROW', { expected: `${problem.column} ${problem.rule}`, actual: problem.value });
}
