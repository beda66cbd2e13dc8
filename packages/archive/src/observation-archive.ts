import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { duckText, withDuckDb } from './duckdb.ts';
import { OBSERVATIONS } from './archive-month.ts';
import { readManifest } from './manifest.ts';

/** Rows of one reserve in a file of the archive, by time and slot. */
export interface ObservationAsk {
  /** Below the folder of the archive. */
  readonly file: string;
  readonly reserve: string;
  readonly from: Date;
  readonly to: Date;
  /** Only what comes after this time and slot. */
  readonly after: { readonly at: Date; readonly slot: string } | null;
  /** Columns of `lend_v1.reserve_snapshots`, or `timestamp`. */
  readonly cells: readonly string[];
  readonly limit: number;
}

const rowsSchema = z.array(
  z.array(z.union([z.string(), z.custom<number>((value) => typeof value === 'number'), z.null()])),
);

/** The folder that `archiveMonth` writes to, read. Its files are those that were verified when they were written. */
export class ObservationArchive {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** Whether a file is here and in the manifest. */
  async has(file: string): Promise<boolean> {
    const manifest = await readManifest(join(this.#root, OBSERVATIONS));
    return manifest?.files.some(({ path }) => `${OBSERVATIONS}/${path}` === file) ?? false;
  }

  /** Address, unix milliseconds and slot, then the cells: doubles are numbers, all else is text, or null. */
  async read(ask: ObservationAsk): Promise<(string | number | null)[][]> {
    const { file, reserve, from, to, after, cells, limit } = ask;
    const list = ['reserve', 'epoch_ms(observed_at)::VARCHAR', 'slot::VARCHAR', ...cells.map(expressionOf)];
    const at = (moment: Date) => `TIMESTAMPTZ ${duckText(moment.toISOString())}`;
    const beyond = after === null ? '' : `AND (observed_at, slot) > (${at(after.at)}, ${BigInt(after.slot)}::BIGINT)`;
    return withDuckDb(tmpdir(), async (duck) => {
      const found = await duck.runAndReadAll(`SELECT ${list.join(', ')}
        FROM read_parquet(${duckText(join(this.#root, file))}, hive_partitioning = false)
        WHERE reserve = ${duckText(reserve)} AND observed_at >= ${at(from)} AND observed_at < ${at(to)} ${beyond}
        ORDER BY observed_at, slot LIMIT ${limit}`);
      return rowsSchema.parse(found.getRowsJS());
    });
  }
}

const NAME = /^[a-z0-9_]+$/;

/** Doubles as they are, in the shortest text that gives them back; exact numbers as their digits. */
function expressionOf(cell: string): string {
  if (!NAME.test(cell)) throw new RangeError(`${cell} is no column`);
  if (cell === 'timestamp') return 'floor(epoch_ms(observed_at) / 1000)::BIGINT::VARCHAR';
  return cell.endsWith('_f') ? cell : `${cell}::VARCHAR`;
}
