import { buildOpenApiDocument } from '@tidemark/contract';
import { keyOf } from '@tidemark/model/fields';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeReserve } from '../support/accounts.ts';
import { openEventStream } from '../support/event-stream.ts';
import { MARKET, RANGE as FEE_RANGE, seedFees } from '../support/fee-buckets.ts';
import { HISTORY_WORLD, issueKey, WORLD } from '../support/history-world.ts';
import { commitObservation, seedObservations } from '../support/observations.ts';
import { bankAt } from '../support/rows.ts';
import { commitSeen } from '../support/seed.ts';
import { type TestApi, startTestApi } from '../support/start-api.ts';
import { BARE, DOLLAR, MAIN, RANGE as TOTALS_RANGE, SIDE, seedTotals } from '../support/total-buckets.ts';
import { masked, maskedText } from './masked.ts';

const V1 = '/v1/kamino/lend';
const SOL = `${V1}/reserves/${addressFromLabel('SOL')}`;
const USDC = `${V1}/reserves/${addressFromLabel('USDC')}`;
const HOUR = 3_600;
const unix = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const range = (fromHour: number, toHour: number) => `from=${unix(fromHour * HOUR)}&to=${unix(toHour * HOUR)}`;

/** A day of three reserves with a deposit, a loan and a gap. */
const HISTORY_PATHS = [
  `${V1}/reserves/all/latest`,
  `${V1}/reserves/all/latest?envelope=true&token_symbol=SOL`,
  `${SOL}/latest`,
  `${SOL}/latest?envelope=true`,
  `${V1}/info/markets`,
  `${V1}/info/reserves`,
  `${V1}/reserves/all/detail/latest`,
  `${SOL}/detail/latest`,
  `${SOL}/curve?points=5&supply_delta=1000&borrow_delta=-10.5`,
  `${SOL}/config`,
  `${V1}/reserves/all/config/changes?from=${unix(-1)}`,
  `${SOL}/config/changes?from=${unix(-1)}`,
  `${V1}/info/quarantine`,
  `${SOL}/history?interval=raw&${range(4.9, 5.2)}`,
  `${SOL}/history?interval=15m&${range(9.5, 13.5)}&fill=locf`,
  `${SOL}/history?interval=1h&${range(4, 14)}&fill=null`,
  `${SOL}/history?interval=1h&${range(19, 22)}&agg=twavg`,
  `${SOL}/history?interval=4h&${range(0, 28)}&agg=max`,
  `${SOL}/history?interval=1d&${range(0, 48)}`,
  `${USDC}/history?interval=1h&${range(0, 2)}`,
  `${V1}/reserves/all/history?interval=1h&${range(2, 6)}`,
  `${V1}/reserves/all/history?interval=1h&${range(2, 6)}&format=csv`,
  `${V1}/reserves/all/history?interval=1h&${range(2, 4)}&format=ndjson&fields=timestamp,reserve,supply_apy_f`,
  ...[WORLD.deposit + 7, WORLD.gap.from + 301, WORLD.late - 1, WORLD.end].flatMap((seconds) => [
    `${SOL}/at/${unix(seconds)}?max_age=10000`,
    `${V1}/reserves/${addressFromLabel('LATE')}/at/${unix(seconds)}`,
  ]),
  `${V1}/fees?interval=1h&group_by=reserve&${range(19, 21)}`,
  `/v1/coverage?${range(0, 30)}`,
  `/v1/coverage?${range(0, 30)}&format=csv`,
  '/v1/status',
  '/',
  '/health',
  '/ready',
  '/auth/usage',
  '/docs/errors/40001',
  `${SOL.slice(0, -1)}/latest`,
  `${V1}/reserves/${addressFromLabel('unknown')}/latest`,
  `${V1}/reserves/all/latest?nonsense=1`,
];

