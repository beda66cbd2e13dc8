import { dataDictionary, type FieldName } from './dictionary.ts';
import { EXACT_NUMBERS, STATE_NUMBERS } from './state-numbers.ts';
import { type FieldDefinition, numberField, textField, timeField } from '@tidemark/core';

const NOT_OBSERVED = 'null where the bucket was not observed and nothing was filled in';
const history = { methodVersion: 'history-1.1' } as const;

function inBucket(name: FieldName, what: string): FieldDefinition {
  const definition = dataDictionary[name];
  const noPrice = definition.nullRule === 'never' ? '' : ', or the account held no price';
  return { ...definition, description: `${definition.description} ${what}`, nullRule: `${NOT_OBSERVED}${noPrice}` };
}

function course(name: FieldName): FieldDefinition {
  const definition = dataDictionary[name];
  const description = `${definition.description} At each point, to five digits; null where it is not known.`;
  return { ...definition, type: 'series', nullRule: 'never', description };
}

function each(names: readonly FieldName[], what: string): Readonly<Partial<Record<FieldName, FieldDefinition>>> {
  return Object.fromEntries(names.map((name) => [name, inBucket(name, what)]));
}

const slotAt = (description: string, nullRule?: string) =>
  numberField('slots', description, 'between the banks of the reads around it, by time', {
    ...(nullRule === undefined ? {} : { nullRule }),
    ...history,
  });

/** Names that mean something of their own in answers of history, by the name of the component. */
export const historyVariants = {
  HistoryGap: {
    reserve: { ...dataDictionary.reserve, nullRule: 'null where the gap is one of all reserves' },
    from: timeField('Start of the gap: the last read before it.', 'ledger of gaps'),
    to: timeField('End of the gap: the first read after it.', 'ledger of gaps'),
    gap_reason_str: textField('Reason of the gap, as in the rows.', 'ledger of gaps', { ...history, type: 'word' }),
  },
  HistoryMeta: {
    as_of: timeField('Newest chain time that a row of the answer is as of.', 'close of the newest row', {
      nullRule: 'null where no row has values',
    }),
    slot: slotAt('Newest slot among the rows of the answer.', 'null where no row has values'),
    from: timeField('Start of the range, which belongs to it.', 'parameter from, or a default before to'),
    to: timeField('End of the range, which does not belong to it.', 'parameter to, or the end of the bucket of now'),
  },
  HistoryRow: {
    timestamp: timeField(
      'Start of the bucket, in UTC; with interval=raw the chain time of the read.',
      'parameter interval',
    ),
    slot: slotAt('Slot at the close of the bucket; with interval=raw the slot of the read.', NOT_OBSERVED),
    last_update_slot: {
      ...dataDictionary.last_update_slot,
      nullRule: 'null where the row is a bucket',
    },
    observations: numberField('reads', 'Reads of the account in the bucket, changed or not.', 'counted', {
      nullRule:
        'null where the bucket has not been rolled up, begins or ends within a run of reads that is counted as a whole (below an hour), or the row is a single read',
      ...history,
    }),
    coverage_f: numberField(
      'fraction',
      'Share of the bucket that reads cover. Time before the reserve was first seen, and time that has not passed yet, does not count.',
      'seconds between reads that are no further apart than a gap begins / seconds of the bucket that have passed',
      {
        type: 'share',
        nullRule: 'null where the bucket has not been rolled up, or the row is a single read',
        ...history,
      },
    ),
    ...each(STATE_NUMBERS, 'What it is of a bucket, agg says.'),
    supply_apy_total_f: {
      ...inBucket('supply_apy_total_f', 'What it is of a bucket, agg says.'),
      nullRule: `${NOT_OBSERVED}, and with agg=min and agg=max: the extremes of a sum are not those of its parts`,
    },
    ...each(EXACT_NUMBERS, 'At the close of the bucket, whatever agg is.'),
  },
  ReserveSparkline: Object.fromEntries(
    (['supply_apy_f', 'borrow_apy_f', 'utilization_f', 'supplied_amount_usd_f'] as const).map((name) => [
      name,
      course(name),
    ]),
  ),
  ReserveAt: {
    timestamp: timeField('The moment that was requested.', 'path'),
    slot: slotAt('Slot at the moment.'),
    gap_reason_str: {
      ...dataDictionary.gap_reason_str,
      description: 'Reason of the gap that the moment lies in.',
      nullRule: 'null where it lies in none',
    },
    evidence_age_seconds: { ...dataDictionary.evidence_age_seconds, nullRule: 'never' },
  },
  ReserveAtMeta: {
    as_of: timeField('The moment that was requested.', 'path'),
    slot: slotAt('Slot at the moment.'),
  },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<FieldName, FieldDefinition>>>>>;
