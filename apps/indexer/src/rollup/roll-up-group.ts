import { cover, DAY_MS, earlier, endOf, floorTo, HOUR_MS, type TimeRange } from '@tidemark/core';
import { type Bucket, foldBuckets } from '@tidemark/model';
import { protocolOf } from '@tidemark/protocols';
import {
  countBuckets,
  getDatabaseTime,
  listObservationSpans,
  listTermsTimelines,
  type Queryable,
  replaceIngestGaps,
  setTransactionTimeout,
  type Sql,
  streamBuckets,
  toBucket,
  writeBuckets,
} from '@tidemark/schema';
import { buildHours, type RefusedReserve } from './build-hours.ts';
import { type ResolvedGaps, resolveGaps } from './resolve-gaps.ts';
import { takeTurnOf, takeTurnToMark } from '../run-alone.ts';

/** Reserves whose gaps, quarters of an hour, hours and days are made together, in one transaction. */
export interface RollupGroup {
  /** In byte order. */
  readonly reserves: readonly string[];
  /** Whole hours. */
  readonly range: TimeRange;
}

export interface RollupContext {
  readonly sql: Sql;
  readonly protocol: string;
  /** End of the newest observation span: who was not looked at until then is not observed now. */
  readonly newestBankAt: Date;
  /** See `writeBuckets`; of hours and days. */
  readonly keepsPublished?: boolean;
}

/** What a group wrote: rows that are new or came out differently. */
export interface GroupReport {
  readonly quarterHourly: number;
  readonly hourly: number;
  readonly daily: number;
  readonly gaps: number;
  readonly refused: readonly RefusedReserve[];
}

export type GroupContext = Omit<RollupContext, 'sql'>;
/** Makes a group, as `rollUpGroup` does. */
export type GroupWorker = (context: GroupContext, group: RollupGroup) => Promise<GroupReport>;

/**
 * Makes gaps, quarters, hours and days of a group in a range again, from what is stored: the result depends on that alone, not on who
 * asks, when, or what was there before. All of it is written, or nothing.
 */
export async function rollUpGroup(context: RollupContext, group: RollupGroup): Promise<GroupReport> {
  return context.sql.begin('isolation level read committed', async (tx) => {
    await takeTurnOf(tx, context.protocol, group.reserves);
    return rollUpInTransaction(tx, context, group);
  });
}

/** What one step of a group may take. */
const STEP_TIMEOUT_MS = 120_000;

/**
 * The limit of the transaction begins anew with each step: the hours of a gap that went on for months are all made in one, and
 * would be begun and ended again for ever.
 */
const goOn = (tx: Queryable): Promise<void> => setTransactionTimeout(tx, STEP_TIMEOUT_MS);

async function rollUpInTransaction(
  tx: Queryable,
  { protocol, newestBankAt, keepsPublished = false }: RollupContext,
  { reserves, range }: RollupGroup,
): Promise<GroupReport> {
  const timelines = await listTermsTimelines(tx, { protocol: protocolOf(protocol), reserves });
  const spans = await listObservationSpans(tx, { protocol, ...range });
  const resolved = await resolveGaps(tx, { protocol, reserves, range, spans, newestBankAt });

  const written = { quarterHourly: 0, hourly: 0, daily: 0, refused: new Map<string, RefusedReserve>() };
  const now = await getDatabaseTime(tx);
  for (const part of untilNow(splitByRange(reserves, range, resolved), now)) {
    const isWhole = part.range.from >= range.from && part.range.to <= range.to;
    const partSpans = isWhole ? spans : await listObservationSpans(tx, { protocol, ...part.range });
    const { gaps } = isWhole ? resolved : await resolveGaps(tx, { protocol, ...part, spans: partSpans, newestBankAt });
    const input = { protocol, ...part, timelines, spans: partSpans, gaps, newestBankAt };
    await goOn(tx);
    const { quarters, hours, refused } = await buildHours(tx, input);
    const begun = quarters.filter(({ start }) => start <= now);
    await goOn(tx);
    written.quarterHourly += (await writeBuckets(tx, 'quarter_hourly', protocol, begun)).written;
    await goOn(tx);
    await takeTurnToMark(tx, protocol);
    const hourly = await writeBuckets(tx, 'hourly', protocol, hours, { keepsPublished });
    written.hourly += hourly.written;
    await goOn(tx);
    const isAll = hourly.isStored && (await areAllOfDays(tx, part, hours.length));
    const days = isAll ? foldDays(protocol, hours) : await foldStoredDays(tx, protocol, part);
    await goOn(tx);
    written.daily += (await writeBuckets(tx, 'daily', protocol, days, { keepsPublished })).written;
    for (const entry of refused) written.refused.set(entry.reserve, entry);
  }
  await replaceIngestGaps(tx, { protocol, removed: resolved.removed, added: resolved.added });
  return {
    quarterHourly: written.quarterHourly,
    hourly: written.hourly,
    daily: written.daily,
    gaps: resolved.added.length + resolved.removed.length,
    refused: [...written.refused.values()],
  };
}

