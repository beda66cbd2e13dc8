import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BenchServer,
  type BenchStack,
  startBenchStack,
  startFleetApi,
  startFleetIndexer,
  startFleetLocalnet,
} from '../lib/bench-stack.ts';
import type { Figure, Section } from '../lib/report.ts';
import { FLEET_LATEST_PATH, FLEET_SIZE } from '../lib/reserve-fleet.ts';
import { median } from '../lib/statistics.ts';
import { readMib } from '../export/watch-memory.ts';
import { readCpuMs } from '../lib/process-use.ts';
import { generateLoad, type LoadResult } from './load-generator.ts';

const AIM_OF_BARE = 0.8;
const AIM_OF_BARE_BY_CPU = 0.9;
const AIM_OF_NAIVE = 6;
const AIM_MEMORY_MIB = 120;
const AIM_START_CPU_MS = 1_000;
const ROUNDS = 5;
const SECONDS = 5;
const CONNECTIONS = 32;

type Name = 'bare' | 'api' | 'naive';
type Target = Pick<BenchServer, 'url' | 'pid' | 'startCpuMs'>;
/** With the CPU of the server for each request. */
type Measured = LoadResult & { readonly cpuMs: number };
type Results = Record<Name, Measured[]>;

/** `all/latest` with a full fleet beside the same bytes from bare node:http and beside a query per request. */
export async function benchHttp(): Promise<Section> {
  const stack = await startBenchStack();
  try {
    const servers = await startServers(stack);
    const results: Results = { bare: [], api: [], naive: [] };
    const apiMib: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ['bare', 'api', 'naive'] as const) {
        results[name].push(await load(servers[name]));
        if (name === 'api') apiMib.push(await readMib(servers.api.pid, 'VmRSS'));
      }
    }
    return {
      title: 'Hot read: all/latest',
      how: `${FLEET_SIZE} reserves, identity encoding, ${CONNECTIONS} keep-alive connections, ${ROUNDS} rounds of ${SECONDS} s each in turn, load generator on the same machine; medians.`,
      figures: [...describe(results), ...describeProcess(servers.api.startCpuMs, apiMib)],
    };
  } finally {
    await stack.stop();
  }
}

async function load({ url, pid }: Target): Promise<Measured> {
  const beforeMs = await readCpuMs(pid);
  const result = await generateLoad(url, { connections: CONNECTIONS, seconds: SECONDS });
  const requests = result.requestsPerSecond * SECONDS;
  return { ...result, cpuMs: ((await readCpuMs(pid)) - beforeMs) / requests };
}

async function startServers(stack: BenchStack): Promise<Record<Name, Target>> {
  const rpcUrl = await startFleetLocalnet(stack, 0);
  const indexer = await startFleetIndexer(stack, rpcUrl, 1_000);
  const api = await startFleetApi(stack);
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
  return { bare, api: { ...api, url: `${api.url}${FLEET_LATEST_PATH}` }, naive };
}

function describe(results: Results): Figure[] {
  const failures = Object.values(results)
    .flat()
    .reduce((sum, result) => sum + result.failures, 0);
  if (failures > 0) throw new Error(`${failures} requests failed: the figures would mean nothing`);
  const line = (what: string, list: readonly Measured[]): Figure => ({
    what,
    value: `${median(list.map((result) => result.requestsPerSecond)).toFixed(0)} requests/s, p99 ${median(list.map((result) => result.p99Ms)).toFixed(0)} ms, ${median(list.map((result) => result.cpuMs)).toFixed(3)} ms CPU each`,
  });
  const ratioTo = (other: 'bare' | 'naive'): number =>
    median(
      results.api.map(
        (result, round) => result.requestsPerSecond / (results[other][round]?.requestsPerSecond ?? Number.NaN),
      ),
    );
  const ofBare = ratioTo('bare');
  const ofBareByCpu = median(results.api.map(({ cpuMs }, round) => (results.bare[round]?.cpuMs ?? Number.NaN) / cpuMs));
  const ofNaive = ratioTo('naive');
  return [
    line('Tidemark API', results.api),
    line('bare node:http, same bytes', results.bare),
    line('Express, query and res.json per request', results.naive),
    { what: 'ratio to bare node:http', value: ofBare.toFixed(2), aim: `≥ ${AIM_OF_BARE}`, met: ofBare >= AIM_OF_BARE },
    {
      what: 'the same by CPU a request',
      value: ofBareByCpu.toFixed(2),
      aim: `≥ ${AIM_OF_BARE_BY_CPU}`,
      met: ofBareByCpu >= AIM_OF_BARE_BY_CPU,
    },
    {
      what: 'ratio to the naive handler',
      value: `${ofNaive.toFixed(1)} ×`,
      aim: `≥ ${AIM_OF_NAIVE} ×`,
      met: ofNaive >= AIM_OF_NAIVE,
    },
  ];
}

function describeProcess(startCpuMs: number, apiMib: readonly number[]): Figure[] {
  const mib = median(apiMib);
  return [
    {
      what: 'memory of the API, median after each round',
      value: `${mib.toFixed(0)} MiB`,
      aim: `< ${AIM_MEMORY_MIB} MiB`,
      met: mib < AIM_MEMORY_MIB,
    },
    {
      what: 'CPU of the API until it is ready',
      value: `${startCpuMs} ms`,
      aim: `< ${AIM_START_CPU_MS} ms`,
      met: startCpuMs < AIM_START_CPU_MS,
    },
  ];
}