/** Two days of buckets of two markets. */
const TOTALS_PATHS = [
  `${V1}/markets/all/latest`,
  `${V1}/markets/${SIDE}/latest`,
  `${V1}/markets/${BARE}/latest`,
  `${V1}/tokens/${DOLLAR}/latest`,
  `${V1}/summary/latest`,
  ...[`markets/${MAIN}`, `tokens/${DOLLAR}`, 'summary'].flatMap((subject) => [
    `${V1}/${subject}/history?interval=1h&${range(4, 10)}`,
    `${V1}/${subject}/history?interval=4h&${range(0, 48)}`,
    `${V1}/${subject}/history?interval=1d&${TOTALS_RANGE}`,
    `${V1}/${subject}/history?interval=1d&${TOTALS_RANGE}&format=csv`,
  ]),
  '/v1/lend/reserves/all/latest',
  `/v1/lend/reserves/${addressFromLabel('USDC')}/latest`,
  '/v1/lend/markets/all/latest',
  `/v1/lend/markets/${SIDE}/latest`,
  `/v1/lend/markets/${SIDE}/history?interval=1h&${range(4, 6)}`,
  `/v1/lend/tokens/${DOLLAR}/latest`,
  `/v1/lend/tokens/${DOLLAR}/history?interval=1h&${range(4, 6)}`,
  '/v1/lend/summary/latest',
  `/v1/lend/summary/history?interval=1d&${TOTALS_RANGE}`,
  `/v1/lend/benchmark-rates/usd?interval=1h&${range(18, 22)}`,
  `/v1/lend/benchmark-rates/usd?interval=1d&${TOTALS_RANGE}&format=csv`,
];

/** Tokens that nothing is known of: rows all the same. What prices there can be has a test of its own. */
const TOKEN = `/v1/prices/${addressFromLabel('SOL mint')}`;
const PRICE_PATHS = [
  '/v1/prices/latest',
  `${SOL}/price-divergence/history?${range(0, 2)}`,
  `${TOKEN}/latest`,
  `${TOKEN}/sources/latest`,
  `${TOKEN}/at/${unix(1)}`,
  `${TOKEN}/history?interval=1d&${range(0, 48)}`,
];

/** Tokens and reserves of which no pool was read. What can be answered of pools has a test of its own. */
const DEPTH = `/v1/liquidity/tokens/${addressFromLabel('SOL mint')}/depth`;
const LIQUIDITY_PATHS = [
  `${DEPTH}/latest`,
  `${DEPTH}/history?interval=1d&${range(0, 48)}`,
  `/v1/liquidity/pools?mint=${addressFromLabel('SOL mint')}`,
  `${V1}/reserves/all/liquidation-coverage/latest`,
  `${SOL}/liquidation-coverage/latest`,
  `${SOL}/liquidation-coverage/history?${range(0, 2)}`,
];

/** Two days of interest. */
const FEE_PATHS = [
  ...['protocol', 'market', 'reserve'].flatMap((group) => [
    `${V1}/fees?interval=1h&group_by=${group}&${range(4, 10)}`,
    `${V1}/fees?interval=1d&group_by=${group}&${FEE_RANGE}&cumulative=true`,
  ]),
  `${V1}/fees?interval=4h&lending_market=${MARKET}&${FEE_RANGE}&format=csv`,
];

/** Observations of reserves, one of them refused for a while, and a configuration that changes. */
const LOOKS_PATHS = [
  `${V1}/info/quarantine`,
  `${V1}/info/reserves?status_str=active`,
  `${V1}/reserves/all/config/changes?from=${unix(-1)}`,
  `${V1}/reserves/all/config/changes?from=${unix(-1)}&limit=2`,
  `${SOL}/config/changes?from=${unix(-1)}`,
  `${SOL}/config`,
  `${V1}/reserves/all/detail/latest`,
  `/v1/coverage?${range(0, 1)}`,
  `/v1/coverage?${range(0, 1)}&format=ndjson`,
  `${V1}/summary/latest`,
];

/** Not asked for: pages that are no data, and what has a test of its own. */
const WITHOUT_ANSWER = new Set([
  '/metrics',
  '/openapi.json',
  '/docs',
  '/docs/assets/{asset}',
  '/v1/stream',
  // Of a pool that was found.
  '/v1/liquidity/pools/{pool}/depth/latest',
  // The days before now: a test of their own has them.
  '/v1/kamino/lend/reserves/all/sparklines',
  '/v1/lend/reserves/all/sparklines',
]);