/** Reserves with the time that has to be made again of each: more than was asked for where a gap has another reason now. */
function splitByRange(reserves: readonly string[], range: TimeRange, { changed }: ResolvedGaps): RollupGroup[] {
  const parts = new Map<string, { reserves: string[]; range: TimeRange }>();
  for (const reserve of reserves) {
    const part = changed.get(reserve);
    const whole = part === undefined ? range : cover(range, hoursOf(part));
    const key = `${whole.from.getTime()} ${whole.to.getTime()}`;
    const known = parts.get(key);
    if (known === undefined) parts.set(key, { reserves: [reserve], range: whole });
    else known.reserves.push(reserve);
  }
  return [...parts.values()];
}

/** Without hours that begin after now: the time of a bank can be ahead of the database's clock, and is made buckets of when they begin. */
function untilNow(groups: readonly RollupGroup[], now: Date): RollupGroup[] {
  const end = endOf(now, HOUR_MS);
  return groups
    .map(({ reserves, range: { from, to } }) => ({ reserves, range: { from, to: earlier(to, end) } }))
    .filter(({ range: { from, to } }) => from < to);
}

function hoursOf({ from, to }: TimeRange): TimeRange {
  return { from: floorTo(from, HOUR_MS), to: endOf(to, HOUR_MS) };
}

/** Whether so many hours, which are stored, are all that the days of a range have of the reserves. */
async function areAllOfDays(tx: Queryable, { reserves, range }: RollupGroup, hours: number): Promise<boolean> {
  const isWhole = [range.from, range.to].every((edge) => floorTo(edge, DAY_MS).getTime() === edge.getTime());
  return isWhole && (await countBuckets(tx, { grain: 'hourly', reserves, ...range })) === hours;
}

/** Days from hours in the order of reserve and time. */
function foldDays(protocol: string, hours: readonly Bucket[]): Bucket[] {
  const folder = new DayFolder(protocol);
  for (const hour of hours) folder.add(hour);
  return folder.end();
}

/** The days that a range touches, from the hours as they are stored by now. */
async function foldStoredDays(tx: Queryable, protocol: string, { reserves, range }: RollupGroup): Promise<Bucket[]> {
  const from = floorTo(range.from, DAY_MS);
  const to = endOf(new Date(range.to.getTime() - 1), DAY_MS);
  const folder = new DayFolder(protocol);
  for await (const page of streamBuckets(tx, { grain: 'hourly', protocol, reserves, from, to })) {
    for (const row of page) folder.add(toBucket(row));
  }
  return folder.end();
}

class DayFolder {
  readonly #rules: ReturnType<typeof protocolOf>;
  readonly #days: Bucket[] = [];
  #hours: Bucket[] = [];

  constructor(protocol: string) {
    this.#rules = protocolOf(protocol);
  }

  add(hour: Bucket): void {
    const [first] = this.#hours;
    if (first?.reserve !== hour.reserve || floorTo(first.start, DAY_MS) < floorTo(hour.start, DAY_MS)) this.#close();
    this.#hours.push(hour);
  }

  end(): Bucket[] {
    this.#close();
    return this.#days;
  }

  #close(): void {
    const [first] = this.#hours;
    if (first === undefined) return;
    this.#days.push(foldBuckets(this.#rules, this.#hours, floorTo(first.start, DAY_MS), endOf(first.start, DAY_MS)));
    this.#hours = [];
  }
}
