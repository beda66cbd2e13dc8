import { encodeRecord } from '../rows/encode-record.ts';
import { RESERVE_STATE_SPECS } from '../rows/reserve-state-row.ts';
import { SchemaError } from '../schema-error.ts';
import type { PollBatch } from './poll-batch.ts';

/** The states as JSON records by reserve. Throws `INVALID_ROW` for a value, a slot or a repetition that must not be stored. */
export function encodeStates(batch: PollBatch): Map<string, object> {
  const records = new Map<string, object>();
  for (const state of batch.states) {
    if (records.has(state.reserve)) throw invalid(state.reserve, 'is in the batch twice');
    if (state.slot !== batch.slot || state.observedAt.getTime() !== batch.observedAt.getTime()) {
      throw invalid(state.reserve, 'is of another bank than its batch');
    }
    records.set(state.reserve, encodeRecord(RESERVE_STATE_SPECS, state, state.reserve));
  }
  return records;
}

function invalid(address: string, rule: string): SchemaError {
  return new SchemaError('INVALID_ROW', `${address} ${rule}`, { context: { address } });
}
