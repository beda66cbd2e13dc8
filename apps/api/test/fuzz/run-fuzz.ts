import { listFuzzOperations } from './fuzz-operations.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { checkAnswer } from './check-answer.ts';
import { type FuzzRequest, randomRequest, systematicRequests } from './make-requests.ts';
import { createPrng } from './prng.ts';
import { createFuzzClient, type FuzzClient } from './send-request.ts';
import { tableFingerprints } from './table-fingerprints.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** Requests made by chance, after those of the systematic part. */
  readonly random: number;
  /** Hostile values that each parameter of each operation gets in the systematic part. Left out, all that there are. */
  readonly perParameter?: number;
  /** Ends before all requests were sent, and says so. */
  readonly maxSeconds?: number;
}

export interface FuzzReport {
  readonly requests: number;
  readonly seconds: number;
  readonly isComplete: boolean;
  readonly statuses: Readonly<Record<string, number>>;
  /** What broke a promise, at most twenty. */
  readonly failures: readonly string[];
  readonly failed: number;
}

const CONNECTIONS = 8;
const SHOWN_FAILURES = 20;

/** Sends hostile requests and holds every answer, the tables, the log and the metrics against what was promised. */
export async function runFuzz({ api, good }: FuzzWorld, options: FuzzOptions): Promise<FuzzReport> {
  const failures: string[] = [];
  const statuses: Record<string, number> = {};
  const secrets = [good.key, good.revokedKey];
  const before = await tableFingerprints(api.database.sql);
  const client = createFuzzClient(api.url, CONNECTIONS);
  const startedAtMs = performance.now();
  const deadline = startedAtMs + (options.maxSeconds ?? 3_600) * 1_000;
  const requests = allRequests(options, good);
  let [sent, failed, isComplete] = [0, 0, true];
  const fail = (problem: string): void => {
    failed += 1;
    if (failures.length < SHOWN_FAILURES) failures.push(problem);
  };
  const work = async (): Promise<void> => {
    for (const request of requests) {
      if (performance.now() > deadline) {
        isComplete = false;
        return;
      }
      sent += 1;
      const outcome = await tryRequest(client, request, secrets);
      statuses[outcome.status] = (statuses[outcome.status] ?? 0) + 1;
      if (outcome.problem !== null) fail(outcome.problem);
    }
  };
  // All workers take from the one generator.
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const metrics = await client.send({ method: 'GET', path: '/metrics', headers: {} });
  client.close();

  const after = await tableFingerprints(api.database.sql);
  for (const [table, fingerprint] of Object.entries(after)) {
    if (before[table] !== fingerprint) fail(`lend.${table} has changed: ${before[table]} to ${fingerprint}`);
  }
  const logs = api.logs();
  for (const secret of [...secrets, ...secrets.map((key) => key.slice(4, 24))]) {
    if (logs.includes(secret)) fail('a key is in the log');
    if (metrics.body.includes(secret)) fail('a key is in the metrics');
  }
  const lines = logs.split('\n').filter((line) => /"level":"(?:error|fatal)"/.test(line));
  for (const line of lines.slice(0, 5)) fail(`an error was logged: ${line.slice(0, 600)}`);
  return { requests: sent, seconds, isComplete, statuses, failures, failed };
}

function* allRequests(options: FuzzOptions, good: FuzzWorld['good']): Generator<FuzzRequest, void, undefined> {
  const operations = listFuzzOperations();
  const { seed, perParameter } = options;
  yield* systematicRequests(operations, good, perParameter === undefined ? undefined : { perParameter, seed });
  const prng = createPrng(seed);
  for (let count = 0; count < options.random; count += 1) yield randomRequest(prng, operations, withKeysInside(good));
}

/** People put keys where they do not belong: the answers and the log must not repeat them. */
function withKeysInside(good: FuzzWorld['good']): FuzzWorld['good'] {
  return {
    ...good,
    byName: { ...good.byName, token_symbol: [...(good.byName['token_symbol'] ?? []), good.key], cursor: [good.key] },
  };
}

async function tryRequest(
  client: FuzzClient,
  request: FuzzRequest,
  secrets: readonly string[],
): Promise<{ status: string; problem: string | null }> {
  let status = 'none';
  try {
    const answer = await client.send(request);
    status = String(answer.status);
    checkAnswer(answer, secrets);
    return { status, problem: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { status, problem: `${reason}\n  request: ${JSON.stringify(request).slice(0, 600)}` };
  }
}
