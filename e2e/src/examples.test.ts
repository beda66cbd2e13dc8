import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createApiKey, createDatabase, type Database } from '@tidemark/schema';
import { repositoryDir, stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FullStack, startFullStack } from './support/full-stack.ts';
import { parseCsv } from './support/parse-csv.ts';
import { readExamples } from './support/readme-examples.ts';

const run = promisify(execFile);
const PAGE = 'docs/use/data.md';
const TIMEOUT_MS = 120_000;
const HOUR = 3_600;
/** The chain stands in the middle of the hour before this one, so that none ends during a test. */
const CHAIN_BEGIN = (Math.floor(Date.now() / 3_600_000) - 0.5) * HOUR;
const CURL_TIMED_OUT = 28;
const WEEK_HOURS = 7 * 24;

let stack: FullStack;
let database: Database;
let folder: string;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-readme-'));
  stack = await startFullStack({
    localnet: { seed: 4, slotMs: 100, unixTimeSeconds: CHAIN_BEGIN },
    // A machine that is busy may observe seldom, which is no gap here.
    indexerEnv: { ROLLUP_INTERVAL_MS: '1000', GAP_AFTER_MS: '600000' },
  });
  database = createDatabase({ url: stack.databaseUrl, maxConnections: 2 });
  key = (await createApiKey(database.sql, { username: 'alice' })).key;
  await waitFor(async () => (await database.sql`SELECT 1 FROM lend.reserve_daily LIMIT 1`).length > 0, {
    description: 'the first rollup',
  });
  // More hours than one answer without a key holds: those before the start of the stack are rows, too.
  await database.sql`UPDATE lend.reserves SET first_seen_at = first_seen_at - interval '8 days'`;
});
afterAll(async () => {
  await database?.close();
  await stack?.stop();
  await stopAllProcesses();
  await rm(folder, { recursive: true, force: true });
});

/** What a user without a key has in the environment. */
function withoutKey(): NodeJS.ProcessEnv {
  const { KEY: _key, ...env } = process.env;
  return env;
}

async function runTypeScript(code: string, env = withoutKey()): Promise<string[]> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  // Where processes are started from the build, so is this.
  const source = process.env['TEST_PROCESSES'] === 'built' ? [] : ['--conditions=@tidemark/source'];
  const file = [...source, '--import', tsx, '--input-type=module', '--eval', code];
  const { stdout } = await run(process.execPath, file, { cwd: join(repositoryDir(), 'e2e'), env, timeout: TIMEOUT_MS });
  return stdout.trim().split('\n');
}

/** One command of a block, with the variables that the block begins with. */
async function runShell(command: string): Promise<{ readonly stdout: string; readonly code: number }> {
  const options = { cwd: folder, env: { ...process.env, KEY: key }, timeout: TIMEOUT_MS };
  try {
    return { stdout: (await run('sh', ['-c', command], options)).stdout, code: 0 };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error)) throw error;
    return { stdout: String(error.stdout), code: Number(error.code) };
  }
}

/** Every hour of the last seven days up to the one that the chain stands in, as the answers must have them. */
function weekOfHours(now: number): number[] {
  const end = (Math.floor(now / 1000 / HOUR) + 1) * HOUR;
  const hours = Array.from({ length: WEEK_HOURS }, (_, index) => end - (WEEK_HOURS - index) * HOUR);
  return hours.filter((hour) => hour <= CHAIN_BEGIN);
}

/** An hour may end while the answer is made. */
function expectWeek(hours: readonly number[], askedAt: number): void {
  const weeks = [weekOfHours(askedAt), weekOfHours(Date.now())];
  expect(hours.length).toBeGreaterThan(WEEK_HOURS - 4);
  expect(weeks.map((week) => JSON.stringify(week))).toContain(JSON.stringify(hours));
}

const hasPandas = (): Promise<boolean> =>
  run('python3', ['-c', 'import pandas']).then(
    () => true,
    () => false,
  );

