import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchStack, startBenchStack, startFleetIndexer, startFleetLocalnet } from '../lib/bench-stack.ts';
import type { Figure, Section } from '../lib/report.ts';
import { FLEET_LATEST_PATH, FLEET_SIZE } from '../lib/reserve-fleet.ts';
import { median } from '../lib/statistics.ts';
import { generateLoad, type LoadResult } from './load-generator.ts';

const AIM_OF_BARE = 0.8;
const AIM_OF_NAIVE = 6;
const ROUNDS = 5;
const SECONDS = 5;
const CONNECTIONS = 32;

/** `all/latest` with a full fleet beside the same bytes from bare node:http and beside a query per request. */
export async function benchHttp(): Promise<Section> {
  const stack = await startBenchStack();
  try {
    const urls = await startServers(stack);
    const results: Record<keyof typeof urls, LoadResult[]> = { bare: [], api: [], naive: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ['bare', 'api', 'naive'] as const) {
        results[name].push(await generateLoad(urls[name], { connections: CONNECTIONS, seconds: SECONDS }));
      }
    }
    return {
      title: 'Hot read: all/latest',
      how: `${FLEET_SIZE} reserves, identity encoding, ${CONNECTIONS} keep-alive connections, ${ROUNDS} rounds of ${SECONDS} s each in turn, load generator on the same machine; medians.`,
      figures: describe(results),
    };
  } finally {
    await stack.stop();
  }
}

async function startServers(stack: BenchStack): Promise<{ bare: string; api: string; naive: string }> {
  const rpcUrl = await startFleetLocalnet(stack, 0);
  const indexer = await startFleetIndexer(stack, rpcUrl, 1_000);
  const api = await stack.startServer({
    name: 'api',
    entry: 'apps/api/dist/main.js',
    readyPath: '/ready',
    env: (port) => ({
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: stack.databaseUrl,
      READY_MAX_AGE_MS: '3600000000000',
    }),
  });
  const body = Buffer.from(await (await fetch(`${api.url}${FLEET_LATEST_PATH}`)).arrayBuffer());
  const rows: unknown = JSON.parse(body.toString('utf8'));
  if (!Array.isArray(rows) || rows.length !== FLEET_SIZE) throw new Error('the API does not serve the whole fleet yet');
  // The indexer would share the two cores with what is measured.
  await indexer.stop();
  const bodyFile = join(stack.workDir, 'all-latest.json');
  await writeFile(bodyFile, body);
  const bare = await stack.startServer({
    name: 'bare node:http',
    entry: 'bench/src/http/bare-server.ts',
    args: (port) => [String(port), bodyFile],
    readyPath: '/',
  });
  const naive = await stack.startServer({
    name: 'naive Express',
    entry: 'bench/src/http/naive-server.ts',
    args: (port) => [String(port), stack.databaseUrl],
    readyPath: '/',
  });
  return { bare: bare.url, api: `${api.url}${FLEET_LATEST_PATH}`, naive: naive.url };
}

function describe(results: Record<'bare' | 'api' | 'naive', readonly LoadResult[]>): Figure[] {
  const failures = Object.values(results)
    .flat()
    .reduce((sum, result) => sum + result.failures, 0);
  if (failures > 0) throw new Error(`${failures} requests failed: the figures would mean nothing`);
  const line = (what: string, list: readonly LoadResult[]): Figure => ({
    what,
    value: `${median(list.map((result) => result.requestsPerSecond)).toFixed(0)} requests/s, p99 ${median(list.map((result) => result.p99Ms)).toFixed(0)} ms`,
  });
  const ratioTo = (other: 'bare' | 'naive'): number =>
    median(
      results.api.map(
        (result, round) => result.requestsPerSecond / (results[other][round]?.requestsPerSecond ?? Number.NaN),
      ),
    );
  const ofBare = ratioTo('bare');
  const ofNaive = ratioTo('naive');
  return [
    line('Tidemark API', results.api),
    line('bare node:http, same bytes', results.bare),
    line('Express, query and res.json per request', results.naive),
    { what: 'ratio to bare node:http', value: ofBare.toFixed(2), aim: `≥ ${AIM_OF_BARE}`, met: ofBare >= AIM_OF_BARE },
    {
      what: 'ratio to the naive handler',
      value: `${ofNaive.toFixed(1)} ×`,
      aim: `≥ ${AIM_OF_NAIVE} ×`,
      met: ofNaive >= AIM_OF_NAIVE,
    },
  ];
}
