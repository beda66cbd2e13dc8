import { type FieldGroup, numberField, textField, timeField } from '@tidemark/core';

const ingest = { methodVersion: 'ingest-1.0' } as const;

/** What answers say about themselves. */
export const answerFields = {
  as_of: timeField('Newest chain time among the rows of the answer.', 'largest timestamp of the rows', {
    nullRule: 'null where there is no row',
  }),
  count: numberField('rows', 'Number of rows in data.', 'counted', ingest),
  first_point_timestamp: timeField('Time of the first point.', 'end of the first whole step', ingest),
  step_seconds: numberField('seconds', 'Time from one point to the next.', 'parameter days', {
    ...ingest,
    type: 'positiveCount',
  }),
  point_count: numberField('points', 'Number of points of each line.', 'counted', ingest),
  lending_markets_without_reserves: textField(
    'Known lending markets that have no reserve, and so no row. Filters do not change this list.',
    'markets that no known reserve belongs to',
    { ...ingest, type: 'addresses' },
  ),
} satisfies FieldGroup;
