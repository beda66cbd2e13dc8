import type { Queryable } from '../create-database.ts';
import type { TotalsKind } from '../tables/index.ts';
import type { TotalsPeriods } from '../aggregates/totals-members.ts';

/** What tells two states of stored totals apart, period by period. */
export interface TotalsRevision {
  readonly start: Date;
  /** Place of the subject among those that were asked for; null of a period of which nothing is up to date. */
  readonly subject: number | null;
  readonly revision: string | null;
}

export interface TotalsRevisionsFilter extends TotalsPeriods {
  readonly subjects: readonly { readonly kind: TotalsKind; readonly of: string }[];
}

/**
 * The numbers of the last changes of the totals of each subject and period, and the periods that the rollup has yet to come to. All parts count, also
 * those that are left out of an answer.
 */
export async function listTotalsRevisions(sql: Queryable, filter: TotalsRevisionsFilter): Promise<TotalsRevision[]> {
  const { protocol, subjects, from, to, periodSeconds } = filter;
  const rows = await sql<TotalsRevision[]>`
    SELECT t.bucket_start AS start, (w.place - 1)::int AS subject, t.protocol || ' ' || string_agg(t.part || ' ' || t.change_id, ',' ORDER BY t.part) AS revision
    FROM unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ of }) => of)}::text[]) WITH ORDINALITY AS w(kind, subject, place)
    JOIN lend.bucket_totals AS t ON t.protocol = ${protocol} AND t.subject_kind = w.kind AND t.subject = w.subject
      AND t.width_seconds = ${periodSeconds}::int AND t.bucket_start >= ${from}::timestamptz AND t.bucket_start < ${to}::timestamptz
    GROUP BY t.protocol, 1, 2
    UNION ALL
    SELECT d.start, NULL, NULL FROM (
      SELECT bucket_start AS start FROM lend.bucket_totals_due
      WHERE protocol = ${protocol} AND width_seconds = ${periodSeconds}::int
        AND bucket_start >= ${from}::timestamptz AND bucket_start < ${to}::timestamptz
    ) AS d`;
  return rows.map((row) => ({ ...row }));
}
