import { setImmediate } from 'node:timers/promises';
import { responseHeaders } from '@tidemark/contract';
import type { ReserveDetailRow } from '@tidemark/schema';
import { JSON_TYPE } from '../http/answer.ts';
import type { DatasetOptions } from '../latest/latest-dataset.ts';
import { unixSecondsOf } from '../latest/to-reserve-snapshot.ts';
import { type PreparedResource, prepareResource } from '../prepared/prepared-resource.ts';
import { toReserveDetailJson, type WindowStarts } from './to-reserve-detail-json.ts';

/** The details of all reserves, ready to be sent. */
export interface DetailDataset {
  /** The whole answer: two datasets with the same text are the same. */
  readonly text: string;
  readonly all: PreparedResource;
  /** The answer for one reserve, undefined where it was never polled. Prepared when first asked for. */
  forReserve(reserve: string): PreparedResource | undefined;
}

/** Other requests are answered in between: deriving hundreds of rows at once would hold all of them up. */
const ROWS_AT_A_TIME = 32;

/** Derives the details. `startsOf` gives the starts of the windows of a reserve. `previous` is kept where nothing differs. */
export async function prepareDetails(
  rows: readonly ReserveDetailRow[],
  startsOf: (reserve: string) => WindowStarts,
  previous: DetailDataset | null,
  options: DatasetOptions,
): Promise<DetailDataset> {
  const texts = new Map<string, string>();
  for (const row of rows) {
    if (texts.size % ROWS_AT_A_TIME === 0) await setImmediate();
    texts.set(row.reserve, toReserveDetailJson(row, startsOf(row.reserve)));
  }
  const text = envelope([...texts.values()], rows);
  if (text === previous?.text) return previous;
  const single = new Map<string, PreparedResource>();
  return {
    text,
    all: prepare(text, rows, options),
    forReserve: (reserve) => {
      const made = single.get(reserve);
      if (made !== undefined) return made;
      const rowText = texts.get(reserve);
      const row = rows.find((candidate) => candidate.reserve === reserve);
      if (rowText === undefined || row === undefined) return undefined;
      const resource = prepare(envelope([rowText], [row]), [row], options);
      single.set(reserve, resource);
      return resource;
    },
  };
}

interface Moment {
  readonly slot: bigint;
  readonly seconds: number;
}

function momentOf(rows: readonly ReserveDetailRow[]): Moment | null {
  const [first] = rows;
  if (first === undefined) return null;
  let slot = first.slot;
  let seconds = 0;
  for (const row of rows) {
    if (row.slot > slot) slot = row.slot;
    seconds = Math.max(seconds, unixSecondsOf(row.observedAt));
  }
  return { slot, seconds };
}

function envelope(rowTexts: readonly string[], rows: readonly ReserveDetailRow[]): string {
  const moment = momentOf(rows);
  const slot = moment === null ? null : Number(moment.slot);
  const meta = JSON.stringify({ as_of: moment?.seconds ?? null, slot, count: rows.length });
  return `{"data":[${rowTexts.join(',')}],"meta":${meta},"status":200}`;
}

function prepare(text: string, rows: readonly ReserveDetailRow[], options: DatasetOptions): PreparedResource {
  const moment = momentOf(rows);
  const { commonHeaders, cacheControl, vary } = options;
  const base = { contentType: JSON_TYPE, body: Buffer.from(text), cacheControl, vary };
  if (moment === null) return prepareResource({ ...base, extraHeaders: commonHeaders });
  return prepareResource({
    ...base,
    etagPrefix: `${moment.slot}-${moment.seconds}`,
    lastModifiedSeconds: moment.seconds,
    // Settings and realised rates can change while the newest read is the same.
    lastModifiedReliable: false,
    extraHeaders: [
      ...commonHeaders,
      responseHeaders.dataSlot,
      String(moment.slot),
      responseHeaders.dataAsOf,
      String(moment.seconds),
    ],
  });
}
