import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';

const ROWS_PER_CHUNK = 500;

/** A property of the rows and the column that it is for. */
interface Column {
  readonly key: string;
  readonly name: string;
}

/** Sends rows by COPY; answers how many. */
export async function copyRows(
  sql: postgres.Sql,
  table: string,
  columns: readonly Column[],
  rows: Iterable<object>,
): Promise<number> {
  let count = 0;
  function* chunks(): Generator<string> {
    let text = '';
    for (const row of rows) {
      text += `${columns.map(({ key }) => toCell(Reflect.get(row, key))).join('\t')}\n`;
      count += 1;
      if (count % ROWS_PER_CHUNK !== 0) continue;
      yield text;
      text = '';
    }
    if (text !== '') yield text;
  }
  const target = await sql
    .unsafe(`COPY ${table} (${columns.map(({ name }) => name).join(', ')}) FROM STDIN`)
    .writable();
  await pipeline(Readable.from(chunks()), target);
  return count;
}

function toCell(value: unknown): string {
  if (value === null) return '\\N';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'object') return JSON.stringify(value).replaceAll('\\', '\\\\');
  throw new TypeError(`a ${typeof value} is no value of a column`);
}