let history: TestApi;
let totals: TestApi;
let fees: TestApi;
let observations: TestApi;
let key: Record<string, string>;
beforeAll(async () => {
  const readyMaxAgeMs = Number.MAX_SAFE_INTEGER;
  history = await startTestApi({ template: HISTORY_WORLD, readyMaxAgeMs });
  totals = await startTestApi({ prepare: seedTotals, readyMaxAgeMs });
  fees = await startTestApi({ prepare: seedFees, readyMaxAgeMs });
  observations = await startTestApi({
    readyMaxAgeMs,
    prepare: async (database) => {
      await seedObservations(database);
      const settings = { loanToValuePct: 70, depositLimitRaw: 200n };
      const seen = [seeReserve('SOL', 2_500), seeReserve('USDC', 2_500)];
      await commitSeen(database, 2_500, seen);
      await commitSeen(database, 2_600, [seeReserve('SOL', 2_600, { config: settings })]);
      await commitObservation(database, 2_700, bankAt(2_700), {
        labels: ['USDC', 'JTO'],
        refused: ['USDC'],
        gone: ['JTO'],
      });
      await database.sql`UPDATE lend.reserve_latest SET recorded_at = observed_at`;
    },
  });
  key = await issueKey(history.database, 'alice');
});
afterAll(async () => {
  await history?.stop();
  await totals?.stop();
  await fees?.stop();
  await observations?.stop();
});

async function answersOf(api: TestApi, paths: readonly string[], headers: Record<string, string>) {
  const answers: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, headers: got, text } = await api.call(path, { headers });
    const type = got.get('content-type') ?? '';
    const body: unknown = type.startsWith('application/json')
      ? masked(JSON.parse(text))
      : maskedText(text).split(/\r?\n/);
    const kept = ['x-data-slot', 'x-data-as-of', 'x-next-cursor'].flatMap((name) =>
      got.has(name) ? [[name, got.get(name)]] : [],
    );
    answers[path] = { status, type, ...Object.fromEntries(kept), body };
  }
  return answers;
}

const listOf = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;

