import { REASON_OF_CODE } from '@tidemark/model';

/** As `gapReasonOf` says it of a failed attempt: the reason for a column with its code. */
export function failureReasonSql(column: string): string {
  const cases = Object.entries(REASON_OF_CODE).map(([code, reason]) => `WHEN '${code}' THEN '${reason}'`);
  return `CASE ${column} ${cases.join(' ')} ELSE 'poll_failed:' || ${column} END`;
}
