import { ByteWriter } from '@tidemark/schema';
import { type BucketPeriods, runsOf, stretchesOf } from './periods.ts';

/** Characters of rows that are kept in all. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
/** Periods whose revisions one statement reads. */
const PERIODS_A_READ = 1_000;
/** Runs of periods without a kept row that are read one by one; more of them are read as one. */
const MOST_RUNS = 4;

/** Which row: start of its period, and which of the groups that have rows in it; one group is ''. */
export interface RowPlace {
  readonly startMs: number;
  readonly group: string;
}

/** A row, written. */
export interface WrittenRow extends RowPlace {
  readonly text: string;
  /** Whether it stays as it is while its revision does. */
  readonly isFinal: boolean;
}

/** What tells two states of the data of a row apart. */
export interface RowRevision extends RowPlace {
  readonly revision: string;
}

export interface KeptRowsOptions {
  /** What all rows depend on beside their place: the subject, the columns, the format. */
  readonly key: string;
  readonly periods: BucketPeriods;
  /** Rows of the periods, in their order. */
  readonly places: (periods: BucketPeriods) => Iterable<RowPlace>;
  /** Of the rows whose data are known to be up to date; several of one row are one together. Read before the rows are. */
  readonly revisions: (periods: BucketPeriods) => Promise<Iterable<RowRevision>>;
  /** Makes all rows of the periods. */
  readonly make: (periods: BucketPeriods) => AsyncIterable<readonly WrittenRow[]>;
  readonly periodsARead?: number;
}

interface KeptRow {
  readonly revision: string;
  readonly text: string;
}

/**
 * Rows of periods that are over, as they were written, for as long as their revision is the same: most of a chart is what it was when it was last
 * requested. The rows of the subjects that were requested least recently go first.
 */
export class KeptRows {
  readonly #subjects = new Map<string, Map<string, KeptRow>>();
  #characters = 0;

  /** The rows in their order, in chunks. */
  async *read(options: KeptRowsOptions): AsyncGenerator<Uint8Array> {
    const { key, periods, places, revisions, make, periodsARead = PERIODS_A_READ } = options;
    const out = new ByteWriter();
    try {
      for (const stretch of stretchesOf(periods, periodsARead)) {
        const known = joinRevisions(await revisions(stretch));
        const texts = this.#find(key, known);
        const wanted = [...places(stretch)];
        const missing = wanted.filter((row) => !texts.has(placeOf(row))).map(({ startMs }) => startMs);
        for (const run of fewRuns(new Set(missing), stretch.widthMs)) {
          for await (const page of make(run)) {
            for (const row of page) {
              const place = placeOf(row);
              const revision = known.get(place);
              texts.set(place, row.text);
              if (revision !== undefined && row.isFinal) this.#keep(key, place, { revision, text: row.text });
            }
          }
        }
        for (const row of wanted) {
          const text = texts.get(placeOf(row));
          if (text === undefined) throw new Error('the database left out a period');
          out.text(text);
        }
        if (out.length > 0) yield out.take();
      }
    } finally {
      out.end();
    }
  }

  #find(key: string, known: ReadonlyMap<string, string>): Map<string, string> {
    const rows = this.#subjects.get(key);
    const texts = new Map<string, string>();
    if (rows === undefined) return texts;
    this.#subjects.delete(key);
    this.#subjects.set(key, rows);
    for (const [place, revision] of known) {
      const row = rows.get(place);
      if (row?.revision === revision) texts.set(place, row.text);
    }
    return texts;
  }

  #keep(key: string, place: string, row: KeptRow): void {
    const rows = this.#subjects.get(key) ?? new Map<string, KeptRow>();
    this.#subjects.set(key, rows);
    this.#characters += row.text.length - (rows.get(place)?.text.length ?? 0);
    rows.set(place, row);
    for (const [oldest, others] of this.#subjects) {
      if (this.#characters <= MOST_CHARACTERS) return;
      this.#subjects.delete(oldest);
      for (const { text } of others.values()) this.#characters -= text.length;
    }
  }
}

function joinRevisions(rows: Iterable<RowRevision>): ReadonlyMap<string, string> {
  const joined = new Map<string, string>();
  for (const row of rows) {
    const place = placeOf(row);
    joined.set(place, `${joined.get(place) ?? ''}${row.revision};`);
  }
  return joined;
}

function placeOf({ startMs, group }: RowPlace): string {
  return `${startMs} ${group}`;
}

function fewRuns(starts: ReadonlySet<number>, widthMs: number): readonly BucketPeriods[] {
  const runs = runsOf(starts, widthMs);
  const [first] = runs;
  const last = runs.at(-1);
  return first === undefined || last === undefined || runs.length <= MOST_RUNS
    ? runs
    : [{ firstMs: first.firstMs, endMs: last.endMs, widthMs }];
}
