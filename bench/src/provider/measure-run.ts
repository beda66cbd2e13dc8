import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase } from '@tidemark/schema';
import { waitFor } from '@tidemark/testing';
import type { Sql } from 'postgres';
import { type BenchStack, startBenchStack } from '../lib/bench-stack.ts';
import { MAINNET_RESERVES, type ProviderCalls, ProviderNode } from './provider-node.ts';
import type { ProviderRun, ProviderSight } from './provider-runs.ts';

/** All that was measured of one run. */
export interface ProviderResult extends ProviderSight, ProviderCalls {
  /** Until each reserve was observed again after the profile had ended; null: it was not. */
  readonly wellAgainSeconds: number | null;
}

const FIRST_POLL_WITHIN_MS = 300_000;
const WELL_AGAIN_WITHIN_MS = 180_000;
const LEDGER_WITHIN_MS = 180_000;
const LOOK_AGAIN_MS = 500;

/**
 * One run: node, database and indexer of its own, with the defaults that users have. The profile is in force from the moment at which each
 * reserve has been observed once, for so many minutes; then all is well, until each was observed again and the ledger of gaps says so.
 */
export async function measureRun(run: ProviderRun, minutes: number): Promise<ProviderResult> {
  const stack = await startBenchStack();
  const database = createDatabase({ url: stack.databaseUrl, maxConnections: 1, applicationName: 'bench' });
  try {
    const provider = await ProviderNode.start(stack);
    const profiles = run.name.split('+');
    if (run.fromStart === true) await provider.use(profiles);
    await startIndexer(stack, provider.urls.slice(0, profiles.length), run.env ?? {});
    const from = await allObservedSince(database.sql, new Date(0), FIRST_POLL_WITHIN_MS);
    if (run.fromStart !== true) await provider.use(profiles);
    await provider.takeCalls();
    await delay(minutes * 60_000);
    const to = new Date();
    const calls = await provider.takeCalls();
    await provider.use([]);
    const wellAgainAt = await allObservedSince(database.sql, to, WELL_AGAIN_WITHIN_MS).catch(() => null);
    await ledgerReaches(database.sql, wellAgainAt ?? new Date()).catch(() => undefined);
    return {
      ...(await countObservations(database.sql, { from, to, minutes })),
      gaps: await listGaps(database.sql),
      ...calls,
      wellAgainSeconds: wellAgainAt === null ? null : (wellAgainAt.getTime() - to.getTime()) / 1_000,
    };
  } finally {
    await database.close();
    await stack.stop();
  }
}

async function startIndexer(stack: BenchStack, urls: readonly string[], env: Readonly<Record<string, string>>) {
  await stack.startServer({
    name: 'indexer',
    entry: 'apps/indexer/dist/main.js',
    readyPath: '/ready',
    env: (port): Readonly<Record<string, string>> => ({
      DATABASE_URL: stack.databaseUrl,
      SOLANA_RPC_URL: urls.join(','),
      INDEXER_PORT: String(port),
      ...env,
    }),
  });
}

/** Resolves with the moment at which each reserve of the chain has been observed by a poll that began later than this. */
async function allObservedSince(sql: Sql, since: Date, timeoutMs: number): Promise<Date> {
  return waitFor(
    async () => {
      const [row] = await sql<{ reserves: number }[]>`
        SELECT count(DISTINCT reserve)::int AS reserves FROM (${observed(sql)}) AS o WHERE started_at > ${since}`;
      return row?.reserves === MAINNET_RESERVES ? new Date() : null;
    },
    { timeoutMs, intervalMs: LOOK_AGAIN_MS, description: 'each reserve to be observed' },
  );
}

/** Rows of hours are written with the ledger: once each is newer than this moment, all that ended before it is in. */
async function ledgerReaches(sql: Sql, moment: Date): Promise<void> {
  await waitFor(
    async () => {
      const [row] = await sql<{ reached: boolean | null }[]>`
        SELECT bool_and(newest > ${moment}) AS reached
        FROM (SELECT max(computed_at) AS newest FROM lend_v1.coverage WHERE interval_str = '1h' GROUP BY reserve) AS c`;
      return row?.reached === true;
    },
    { timeoutMs: LEDGER_WITHIN_MS, intervalMs: LOOK_AGAIN_MS, description: 'the ledger of gaps to catch up' },
  );
}

/** Observations a minute of banks of their own: the same bank read twice says nothing new. */
async function countObservations(
  sql: Sql,
  { from, to, minutes }: { readonly from: Date; readonly to: Date; readonly minutes: number },
) {
  const [row] = await sql<{ least: number; mean: number }[]>`
    SELECT min(observations)::float8 AS least, avg(observations)::float8 AS mean
    FROM (SELECT count(DISTINCT slot) AS observations FROM lend.reserves LEFT JOIN (${observed(sql)}) AS o
            ON o.reserve = address AND started_at > ${from} AND started_at <= ${to}
          GROUP BY address) AS r`;
  return { least: (row?.least ?? 0) / minutes, mean: (row?.mean ?? 0) / minutes };
}

/** The database is the run's own, so each gap is. */
async function listGaps(sql: Sql): Promise<ProviderSight['gaps']> {
  return sql<{ reason: string; count: number; longestSeconds: number }[]>`
    SELECT gap_reason_str AS reason, count(*)::int AS count, max(gap_seconds)::float8 AS "longestSeconds"
    FROM lend_v1.gaps GROUP BY 1 ORDER BY 2 DESC`;
}

const observed = (sql: Sql) => sql`
  SELECT asked.reserve, b.slot, b.started_at
  FROM lend.poll_batches AS b JOIN lend.reserve_sets AS s ON s.sha256 = b.reserve_set
  CROSS JOIN LATERAL unnest(s.reserves) AS asked(reserve)
  WHERE b.kind = 'poll' AND asked.reserve <> ALL (b.not_observed)`;
