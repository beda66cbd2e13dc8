import { RESERVE_STATUSES } from '@tidemark/model/fields';
import { z } from 'zod';

/** Forms that rows are answered in. */
export const rowFormatSchema = z.enum(['json', 'csv', 'ndjson']);
export type RowFormat = z.infer<typeof rowFormatSchema>;

const text = (description: string, more: { readonly example?: string; readonly type?: 'integer' } = {}) =>
  z
    .string()
    .optional()
    .meta({ description, ...more });

/** A time in any of the forms that `readTime` takes, unparsed. */
export const timeParameter = (description: string) =>
  text(`${description} Unix seconds, unix milliseconds or ISO-8601 with its offset.`, { example: '2026-09-25' });

/** An address, unparsed: the endpoint says with a code of its own what is wrong with it. */
export const addressFilter = (description: string) => text(description);

/** Other names that filters are known by, with the main one, which is that of the column. A query has one of the two. */
export const FILTER_NAMES = { market: 'lending_market', token: 'token_address' } as const;

/** A filter under its other name. */
export const otherFilterName = (name: keyof typeof FILTER_NAMES) =>
  text(`Another name of ${FILTER_NAMES[name]}. Send one of the two.`);

/** Filters by lending market and by token, unparsed, under both of their names. */
export const marketFilter = () => ({
  lending_market: addressFilter('Only reserves of this lending market.'),
  market: otherFilterName('market'),
});
export const tokenFilter = () => ({
  token_address: addressFilter('Only reserves of this token (mint address).'),
  token: otherFilterName('token'),
});

/** Filters that every list of reserves has, combined by and; addresses unparsed. */
export const reserveFilters = () => ({
  ...marketFilter(),
  ...tokenFilter(),
  token_symbol: z.string().max(64).optional().meta({ description: 'Only reserves with exactly this symbol.' }),
  reserve: addressFilter('Only this reserve.'),
  status_str: z.enum(RESERVE_STATUSES).optional().meta({ description: 'Only reserves that are in this status now.' }),
  listed_b: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: only reserves of lending markets that are listed. false: only those of others.' }),
});

/** Columns in the wanted order, unparsed. */
export const fieldsParameter = () =>
  text('Columns in the wanted order, separated by commas. Default: all.', {
    example: 'timestamp,reserve',
  });

export const cursorParameter = () => text('next_cursor of the answer before; it holds the range too.');

export const limitParameter = () =>
  text(
    'Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows.',
    { type: 'integer' },
  );

export const formatParameter = () =>
  rowFormatSchema.optional().meta({ description: 'Form of the answer. Default: what Accept asks for, else json.' });

/** Whether CSV has a line of units. */
export const unitsParameter = () =>
  z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true adds a line of units below the line of names in CSV. Default false.' });

/** How times of rows are written. */
export const timeFormParameter = () =>
  z.enum(['unix', 'iso']).optional().meta({
    description:
      'In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are.',
  });

/** Whether texts of CSV are kept from being taken for formulas. */
export const spreadsheetParameter = () =>
  z.enum(['true', 'false']).optional().meta({
    description:
      'In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false.',
  });

/** Parameters that every list has besides its own: `rows` have the first two themselves. */
export const tableParameters = {
  rows: { time: timeFormParameter(), spreadsheet: spreadsheetParameter() },
  list: {
    format: rowFormatSchema.optional().meta({ description: 'Form of the answer. Default json, whatever Accept says.' }),
    units: unitsParameter(),
    time: timeFormParameter(),
    spreadsheet: spreadsheetParameter(),
  },
};

/** Parameters of answers of many rows over a range. `defaultRange` completes a sentence. */
export const rowParameters = (defaultRange: string) => ({
  from: timeParameter(`Start of the range, which belongs to it. Default: ${defaultRange} before to.`),
  to: timeParameter('End of the range, which does not belong to it. Default: now, with the bucket that is not over.'),
  fields: fieldsParameter(),
  cursor: cursorParameter(),
  limit: limitParameter(),
  format: formatParameter(),
  units: unitsParameter(),
});
