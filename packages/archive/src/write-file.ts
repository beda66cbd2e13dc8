import { createHash } from 'node:crypto';
import { createReadStream, openSync, closeSync, writeSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Queryable, Sql } from '@tidemark/schema';
import { z } from 'zod';
import { ArchiveError } from './archive-error.ts';
import { type Duck, duckText, withDuckDb } from './duckdb.ts';
import type { ExportColumn } from './export-columns.ts';
import type { Format } from './manifest.ts';

export interface FileRequest {
  readonly columns: readonly ExportColumn[];
  readonly format: Format;
  /** The SELECT without its list: `FROM … WHERE … ORDER BY …`. */
  readonly from: string;
  readonly path: string;
  readonly signal?: AbortSignal;
}

export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes the rows to a file that appears under its name when it is whole, and has been read back: as many rows as Postgres copied,
 * and the same values as the copy, by a sum of hashes of the rows. Doubles are read from Postgres' own shortest text,
 * which gives back every bit. Throws `NOT_VERIFIED` where the file says something else.
 */
export async function writeVerifiedFile(sql: Sql, request: FileRequest): Promise<WrittenFile> {
  const { path, format } = request;
  await mkdir(dirname(path), { recursive: true });
  const [copy, draft] = [`${path}.copy`, `${path}.partial`];
  try {
    const rows = await sql.begin('isolation level repeatable read read only', (tx) => copyToFile(tx, request, copy));
    request.signal?.throwIfAborted();
    await withDuckDb(join(dirname(path), '.duckdb'), async (duck) => {
      if (format === 'csv') await rename(copy, draft);
      else await duck.run(`COPY (SELECT * FROM ${csvOf(copy, request)}) TO ${duckText(draft)} (${OPTIONS[format]})`);
      const found = await digestOf(duck, readerOf(draft, request));
      const wanted = format === 'csv' ? { ...found, rows } : await digestOf(duck, csvOf(copy, request));
      if (found.rows !== rows || wanted.rows !== rows || found.hash !== wanted.hash) {
        throw new ArchiveError(
          'NOT_VERIFIED',
          `${path} was read back with ${found.rows} rows, Postgres copied ${rows}, or a value differs`,
        );
      }
    });
    const { size } = await stat(draft);
    const sha256 = await sha256Of(draft);
    await rename(draft, path);
    return { rows, bytes: size, sha256 };
  } finally {
    for (const left of [copy, draft]) await rm(left, { force: true });
    await rm(join(dirname(path), '.duckdb'), { recursive: true, force: true });
  }
}

/** What a null is in CSV: nothing; an empty text is `""`. */
async function copyToFile(sql: Queryable, { columns, from, signal }: FileRequest, path: string): Promise<number> {
  const list = columns.map(({ name, expression }) => `${expression} AS "${name}"`).join(', ');
  const file = openSync(path, 'w');
  try {
    const statement = sql
      .unsafe(`COPY (SELECT ${list} ${from}) TO STDOUT (FORMAT csv, HEADER true)`)
      .copyOut((bytes, start, end) => {
        writeSync(file, bytes, start, end - start);
      });
    const cancel = (): void => statement.cancel();
    signal?.addEventListener('abort', cancel);
    try {
      return (await statement).count;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  } finally {
    closeSync(file);
  }
}

const OPTIONS = {
  parquet: 'FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880',
  ndjson: 'FORMAT json, ARRAY false',
} as const;

const typesOf = (columns: readonly ExportColumn[]): string =>
  `{${columns.map(({ name, type }) => `${duckText(name)}: ${duckText(type)}`).join(', ')}}`;

function csvOf(path: string, { columns }: FileRequest): string {
  return `read_csv(${duckText(path)}, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '',
    allow_quoted_nulls = false, hive_partitioning = false, max_line_size = 2097152, columns = ${typesOf(columns)})`;
}

function readerOf(path: string, request: FileRequest): string {
  if (request.format === 'csv') return csvOf(path, request);
  if (request.format === 'parquet') return `read_parquet(${duckText(path)}, hive_partitioning = false)`;
  return `read_json(${duckText(path)}, format = 'newline_delimited', hive_partitioning = false, maximum_object_size = 2097152,
    columns = ${typesOf(request.columns)})`;
}

/** DuckDB's JSON has integers of 64 bits as text. */
const digestsSchema = z.tuple([z.object({ rows: z.string(), hash: z.string() })]);

/** The columns by name, so that a file that lacks one is not read; what the rows are does not depend on their order. */
async function digestOf(duck: Duck, source: string): Promise<{ readonly rows: number; readonly hash: string }> {
  const reader = await duck.runAndReadAll(
    `SELECT count(*) AS rows, coalesce(sum(hash(t)::HUGEINT), 0)::VARCHAR AS hash FROM ${source} AS t`,
  );
  const [row] = digestsSchema.parse(reader.getRowObjectsJson());
  return { rows: Number(row.rows), hash: row.hash };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
