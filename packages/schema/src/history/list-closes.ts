import type { Queryable } from '../create-database.ts';

/** Numbers at the ends of hours of which lists of reserves show the course, by their columns. */
export const COURSE_NUMBERS = ['supply_apy_f', 'borrow_apy_f', 'utilization_f', 'supplied_amount_usd_f'] as const;
export type CourseNumber = (typeof COURSE_NUMBERS)[number];

/** What a reserve had at the end of an hour; null what is not known. */
export type HourClose = Readonly<Record<CourseNumber, number | null>> & {
  readonly reserve: string;
  readonly hourStart: Date;
};

const COLUMNS = COURSE_NUMBERS.map((name) => `b.${name.slice(0, -2)}_close_f AS ${name}`).join(', ');

/** The numbers of all reserves of a protocol at the ends of these hours, where they are rolled up and final. */
export async function listFinalCloses(
  sql: Queryable,
  { protocol, hours }: { readonly protocol: string; readonly hours: readonly Date[] },
): Promise<HourClose[]> {
  // OFFSET 0 keeps the planner to a walk through the index for each hour: it would rather read the whole table.
  const rows = await sql<HourClose[]>`
    SELECT b.* FROM unnest(${hours.map((hour) => hour.toISOString())}::timestamptz[]) AS w(hour_start)
    CROSS JOIN LATERAL (
      SELECT b.reserve, b.bucket_start AS "hourStart", ${sql.unsafe(COLUMNS)}
      FROM lend.reserve_hourly AS b
      WHERE b.bucket_start = w.hour_start AND b.protocol = ${protocol} AND b.final OFFSET 0
    ) AS b`;
  return rows.map((row) => ({ ...row }));
}
