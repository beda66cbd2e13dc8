import { unixSecondsOf } from '@tidemark/core';
import { setImmediate } from 'node:timers/promises';
import type { Protocol } from '@tidemark/protocols';
import type { ReserveDetailRow } from '@tidemark/schema';
import type { PreparedResource } from '../../http/prepared.ts';
import { type DatasetOptions, momentText, prepareMoment, remember } from '../latest/dataset.ts';
import { type Moment, newestMoment } from '../latest/rows.ts';
import { toDetailSubject } from './detail-subject.ts';
import { toReserveDetailJson } from './to-reserve-detail-json.ts';
import type { WindowStarts } from './window-starts.ts';

/** The details of all reserves, ready to be sent. */
export interface DetailDataset {
  /** The whole answer: two datasets with the same text are the same. */
  readonly text: string;
  readonly all: PreparedResource;
  /** The answer for these reserves, in the order of the list. Prepared anew each time. */
  select(reserves: ReadonlySet<string>): PreparedResource;
  /** The same with these columns only, in their order. Null: of all reserves; such an answer is cached for the next request. */
  withColumns(reserves: ReadonlySet<string> | null, columns: readonly string[]): Promise<PreparedResource>;
  /** Whether that answer is there already. */
  hasColumns(reserves: ReadonlySet<string> | null, columns: readonly string[]): boolean;
  /** The answer for one reserve, undefined where it was never polled. Prepared when first asked for. */
  forReserve(reserve: string): PreparedResource | undefined;
}

/** Other requests are answered in between: deriving hundreds of rows at once would hold all of them up. */
const ROWS_AT_A_TIME = 32;

/** Choices of columns whose answers are kept: programs ask for the same one again and again, and those of the dashboard are one. */
const MAX_KEPT = 8;

/** Derives the details. `startsOf` gives the starts of the windows that end with a row. `previous` is kept where nothing differs. */
export async function prepareDetails(
  protocol: Protocol,
  rows: readonly ReserveDetailRow[],
  startsOf: (row: ReserveDetailRow) => WindowStarts,
  previous: DetailDataset | null,
  options: DatasetOptions,
): Promise<DetailDataset> {
  const texts = new Map<string, string>();
  for (const row of rows) {
    if (texts.size % ROWS_AT_A_TIME === 0) await setImmediate();
    texts.set(row.reserve, toReserveDetailJson(toDetailSubject(protocol, row), startsOf(row)));
  }
  const moment = newestMoment(rows.map(momentOf));
  const text = momentText([...texts.values()], moment);
  if (text === previous?.text) return previous;
  const kept = new Map<string, Promise<PreparedResource>>();
  const pick = async (reserves: ReadonlySet<string> | null, columns: readonly string[]) => {
    const chosen = reserves === null ? rows : rows.filter(({ reserve }) => reserves.has(reserve));
    const picked: string[] = [];
    for (const { reserve } of chosen) {
      if (picked.length % ROWS_AT_A_TIME === 0) await setImmediate();
      picked.push(pickColumns(texts.get(reserve) ?? '{}', columns));
    }
    const newest = newestMoment(chosen.map(momentOf));
    return prepareMoment(momentText(picked, newest), newest, options);
  };
  return {
    text,
    hasColumns: (reserves, columns) => reserves === null && kept.has(columns.join()),
    withColumns: (reserves, columns) => {
      if (reserves !== null) return pick(reserves, columns);
      const key = columns.join();
      const known = kept.get(key) ?? pick(null, columns);
      kept.delete(key);
      kept.set(key, known);
      const [oldest = ''] = kept.keys();
      if (kept.size > MAX_KEPT) kept.delete(oldest);
      return known;
    },
    all: prepareMoment(text, moment, options),
    select: (reserves) => {
      const chosen = rows.filter(({ reserve }) => reserves.has(reserve));
      const newest = newestMoment(chosen.map(momentOf));
      const chosenTexts = chosen.flatMap(({ reserve }) => texts.get(reserve) ?? []);
      return prepareMoment(momentText(chosenTexts, newest), newest, options);
    },
    forReserve: remember((reserve) => {
      const rowText = texts.get(reserve);
      const row = rows.find((candidate) => candidate.reserve === reserve);
      if (rowText === undefined || row === undefined) return undefined;
      return prepareMoment(momentText([rowText], momentOf(row)), momentOf(row), options);
    }),
  };
}

/** A row of JSON with some of its columns. */
function pickColumns(text: string, columns: readonly string[]): string {
  const row: Readonly<Record<string, unknown>> = JSON.parse(text);
  return JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name]])));
}

function momentOf(row: ReserveDetailRow): Moment {
  return { slot: row.slot, seconds: unixSecondsOf(row.observedAt) };
}
