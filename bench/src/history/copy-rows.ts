import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';

const ROWS_PER_CHUNK = 500;

/** `availableAmountF` is the column `available_amount_f`. */
export function columnOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Sends rows by COPY. Their keys, all of them the same, are the columns in camel case. */
export async function copyRows(sql: postgres.Sql, table: string, rows: Iterable<object>): Promise<number> {
  const iterator = rows[Symbol.iterator]();
  const first = iterator.next();
  if (first.done === true) return 0;
  const columns = Object.keys(first.value).map(columnOf);
  let count = 0;
  function* chunks(): Generator<string> {
    let text = '';
    for (let next: IteratorResult<object> = first; next.done !== true; next = iterator.next()) {
      text += `${Object.values(next.value).map(toCell).join('\t')}\n`;
      count += 1;
      if (count % ROWS_PER_CHUNK !== 0) continue;
      yield text;
      text = '';
    }
    if (text !== '') yield text;
  }
  const target = await sql.unsafe(`COPY ${table} (${columns.join(', ')}) FROM STDIN`).writable();
  await pipeline(Readable.from(chunks()), target);
  return count;
}

function toCell(value: unknown): string {
  if (value === null) return '\\N';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint') return value.toString();
  throw new TypeError(`a ${typeof value} is no value of a column`);
}
