import type { Sql } from 'postgres';

/** What can be asked for in a database, read from the views of `lend_v1`. Times in unix seconds. */
export interface World {
  /** What the clock of the database says: it stands where the recording ends. */
  readonly now: number;
  readonly first: number;
  /** Moments around which something happens: gaps, corrections, changes of configurations. */
  readonly moments: readonly number[];
  readonly protocols: readonly string[];
  readonly reserves: readonly WorldReserve[];
  /** Tokens that have a price, by mint and by symbol. */
  readonly mints: readonly string[];
  readonly symbols: readonly string[];
  readonly pools: readonly string[];
  /** Tokens of which pools are known. */
  readonly pooled: readonly string[];
}

export interface WorldReserve {
  readonly protocol: string;
  readonly reserve: string;
  readonly market: string;
  readonly token: string;
  readonly symbol: string;
}

/** Of each protocol. */
const RESERVES = 7;

export async function readWorld(sql: Sql): Promise<World> {
  const [times] = await sql<{ first: number; now: number }[]>`
    SELECT extract(epoch FROM min(observed_at))::float8 AS first, extract(epoch FROM now())::float8 AS now
    FROM lend_v1.reserve_snapshots`;
  if (times === undefined) throw new Error('nothing was observed');
  const prices = await sql<{ mint: string; symbol: string }[]>`
    SELECT token_address AS mint, token_symbol AS symbol FROM lend_v1.prices_latest ORDER BY token_address COLLATE "C"`;
  const pools = await sql<{ pool: string; token: string }[]>`
    SELECT DISTINCT ON (source_str, pool_status_str) pool, token_address AS token FROM lend_v1.liquidity_pools
    ORDER BY source_str, pool_status_str, pool COLLATE "C", token_address COLLATE "C"`;
  const reserves = await readReserves(sql);
  return {
    first: Math.floor(times.first),
    now: Math.floor(times.now),
    moments: await readMoments(sql),
    protocols: [...new Set(reserves.map(({ protocol }) => protocol))],
    reserves,
    mints: prices.map(({ mint }) => mint),
    symbols: [...new Set(prices.map(({ symbol }) => symbol))],
    pools: pools.map(({ pool }) => pool),
    pooled: [...new Set(pools.map(({ token }) => token))],
  };
}

/** Reserves of each protocol that differ: in status, in being listed, in having gaps, in being refused. */
function readReserves(sql: Sql): Promise<WorldReserve[]> {
  return sql<WorldReserve[]>`
    SELECT protocol, reserve, market, token, symbol FROM (
      SELECT r.*, row_number() OVER (PARTITION BY protocol ORDER BY of_its_kind, reserve COLLATE "C") AS place
      FROM (
        SELECT r.protocol, r.reserve, r.lending_market AS market, r.token_address AS token, r.token_symbol AS symbol,
          row_number() OVER (PARTITION BY r.protocol, r.status_str, r.listed_b,
            EXISTS (SELECT FROM lend_v1.quarantine AS q WHERE q.address = r.reserve),
            EXISTS (SELECT FROM lend_v1.gaps AS g WHERE g.reserve = r.reserve),
            EXISTS (SELECT FROM lend_v1.corrections AS c WHERE c.reserve = r.reserve)
            ORDER BY r.reserve COLLATE "C") AS of_its_kind
        FROM lend_v1.reserves AS r
      ) AS r
    ) AS r WHERE place <= ${RESERVES} ORDER BY protocol, reserve COLLATE "C"`;
}

/** The first, the middle and the last moment of each kind. */
async function readMoments(sql: Sql): Promise<number[]> {
  const found = await sql<{ moment: number }[]>`
    SELECT DISTINCT floor(extract(epoch FROM at))::float8 AS moment FROM (
      SELECT at, row_number() OVER of_kind AS place, count(*) OVER (PARTITION BY kind) AS places FROM (
        SELECT DISTINCT 'gap' AS kind, from_at AS at FROM lend_v1.gaps
        UNION ALL SELECT DISTINCT 'end of a gap', to_at FROM lend_v1.gaps WHERE to_at < 'infinity'
        UNION ALL SELECT DISTINCT 'change', observed_at FROM lend_v1.config_changes
        UNION ALL SELECT DISTINCT 'pools', observed_at FROM lend_v1.liquidity_batches
        UNION ALL SELECT DISTINCT 'price', observed_at FROM lend_v1.prices
        UNION ALL SELECT 'newest', max(observed_at) FROM lend_v1.reserve_snapshots
      ) AS each WHERE at IS NOT NULL WINDOW of_kind AS (PARTITION BY kind ORDER BY at)
    ) AS numbered
    WHERE place IN (1, (places + 1) / 2, places) ORDER BY 1`;
  return found.map(({ moment }) => moment);
}
