import type { Protocol } from '@tidemark/protocols';
import {
  type AuditFindingRow,
  getCommitRange,
  type LatestReserve,
  listAuditSnapshots,
  listCommitsAfter,
  type SnapshotKey,
  type Sql,
} from '@tidemark/schema';
import { chunk } from '../../pipeline/fetch-batch.ts';
import { type CheckedPart, partOf } from '../finding.ts';
import { namedSnapshots, RowJudge } from './check-rows.ts';

export interface AuditRowsOptions {
  readonly protocol: Protocol;
  /** Last commit whose rows were checked; null before the first audit. */
  readonly commitSeq: bigint | null;
  readonly latest: readonly LatestReserve[];
  /** Open findings of the checks of rows: the rows that they name are looked at again. */
  readonly open: readonly Pick<AuditFindingRow, 'subject' | 'detail'>[];
  readonly signal: AbortSignal;
  /** Rows that one audit takes in before it leaves the rest to the next. Default 20,000. */
  readonly maxRows?: number;
  /** Default 20,000. */
  readonly budgetMs?: number;
  /** Default 100. */
  readonly commitsAtOnce?: number;
}

export interface AuditedRows extends CheckedPart {
  /** Everything up to this commit was looked at. */
  readonly commitSeq: bigint;
  readonly rows: number;
}

const MAX_ROWS = 20_000;
const BUDGET_MS = 20_000;
const COMMITS_AT_ONCE = 100;
/** Rows are read whole and judged without a pause: so many take about ten milliseconds. */
const ROWS_AT_ONCE = 250;
/** The first audit of a database checks what was committed last. */
const FIRST_COMMITS = 2_000n;

/** Checks the newest row of each reserve, what was committed since the last audit, and what is known to be wrong. */
export async function auditRows(sql: Sql, options: AuditRowsOptions): Promise<AuditedRows> {
  const { latest, open } = options;
  const judge = new RowJudge(options.protocol);
  const decimals = new Map(latest.map(({ reserve, tokenDecimals }) => [reserve, tokenDecimals]));
  // First, so that rows which a finding names stay those that it names.
  await judgeSnapshots(sql, namedSnapshots(open), { judge, decimals });
  for (const state of latest) {
    judge.add({ table: 'reserve_latest', state, tokenDecimals: state.tokenDecimals, previous: null, next: null });
  }
  const commitSeq = await judgeCommits(sql, options, { judge, decimals });
  return {
    commitSeq,
    rows: judge.rows,
    ...partOf(judge.results()),
  };
}

interface Judging {
  readonly judge: RowJudge;
  readonly decimals: ReadonlyMap<string, number>;
}

/** Returns the last commit that was taken in as a whole. */
async function judgeCommits(sql: Sql, options: AuditRowsOptions, judging: Judging): Promise<bigint> {
  const { signal, maxRows = MAX_ROWS, budgetMs = BUDGET_MS } = options;
  const protocol = options.protocol.name;
  const { commitsAtOnce: limit = COMMITS_AT_ONCE } = options;
  const deadline = performance.now() + budgetMs;
  let commitSeq = options.commitSeq ?? (await beginAt(sql, protocol));
  for (;;) {
    signal.throwIfAborted();
    const commits = await listCommitsAfter(sql, { protocol, commitSeq, limit });
    const keys = commits.flatMap(({ snapshotReserves, observedAt, slot }) =>
      snapshotReserves.map((reserve): SnapshotKey => ({ reserve, observedAt, slot })),
    );
    await judgeSnapshots(sql, keys, judging);
    commitSeq = commits.at(-1)?.commitSeq ?? commitSeq;
    const isEnough = judging.judge.rows >= maxRows || performance.now() > deadline;
    if (commits.length < limit || isEnough) return commitSeq;
  }
}

async function beginAt(sql: Sql, protocol: string): Promise<bigint> {
  const range = await getCommitRange(sql, { protocol });
  if (range === null) return 0n;
  const recent = range.last - FIRST_COMMITS;
  return recent > range.first - 1n ? recent : range.first - 1n;
}

async function judgeSnapshots(sql: Sql, keys: readonly SnapshotKey[], { judge, decimals }: Judging): Promise<void> {
  for (const piece of chunk(keys, ROWS_AT_ONCE)) {
    for (const { row, previous, next } of await listAuditSnapshots(sql, piece)) {
      const tokenDecimals = decimals.get(row.reserve);
      // Of a market that is no longer followed, or of an account that is gone.
      if (tokenDecimals === undefined) continue;
      judge.add({ table: 'reserve_snapshots', state: row, tokenDecimals, previous, next });
    }
  }
}
