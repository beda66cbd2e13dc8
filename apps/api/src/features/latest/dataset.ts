import { responseHeaders } from '@tidemark/contract';
import { JSON_TYPE } from '../../http/exchange.ts';
import { type PreparedResource, prepareResource, type RawHeaders } from '../../http/prepared.ts';
import { type Moment, newestMoment, type SerializedRow, type SerializedRows, textOf } from './rows.ts';

/** How long clients and proxies may keep the latest reserves: the chain moves every second, a poll comes every few. */
export const LATEST_CACHE_CONTROL = 'public, max-age=1, stale-while-revalidate=5';

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
  readonly rows: readonly SerializedRow[];
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
  const { rows, text, newest } = serialized;
  const listReliable = previous === null || (newest?.seconds ?? 0) > previous.dates.newestSeconds;
  return {
    text,
    count: rows.length,
    rows,
    reserves: rows.map(({ reserve }) => reserve),
    slot: newest?.slot ?? null,
    asOfSeconds: newest?.seconds ?? null,
    all: prepareAnswer(text, newest, listReliable, options),
    forReserve: remember((reserve) => {
      const row = rows[indexOf.get(reserve) ?? -1];
      const reliable = dates.rows.get(reserve)?.reliable ?? false;
      return row === undefined ? undefined : prepareAnswer(textOf([row]), row, reliable, options);
    }),
    select: (reserves) => {
      const chosen = rows.filter(({ reserve }) => reserves.has(reserve));
      // Which reserves pass can change while their newest read is the same.
      return prepareAnswer(textOf(chosen), newestMoment(chosen), false, options);
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
    newestSeconds: Math.max(serialized.newest?.seconds ?? 0, previous?.newestSeconds ?? 0),
    rows: new Map(
      serialized.rows.map((row) => [row.reserve, { text: row.text, seconds: row.seconds, reliable: reliable(row) }]),
    ),
  };
}

function prepareAnswer(
  bareText: string,
  moment: Moment | null,
  lastModifiedReliable: boolean,
  options: DatasetOptions,
): SnapshotAnswer {
  const prepare = (text: string) => prepareMoment(text, moment, options, lastModifiedReliable);
  let enveloped: PreparedResource | undefined;
  return {
    bare: prepare(bareText),
    enveloped: () => (enveloped ??= prepare(`{"data":${bareText},"status":200}`)),
  };
}

/** `{data, meta, status}` of rows that are JSON already. */
export function momentText(rowTexts: readonly string[], moment: Moment | null): string {
  const slot = moment === null ? null : Number(moment.slot);
  const meta = JSON.stringify({ as_of: moment?.seconds ?? null, slot, count: rowTexts.length });
  return `{"data":[${rowTexts.join(',')}],"meta":${meta},"status":200}`;
}

/**
 * An answer about a moment, with the headers that say which. Its date is reliable where nothing else changes while the newest read is the
 * same: not settings, and not what is compared with the past.
 */
export function prepareMoment(
  text: string,
  moment: Moment | null,
  { commonHeaders, cacheControl, vary }: DatasetOptions,
  lastModifiedReliable = false,
): PreparedResource {
  const base = { contentType: JSON_TYPE, body: Buffer.from(text), cacheControl, vary, lastModifiedReliable };
  if (moment === null) return prepareResource({ ...base, extraHeaders: commonHeaders });
  const [slot, seconds] = [String(moment.slot), String(moment.seconds)];
  return prepareResource({
    ...base,
    etagPrefix: `${slot}-${seconds}`,
    lastModifiedSeconds: moment.seconds,
    extraHeaders: [...commonHeaders, responseHeaders.dataSlot, slot, responseHeaders.dataAsOf, seconds],
  });
}

/** Keeps what was made. Only what exists is kept: unknown addresses are without number. */
export function remember<Made>(make: (key: string) => Made | undefined): (key: string) => Made | undefined {
  const kept = new Map<string, Made>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    if (made !== undefined) kept.set(key, made);
    return made;
  };
}
