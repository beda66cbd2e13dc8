import { type CompoundingVariant, deriveReserve } from '@tidemark/protocols/kamino';
import {
  findReserveProblem,
  findReserveStateProblem,
  type QuarantineInput,
  type ReserveInput,
  type ReserveState,
  type RowProblem,
  toReserveState,
} from '@tidemark/schema';
import type { DecodedReserve } from './decode-batch.ts';
import type { Bank } from './fetch-batch.ts';
import type { MarketParameters } from './market-parameters.ts';
import { Refusal, toQuarantineEntry } from './quarantine-entry.ts';
import type { SlotDuration } from './slot-duration.ts';
import { toReserveRow } from './to-reserve-row.ts';

export interface DeriveInputs {
  readonly bank: Bank;
  readonly slotDuration: SlotDuration;
  /** By address of the lending market; a reserve of a market that is not here is refused. */
  readonly markets: ReadonlyMap<string, MarketParameters>;
  readonly compounding: CompoundingVariant;
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
      reserves.push(refuseProblem(toReserveRow(item.reserve, inputs.bank), findReserveProblem));
      states.push(refuseProblem(deriveState(item, inputs), findReserveStateProblem));
    } catch (error) {
      quarantined.push(toQuarantineEntry(item.account, 'reserve', error));
    }
  }
  return { states, reserves, quarantined };
}

/** Identity and configuration alone, of every reserve whose row can be stored: for a bank that nothing can be derived from. */
export function identifyBatch(decoded: readonly DecodedReserve[], bank: Bank): ReserveInput[] {
  return decoded.map(({ reserve }) => toReserveRow(reserve, bank)).filter((row) => findReserveProblem(row) === null);
}

function deriveState({ reserve, accountSha256 }: DecodedReserve, inputs: DeriveInputs): ReserveState {
  const market = inputs.markets.get(reserve.lendingMarket);
  // Its referral fee and rewards limit are part of the accrual: without them every number would be a guess.
  if (market === undefined)
    throw new Refusal('UNKNOWN_LENDING_MARKET', {
      expected: 'a lending market that can be read',
      actual: reserve.lendingMarket,
    });
  const derived = deriveReserve(reserve, {
    slot: inputs.bank.slot,
    unixTimestamp: inputs.bank.unixTimestamp,
    slotDurationMs: inputs.slotDuration.slotDurationMs,
    referralFeeBps: market.referralFeeBps,
    rewardsMaxAprBps: market.rewardsMaxAprBps,
    compounding: inputs.compounding,
  });
  return toReserveState(reserve, derived, { accountSha256, slotDurationSource: inputs.slotDuration.source });
}

/** The row itself if it can be stored: the write refuses a whole batch for one that cannot. */
function refuseProblem<Row>(row: Row, find: (row: Row) => RowProblem | null): Row {
  const problem = find(row);
  if (problem === null) return row;
  throw new Refusal('INVALID_ROW', { expected: `${problem.column} ${problem.rule}`, actual: problem.value });
}