describe('the examples', () => {
  it('for curl answer as printed', async () => {
    const blocks = await readExamples(PAGE, 'sh', stack.apiUrl);
    const [variables = '', ...lines] = (blocks.find((block) => block.startsWith('R=')) ?? '').trim().split('\n');
    expect(lines.length).toBeGreaterThan(4);
    const answers = new Map<string, { readonly stdout: string; readonly code: number }>();
    for (const line of lines) {
      // A stream goes on until somebody ends it.
      const options = line.includes('/v1/stream') ? '--fail --max-time 8' : '--fail';
      const command = line.replaceAll('localhost:3000', new URL(stack.apiUrl).host).replace('curl', `curl ${options}`);
      answers.set(line, await runShell(`${variables}\n${command}`));
    }
    for (const [line, { stdout, code }] of answers) {
      expect({ line, code }).toEqual({ line, code: line.includes('/v1/stream') ? CURL_TIMED_OUT : 0 });
      expect(`${line}: ${stdout}`).toMatch(/: (?:[[{].*|.*event: heartbeat.*|)$/s);
    }
    const [names = [], ...days] = parseCsv(await readFile(join(folder, 'usdc.csv'), 'utf8'));
    expect(new Set(days.map((day) => day[names.indexOf('token_symbol')]))).toEqual(new Set(['USDC']));
    const reserves =
      await database.sql`SELECT 1 FROM lend.reserves WHERE protocol = 'kamino' AND token_symbol = 'USDC'`;
    expect(days.length).toBeGreaterThanOrEqual(8 * reserves.length);
  });

  it('for TypeScript run without a key as printed, and give every hour', async () => {
    const [ofRepository = '', ...more] = await readExamples(PAGE, 'ts', stack.apiUrl);
    expect(more).toEqual([]);
    const askedAt = Date.now();
    const hours = await runTypeScript(ofRepository);
    expectWeek(
      hours.map((line) => Number(line.split(' ')[0])),
      askedAt,
    );
    expect(hours.at(-1)).toMatch(/^\d{10} 0\.\d+ partial$/);
    const [ofClient = '', stream = ''] = await readExamples('packages/client/README.md', 'ts', stack.apiUrl);
    // Types in it are for the reader: what is evaluated here is JavaScript.
    const printed = await runTypeScript(ofClient.replaceAll(': unknown', ''));
    expect(printed.at(-1)).toMatch(/^400 400\d\d /);
    expect(printed.length).toBeGreaterThan(28);
    expect((await runTypeScript(stream, { ...process.env, KEY: key })).at(-1)).toMatch(/^\d+ 0\.\d+$/);
  });

  it('for pandas runs without a key as printed, and reads every hour', async () => {
    const [example = '', polars = '', ...more] = await readExamples(PAGE, 'python', stack.apiUrl);
    expect(more).toEqual([]);
    // polars is in no Debian package: of its example the columns are compared with those of the file.
    const inPolars = [...(/\.select\((.+?)\)/.exec(polars)?.[1] ?? '').matchAll(/"(\w+)"/g)].map((match) => match[1]);
    expect(inPolars).toHaveLength(3);
    const askedAt = Date.now();
    const reserve = /^reserve = "(\w+)"$/m.exec(example)?.[1] ?? '';
    const url = (/^url = f"(.+)"$/m.exec(example)?.[1] ?? '').replace('{reserve}', reserve);
    const [names = [], ...lines] = parseCsv(await (await fetch(url)).text());
    expect(names).toEqual(expect.arrayContaining(inPolars));
    if (!(await hasPandas())) {
      process.stderr.write(
        'No python3 with pandas here: the URL of the example is asked for, the example is not run.\n',
      );
      expectWeek(
        lines.map((line) => Number(line[names.indexOf('timestamp')])),
        askedAt,
      );
      return;
    }
    const report = `
import json
exact = df[[name for name in df.columns if name.endswith("_raw")]]
print(json.dumps({
    "hours": [int(at.timestamp()) for at in df["timestamp"]],
    "types": sorted({str(kind) for kind in exact.dtypes}),
    "values": sorted({type(value).__name__ for value in exact.stack()}),
}))`;
    const { stdout } = await run('python3', ['-c', example + report], { env: withoutKey(), timeout: TIMEOUT_MS });
    const { hours, types, values }: { hours: number[]; types: string[]; values: string[] } = JSON.parse(
      stdout.trim().split('\n').at(-1) ?? '',
    );
    expectWeek(hours, askedAt);
    // Columns with nulls are doubles where nothing says otherwise, and lose digits.
    expect({ types, values }).toEqual({ types: ['object'], values: ['str'] });
  });

  it.each(['UTC', 'America/New_York', 'Pacific/Auckland'])(
    'for SQL run as printed, by a reader in the time zone %s, and leave nothing out',
    async (zone) => {
      const queries = await readExamples(PAGE, 'sql', stack.apiUrl);
      // One moment for all: the indexer goes on writing hours, those before its start among them.
      await database.sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (sql) => {
        const [truth] = await sql`
          SELECT (SELECT count(*) FROM lend.reserve_latest)::int AS latest,
                 (SELECT count(*) FROM lend.reserve_latest l JOIN lend.reserves r ON r.address = l.reserve
                    WHERE r.token_symbol = 'USDC')::int AS dollars,
                 (SELECT count(*) FROM lend.reserve_hourly
                    WHERE bucket_start >= now() - interval '3 days')::int AS hours,
                 (SELECT count(*) FROM lend.reserve_latest l JOIN lend.reserves r ON r.address = l.reserve
                    WHERE (r.own ->> 'outflowWindowSlots')::numeric > 0)::int AS limited,
                 (SELECT array_agg(DISTINCT to_char(bucket_start AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
                    FROM lend.reserve_daily) AS days,
                 (SELECT count(DISTINCT (d.bucket_start, r.lending_market))
                    FROM lend.reserve_daily d JOIN lend.reserves r ON r.address = d.reserve)::int AS market_days`;
        await sql.unsafe(`SET LOCAL ROLE tidemark_reader; SET LOCAL TimeZone = '${zone}'`);
        const [latest, hours, interest, limited, earned] = [
          await sql.unsafe(queries[0] ?? ''),
          await sql.unsafe(queries[1] ?? ''),
          await sql.unsafe((queries[2] ?? '').replace('AS day,', '::text AS day,')),
          await sql.unsafe(queries[3] ?? ''),
          await sql.unsafe(queries[4] ?? ''),
        ];
        expect([queries.length, latest.length, hours.length]).toEqual([5, truth?.['latest'], truth?.['hours']]);
        expect([limited.length, limited.length > 0]).toEqual([truth?.['limited'], true]);
        expect(earned).toHaveLength(Number(truth?.['dollars']));
        expect(new Set(interest.map(({ day }) => String(day)))).toEqual(new Set(truth?.['days']));
        expect(interest).toHaveLength(Number(truth?.['market_days']));
      });
    },
  );
});