describe('what users see', () => {
  it('answers of every GET route, numbers included', async () => {
    const answers = {
      ...(await answersOf(history, HISTORY_PATHS, key)),
      ...(await answersOf(totals, TOTALS_PATHS, {})),
      ...(await answersOf(fees, FEE_PATHS, {})),
      ...(await answersOf(history, PRICE_PATHS, {})),
      ...(await answersOf(history, LIQUIDITY_PATHS, {})),
    };
    await expect(listOf(answers)).toMatchFileSnapshot('./answers.json.snap');
    // Some of the paths are those of another database.
    const ofObservations = await answersOf(observations, LOOKS_PATHS, {});
    await expect(listOf(ofObservations)).toMatchFileSnapshot('./answers-of-observations.json.snap');
    const patterns = new Map(
      pathsOf('get').map((path) => [path, new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`)]),
    );
    const left = [...patterns].filter(([, pattern]) => !Object.keys(answers).some((path) => pattern.test(path)));
    expect(left.map(([path]) => path).filter((path) => !WITHOUT_ANSWER.has(path))).toEqual([]);
  });

  it('events of the stream', async () => {
    const stream = await openEventStream(history.url, '/v1/stream?last_event_id=1', key);
    const events = await stream.waitForEvents('reserve', 3);
    stream.close();
    await expect(listOf(masked(events.slice(0, 3)))).toMatchFileSnapshot('./stream.json.snap');
  });

  it('names and units of every CSV', async () => {
    const template: Record<string, string> = {
      reserve: addressFromLabel('SOL'),
      market: MAIN,
      mint: DOLLAR,
      token: DOLLAR,
      time: String(unix(1)),
    };
    let lines = '';
    const listed = pathsOf('get', 'text/csv').filter((path) => !path.includes('{pool}'));
    for (const path of listed) {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => template[name] ?? '');
      const api = /markets|tokens/.test(path) ? totals : history;
      const overTime = /\/history$|\/fees$|\/coverage$|\/benchmark-rates\//.test(path);
      for (const interval of overTime && path.includes('/reserves/') ? ['raw', '1h'] : ['']) {
        const rows = `${overTime ? `${range(0, 1)}&` : ''}format=csv&units=true`;
        const query = `${rows}${interval === '' ? '' : `&interval=${interval}`}`;
        const { text } = await api.call(`${filled}?${query}`, { headers: api === history ? key : {} });
        lines += `${path} ${interval}\n${text.split('\r\n').slice(0, 2).join('\n')}\n\n`;
      }
    }
    expect(lines).not.toContain('"error"');
    await expect(lines).toMatchFileSnapshot('./csv-headers.txt');
  });

  it('rows of every view of lend_v1', async () => {
    const { sql } = history.database;
    const views = await sql<{ view: string; order: string }[]>`
      SELECT c.relname AS view,
        (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute AS a
          WHERE a.attrelid = c.oid AND a.attnum BETWEEN 1 AND 4) AS order
      FROM pg_class AS c WHERE c.relnamespace = 'lend_v1'::regnamespace ORDER BY c.relname COLLATE "C"`;
    const rows: Record<string, unknown> = {};
    for (const { view, order } of views) {
      const found = await sql.unsafe<{ row: string }[]>(
        `SELECT to_jsonb(v)::text AS row FROM lend_v1.${view} AS v ORDER BY ${[order, ...keyOf(view)].join(', ')} LIMIT 2`,
      );
      // As Postgres writes them: numbers wider than a double stay what they are.
      rows[view] = found.map(({ row }) => masked(JSON.parse(row.replaceAll(/: (-?\d[\d.eE+-]*)/g, ': "$1"'))));
    }
    await expect(listOf(rows)).toMatchFileSnapshot('./views.json.snap');
  });

  it('the same names of a reserve in every view, and its two parts of the yield added up', async () => {
    const { sql } = history.database;
    const views = await sql<{ view: string; total: string | null }[]>`
      SELECT table_name AS view, max(column_name::text) FILTER (WHERE column_name LIKE 'supply_apy_total%close_f' OR column_name = 'supply_apy_total_f') AS total
      FROM information_schema.columns WHERE table_schema = 'lend_v1'
      GROUP BY 1 HAVING bool_or(column_name = 'reserve') ORDER BY 1`;
    let compared = 0;
    for (const { view, total } of views) {
      const ending = total?.endsWith('close_f') === true ? 'close_f' : 'f';
      const isSum =
        total === null ? 'true' : `v.${total} IS NOT DISTINCT FROM v.supply_apy_${ending} + v.rewards_apr_${ending}`;
      const [found] = await sql.unsafe<{ rows: bigint; same: bigint; sums: bigint }[]>(`
        SELECT count(*) AS rows, count(*) FILTER (WHERE ${isSum}) AS sums, count(*) FILTER (WHERE v.reserve IS NULL OR
          (v.protocol, v.token_symbol, v.lending_market_name, v.listed_b)
            IS NOT DISTINCT FROM (r.protocol, r.token_symbol, coalesce(m.display_name, ''), coalesce(m.listed, false))) AS same
        FROM lend_v1.${view} AS v LEFT JOIN lend.reserves AS r ON r.address = v.reserve
        LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market`);
      expect({ view, ...found }).toEqual({ view, rows: found?.rows, same: found?.rows, sums: found?.rows });
      if ((found?.rows ?? 0n) > 0n) compared += 1;
    }
    expect(compared).toBeGreaterThan(12);
  });
});

/** Paths of the document with this method whose answer comes in this media type. */
function pathsOf(method: 'get', type?: string): string[] {
  const document = buildOpenApiDocument({ version: '0', protocols: ['kamino'] });
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const answer: unknown = item[method]?.responses?.['200'];
    const content = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'content') : undefined;
    const types = typeof content === 'object' && content !== null ? Object.keys(content) : [];
    const isWanted = item[method] !== undefined && (type === undefined || types.includes(type));
    return isWanted ? [path.replace('{protocol}', 'kamino')] : [];
  });
}
