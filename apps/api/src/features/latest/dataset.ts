import { responseHeaders } from '@tidemark/contract';
import { JSON_TYPE } from '../../http/exchange.ts';
import { type PreparedResource, prepareResource, type RawHeaders } from '../../http/prepared.ts';
import type { SerializedRow, SerializedRows } from './rows.ts';

/** One array of snapshots, bare and in the envelope. */
export interface SnapshotAnswer {
  readonly bare: PreparedResource;
  /** Prepared when first asked for. */
  enveloped(): PreparedResource;
}

/** Everything that the latest-reserve reads of one protocol can answer. */
export interface LatestDataset {
  /** The bare array as text: two datasets with the same text are the same. */
  readonly text: string;
  readonly count: number;
  /** Addresses, in the order of the rows. */
  readonly reserves: readonly string[];
  /** Newest slot and chain time among the rows, null without rows. */
  readonly slot: bigint | null;
  readonly asOfSeconds: number | null;
  readonly all: SnapshotAnswer;
  /** The answer for one reserve, undefined where it is not known. Prepared when first asked for. */
  forReserve(reserve: string): SnapshotAnswer | undefined;
  /** The answer for these reserves, in the order of the list. Prepared anew each time. */
  select(reserves: ReadonlySet<string>): SnapshotAnswer;
  /** Which dates can be relied on, for the dataset that follows. */
  readonly dates: DateHistory;
}

export interface DatasetOptions {
  /** Headers that every answer of the app has. */
  readonly commonHeaders: RawHeaders;
  readonly cacheControl: string;
  readonly vary: string;
}

/** The newest date that each content had so far. A date that two contents share cannot tell them apart. */
interface DateHistory {
  readonly newestSeconds: number;
  readonly rows: ReadonlyMap<string, { readonly text: string; readonly seconds: number; readonly reliable: boolean }>;
}

/**
 * Prepares the answers. Compressed forms of the list are not made yet; see `compressDataset`. `previous` is the dataset
 * that this one replaces.
 */
export function prepareDataset(
  serialized: SerializedRows,
  previous: LatestDataset | null,
  options: DatasetOptions,
): LatestDataset {
  const dates = extendHistory(serialized, previous?.dates);
  const indexOf = new Map(serialized.rows.map((row, index) => [row.reserve, index]));
  const answers = new Map<string, SnapshotAnswer>();
  const listReliable = previous === null || (serialized.asOfSeconds ?? 0) > previous.dates.newestSeconds;
  return {
    text: serialized.text,
    count: serialized.rows.length,
    reserves: serialized.rows.map(({ reserve }) => reserve),
    slot: serialized.slot,
    asOfSeconds: serialized.asOfSeconds,
    all: prepareAnswer(serialized.text, serialized.slot, serialized.asOfSeconds, listReliable, options),
    forReserve: (reserve) => {
      const prepared = answers.get(reserve);
      if (prepared !== undefined) return prepared;
      const row = serialized.rows[indexOf.get(reserve) ?? -1];
      if (row === undefined) return undefined;
      const reliable = dates.rows.get(reserve)?.reliable ?? false;
      const answer = prepareAnswer(`[${row.text}]`, row.slot, row.seconds, reliable, options);
      answers.set(reserve, answer);
      return answer;
    },
    select: (reserves) => {
      const rows = serialized.rows.filter(({ reserve }) => reserves.has(reserve));
      const newest = newestMoment(rows);
      const text = `[${rows.map((row) => row.text).join(',')}]`;
      // Which reserves pass can change while their newest read is the same.
      return prepareAnswer(text, newest?.slot ?? null, newest?.seconds ?? null, false, options);
    },
    dates,
  };
}

/** Makes the compressed forms of the bare list, on other threads. */
export async function compressDataset(dataset: LatestDataset): Promise<void> {
  await dataset.all.bare.compressAll();
}

function extendHistory(serialized: SerializedRows, previous: DateHistory | undefined): DateHistory {
  const reliable = (row: SerializedRow): boolean => {
    const before = previous?.rows.get(row.reserve);
    if (before === undefined || row.seconds > before.seconds) return true;
    return row.text === before.text && before.reliable;
  };
  return {
    newestSeconds: Math.max(serialized.asOfSeconds ?? 0, previous?.newestSeconds ?? 0),
    rows: new Map(
      serialized.rows.map((row) => [row.reserve, { text: row.text, seconds: row.seconds, reliable: reliable(row) }]),
    ),
  };
}

function prepareAnswer(
  bareText: string,
  slot: bigint | null,
  asOfSeconds: number | null,
  lastModifiedReliable: boolean,
  options: DatasetOptions,
): SnapshotAnswer {
  const known = slot !== null && asOfSeconds !== null;
  const prepare = (text: string) =>
    prepareResource({
      contentType: 'application/json; charset=utf-8',
      body: Buffer.from(text),
      cacheControl: options.cacheControl,
      vary: options.vary,
      lastModifiedReliable,
      ...(known ? { etagPrefix: `${slot}-${asOfSeconds}`, lastModifiedSeconds: asOfSeconds } : {}),
      extraHeaders: [
        ...options.commonHeaders,
        ...(known ? [responseHeaders.dataSlot, String(slot), responseHeaders.dataAsOf, String(asOfSeconds)] : []),
      ],
    });
  let enveloped: PreparedResource | undefined;
  return {
    bare: prepare(bareText),
    enveloped: () => (enveloped ??= prepare(`{"data":${bareText},"status":200}`)),
  };
}

/** Newest slot and chain time of rows. */
export interface Moment {
  readonly slot: bigint;
  readonly seconds: number;
}

/** The newest of several moments, each part for itself; null where there is none. */
export function newestMoment(moments: Iterable<Moment>): Moment | null {
  let newest: Moment | null = null;
  for (const { slot, seconds } of moments) {
    newest =
      newest === null
        ? { slot, seconds }
        : { slot: slot > newest.slot ? slot : newest.slot, seconds: Math.max(seconds, newest.seconds) };
  }
  return newest;
}

/** `{data, meta, status}` of rows that are JSON already. */
export function momentText(rowTexts: readonly string[], moment: Moment | null): string {
  const slot = moment === null ? null : Number(moment.slot);
  const meta = JSON.stringify({ as_of: moment?.seconds ?? null, slot, count: rowTexts.length });
  return `{"data":[${rowTexts.join(',')}],"meta":${meta},"status":200}`;
}

/** An answer about a moment, with the headers that say which. */
export function prepareMoment(text: string, moment: Moment | null, options: DatasetOptions): PreparedResource {
  const { commonHeaders, cacheControl, vary } = options;
  const base = { contentType: JSON_TYPE, body: Buffer.from(text), cacheControl, vary };
  if (moment === null) return prepareResource({ ...base, extraHeaders: commonHeaders });
  return prepareResource({
    ...base,
    etagPrefix: `${moment.slot}-${moment.seconds}`,
    lastModifiedSeconds: moment.seconds,
    // Settings and what is compared with the past can change while the newest read is the same.
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
