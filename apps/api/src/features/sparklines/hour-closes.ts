import { DAY_MS, floorMs } from '@tidemark/core';
import { COURSE_NUMBERS, type HourClose, listDayRevisions, listFinalCloses, type Sql } from '@tidemark/schema';

/** Numbers of a reserve at the end of an hour, in the order of `COURSE_NUMBERS`. */
export type CloseNumbers = readonly (number | null)[];

interface KeptHour {
  /** Of its day, as it was before the hour was read. */
  readonly revision: string;
  readonly closes: ReadonlyMap<string, CloseNumbers>;
}

/** Hours that one statement reads. */
const HOURS_A_READ = 8;
/** Digits that a line of a few pixels can show. */
const DIGITS = 5;

/** What the reserves had at the ends of hours, read again only of days in which something was committed since. */
export class HourCloses {
  readonly #sql: Sql;
  readonly #protocol: string;
  #kept: ReadonlyMap<number, KeptHour> = new Map();

  constructor(sql: Sql, protocol: string) {
    this.#sql = sql;
    this.#protocol = protocol;
  }

  /** By the starts of the hours, as they are given. Those of earlier calls are forgotten. */
  async load(hours: readonly number[], reserves: readonly string[]): Promise<readonly KeptHour['closes'][]> {
    const [first = 0, last = 0] = [hours[0], hours.at(-1)];
    const range = { reserves, from: new Date(first), to: new Date(last + 1) };
    // Before the hours: what they hold may be newer, and is then read once more.
    const days = await listDayRevisions(this.#sql, range);
    const revisionOf = new Map(days.map(({ day, revision }) => [day.getTime(), revision]));
    const ofHour = (hour: number) => revisionOf.get(floorMs(hour, DAY_MS)) ?? '';
    const changed = hours.filter((hour) => this.#kept.get(hour)?.revision !== ofHour(hour));
    const read = await this.#read(changed);
    const kept = new Map(
      hours.map((hour) => {
        const closes = read.get(hour) ?? this.#kept.get(hour)?.closes ?? new Map<string, CloseNumbers>();
        return [hour, { revision: ofHour(hour), closes }] as const;
      }),
    );
    this.#kept = kept;
    return hours.map((hour) => kept.get(hour)?.closes ?? new Map<string, CloseNumbers>());
  }

  async #read(hours: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<string, CloseNumbers>>> {
    const found = new Map(hours.map((hour) => [hour, new Map<string, CloseNumbers>()]));
    for (let start = 0; start < hours.length; start += HOURS_A_READ) {
      const some = hours.slice(start, start + HOURS_A_READ).map((hour) => new Date(hour));
      for (const close of await listFinalCloses(this.#sql, { protocol: this.#protocol, hours: some })) {
        found.get(close.hourStart.getTime())?.set(close.reserve, numbersOf(close));
      }
    }
    return found;
  }
}

function numbersOf(close: HourClose): CloseNumbers {
  return COURSE_NUMBERS.map((name) => {
    const value = close[name];
    return value === null ? null : Number(value.toPrecision(DIGITS));
  });
}
