import { createApiKey, revokeApiKey, writeLiquiditySearch } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { HISTORY_WORLD, LABELS, WORLD } from '../support/history-world.ts';
import { bankAt } from '../support/rows.ts';
import { startTestApi, type TestApi } from '../support/start-api.ts';
import type { GoodValues } from './make-requests.ts';

export interface FuzzWorld {
  readonly api: TestApi;
  readonly good: GoodValues;
}

/** The real API, as its own database role, over a day of history, with a key in force and one that is revoked. */
export async function startFuzzWorld(): Promise<FuzzWorld> {
  const api = await startTestApi({
    // The data of the world are of one day; how old they are is no failure here.
    readyMaxAgeMs: Number.MAX_SAFE_INTEGER,
    template: HISTORY_WORLD,
  });
  const { sql } = api.database;
  const { key } = await createApiKey(sql, { username: 'fuzz' });
  const { key: revokedKey, info } = await createApiKey(sql, { username: 'gone' });
  await revokeApiKey(sql, info.id);
  const [market] = await sql<{ address: string }[]>`SELECT address FROM lend.lending_markets`;
  const pools = [{ pool: POOL, source: 'raydium_cpmm', evidence: 'sdk' as const }];
  const tokenMint = addressFromLabel('SOL mint');
  await writeLiquiditySearch(sql, { tokenMint, foundBy: 'listed', failure: null, pools, calls: 1 });
  const mints = await sql<{ mint: string }[]>`SELECT DISTINCT token_mint AS mint FROM lend.reserves ORDER BY 1`;
  return {
    api,
    good: {
      key,
      revokedKey,
      byName: goodValues(
        market?.address ?? '',
        mints.map(({ mint }) => mint),
      ),
    },
  };
}

const POOL = addressFromLabel('pool');

function goodValues(market: string, mints: readonly string[]): GoodValues['byName'] {
  const reserves = [...LABELS.map(addressFromLabel), addressFromLabel('unknown')];
  const moments = [0, WORLD.deposit, WORLD.gap.from, WORLD.late, WORLD.end].map(
    (seconds) => bankAt(seconds).observedAt,
  );
  const times = moments.flatMap((moment) => [moment.toISOString(), String(moment.getTime() / 1000)]);
  const markets = [market, addressFromLabel('unknown market')];
  return {
    reserve: reserves,
    reserves: [...reserves, reserves.join(',')],
    market: markets,
    lending_market: markets,
    mint: mints,
    mints: [...mints, mints.join(',')],
    token: mints,
    token_address: mints,
    token_symbol: [...LABELS],
    symbols: [...LABELS, LABELS.join(',')],
    time: times,
    from: times,
    to: times,
    as_of: times,
    limit: ['1', '10', '1000'],
    pool: [POOL, addressFromLabel('unknown pool')],
    points: ['2', '51', '1001'],
    supply_delta: ['0', '1.5', '-1000000'],
    borrow_delta: ['0', '1.5', '-1000000'],
    supply_delta_usd: ['0', '1000.5', '-1000000'],
    borrow_delta_usd: ['0', '1000.5', '-1000000'],
    max_age: ['0', '60', '86400'],
    fields: ['timestamp', 'timestamp,reserve'],
    last_event_id: ['0', '1'],
    revision: ['AAAAAAAAAAAAAAAA'],
    code: ['40001', '40401', '99999'],
    asset: ['swagger-ui.css', 'nothing.js'],
    protocol: ['kamino'],
  };
}
