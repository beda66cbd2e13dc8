import { expect, it } from 'vitest';
import { parseCsv } from '../support/parse-csv.ts';
import type { HistoryRun } from './history-run.ts';

type Cell = string | number | boolean | null;
type Row = Readonly<Record<string, Cell | undefined>>;
interface Forms {
  readonly json: readonly Row[] | undefined;
  readonly csv: string | undefined;
  readonly ndjson: string | undefined;
}

/** The same query in each form holds the same rows. */
export function itTellsTheSameInEveryForm(of: () => HistoryRun): void {
  it.for(['raw', '15m', '1h'] as const)('history of all reserves by %s as JSON, CSV and NDJSON', async (interval) => {
    const { client, range } = of();
    const path = '/v1/kamino/lend/reserves/all/history';
    const query = { interval, from: String(range.from), to: String(range.to), limit: 10_000 };
    const read = async (format: 'csv' | 'ndjson') =>
      (await client.GET(path, { params: { query: { ...query, format } }, parseAs: 'text' })).data;
    const json = (await client.GET(path, { params: { query } })).data?.data;
    const forms = { json, csv: await read('csv'), ndjson: await read('ndjson') };
    expect(cellsOfCsv(forms)).toEqual(cellsOfJson(forms));
    expect(rowsOfNdjson(forms)).toEqual(json);
  });

  it('fees as JSON, CSV and NDJSON', async () => {
    const { client, range } = of();
    const path = '/v1/kamino/lend/fees';
    const query = { interval: '1h', group_by: 'reserve', from: String(range.from), to: String(range.to) } as const;
    const read = async (format: 'csv' | 'ndjson') =>
      (await client.GET(path, { params: { query: { ...query, format } }, parseAs: 'text' })).data;
    const json = (await client.GET(path, { params: { query } })).data?.data;
    const forms = { json, csv: await read('csv'), ndjson: await read('ndjson') };
    expect(cellsOfCsv(forms)).toEqual(cellsOfJson(forms));
    expect(rowsOfNdjson(forms)).toEqual(json);
  });
}

/** Names, then the cells of each row: null where nothing is known, everything else as text. */
function cellsOfCsv({ csv = '' }: Forms): (string | null)[][] {
  return parseCsv(csv);
}

function cellsOfJson({ json = [] }: Forms): (string | null)[][] {
  const names = Object.keys(json[0] ?? {});
  if (names.length === 0) throw new Error('there are no rows');
  const cellOf = (cell: Cell | undefined): string | null => (cell === null ? null : String(cell));
  return [names, ...json.map((row) => names.map((name) => cellOf(row[name])))];
}

function rowsOfNdjson({ ndjson = '' }: Forms): unknown[] {
  return ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}
