import { parseTraceparent } from '@tidemark/runtime';
import {
  type OtlpReceiver,
  type ReceivedSpan,
  startLocalnet,
  startOtlpReceiver,
  stopAllProcesses,
  type TestDatabase,
  type TestLocalnet,
  waitFor,
} from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStackDatabase, type RunningApi, startApi, startIndexer } from '../support/stack-processes.ts';

const PATIENCE = { timeoutMs: 120_000 };
const RPC_KEY = '0f2b9c1e-1234-4321-aaaa-bbbbccccdddd';
const COLLECTOR_KEY = 'collectorSecret123';
const CLIENT_TRACE = { traceId: 'c'.repeat(32), spanId: 'd'.repeat(16) };
const LATEST = '/v1/{lending_protocol}/lend/reserves/{reserve}/latest';

let receiver: OtlpReceiver;
let database: TestDatabase;
let localnet: TestLocalnet;
let api: RunningApi;
let trustingApi: RunningApi;

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  database = await createStackDatabase();
  localnet = await startLocalnet({ seed: 7 });
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${COLLECTOR_KEY}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  await startIndexer({
    databaseUrl: database.url,
    rpcUrl: `${localnet.rpcUrl}/?api-key=${RPC_KEY}`,
    env: { ...env, POLL_INTERVAL_MS: '1000' },
  });
  const databaseUrl = database.url;
  [api, trustingApi] = await Promise.all([
    startApi({ databaseUrl, env }),
    startApi({ databaseUrl, env: { ...env, TRUST_TRACEPARENT: 'true', OTEL_SERVICE_NAME: 'trusting' } }),
  ]);
});
afterAll(async () => {
  await stopAllProcesses();
  await database.drop();
  await receiver.stop();
});

const find = (matches: (span: ReceivedSpan) => unknown): ReceivedSpan | undefined => receiver.spans().find(matches);
const spanOf = (spanId: string | null | undefined) => find((span) => span.spanId === spanId);
const isLinkedTo = (span: ReceivedSpan, target: ReceivedSpan) =>
  span.links.some(({ traceId, spanId }) => traceId === target.traceId && spanId === target.spanId);

async function fetchLatest(url: string, reserve: string): Promise<void> {
  const traceparent = `00-${CLIENT_TRACE.traceId}-${CLIENT_TRACE.spanId}-01`;
  const unknown = await fetch(`${url}/v1/kamino/lend/reserves/${reserve}/latest?k=${RPC_KEY}`);
  expect(unknown.status).toBe(400);
  const response = await fetch(`${url}/v1/kamino/lend/reserves/${reserve}/latest?envelope=false`, {
    headers: { traceparent, 'X-Request-Id': 'traced' },
  });
  expect(response.status).toBe(200);
  const plain = await fetch(`${url}/v1/kamino/lend/reserves/${reserve}/latest`, { headers: { traceparent } });
  expect(plain.status).toBe(200);
}

async function anyReserve(): Promise<string> {
  const response = await fetch(`${api.url}/v1/kamino/lend/reserves/all/latest`);
  const [first]: { reserve: string }[] = JSON.parse(await response.text());
  return first?.reserve ?? '';
}

test('a request leads to the commit of its data, and the commit to the job, the call and the poll that it came from', async () => {
  const reserve = await anyReserve();
  await fetchLatest(api.url, reserve);
  const request = await waitFor(
    () => find((span) => span.service === 'tidemark-api' && span.name === `GET ${LATEST}` && span.links.length > 1),
    { ...PATIENCE, description: 'the request with its links' },
  );
  expect(request).toMatchObject({
    kind: 'server',
    parentSpanId: null,
    attributes: { 'http.route': LATEST, 'http.response.status_code': 200, 'tidemark.tier': 'public' },
  });
  // The client is not trusted: its trace is only named.
  expect(request.traceId).not.toBe(CLIENT_TRACE.traceId);
  expect(request.links).toContainEqual({ ...CLIENT_TRACE, attributes: {} });

  const commit = await waitFor(() => find((span) => span.name === 'commit' && isLinkedTo(request, span)), {
    ...PATIENCE,
    description: 'the commit',
  });
  const job = await waitFor(() => spanOf(spanOf(commit.parentSpanId)?.parentSpanId), {
    ...PATIENCE,
    description: 'the job of the commit',
  });
  const batch = spanOf(commit.parentSpanId);
  expect(batch?.name).toBe('batch');
  expect(['job poll-batch', 'job discover']).toContain(job.name);
  await waitFor(
    () => find((span) => span.service === 'tidemark-api' && span.name === 'refresh latest' && isLinkedTo(span, commit)),
    { ...PATIENCE, description: 'the refresh that brought it' },
  );
});

test('a poll is one trace: its job, the jobs of its batches, their calls, and commits that are stored with it', async () => {
  const commit = await waitFor(
    () =>
      find((span) => {
        const job = spanOf(spanOf(span.parentSpanId)?.parentSpanId);
        return (
          span.name === 'commit' && job?.name === 'job poll-batch' && spanOf(job.parentSpanId) !== undefined && job
        );
      }),
    { ...PATIENCE, description: 'a commit of a poll' },
  );
  const trace = receiver.spans().filter(({ traceId }) => traceId === commit.traceId);
  const named = (name: string) => trace.filter((span) => span.name === name);
  const [poll] = named('job poll');
  expect(poll).toMatchObject({ kind: 'consumer', parentSpanId: null, attributes: { 'tidemark.job.attempt': 1 } });
  const job = spanOf(spanOf(commit.parentSpanId)?.parentSpanId);
  expect(job?.parentSpanId).toBe(poll?.spanId);
  const children = trace.filter(({ parentSpanId }) => parentSpanId === commit.parentSpanId).map(({ name }) => name);
  expect(children).toEqual(expect.arrayContaining(['rpc getMultipleAccounts', 'decode', 'derive', 'commit']));
  const host = new URL(localnet.rpcUrl).host;
  expect(named('rpc getMultipleAccounts')[0]).toMatchObject({
    kind: 'client',
    attributes: { 'rpc.method': 'getMultipleAccounts', 'server.address': host },
  });

  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  try {
    const batchId = String(commit.attributes['tidemark.batch.id']);
    const [stored] = await sql<{ traceparent: string; seq: string; rows: number }[]>`
      SELECT c.traceparent, c.commit_seq AS seq, p.latest_written AS rows
      FROM lend.batch_commits AS c JOIN lend.poll_batches AS p ON p.id = c.batch_id WHERE c.batch_id = ${batchId}`;
    expect(parseTraceparent(stored?.traceparent)).toEqual({ traceId: commit.traceId, spanId: commit.spanId, flags: 1 });
    expect(commit.attributes).toMatchObject({
      'tidemark.commit.seq': Number(stored?.seq),
      'tidemark.commit.latest': stored?.rows,
      'tidemark.commit.repeated': false,
    });
  } finally {
    await sql.end();
  }
});

test('a client that is trusted goes on with its own trace', async () => {
  await fetchLatest(trustingApi.url, await anyReserve());
  const request = await waitFor(
    () => find((span) => span.service === 'trusting' && span.traceId === CLIENT_TRACE.traceId),
    {
      ...PATIENCE,
      description: 'the request in the trace of the client',
    },
  );
  expect(request.parentSpanId).toBe(CLIENT_TRACE.spanId);
});

test('no span holds a key, the password of the database, or the address of a client', async () => {
  await fetchLatest(api.url, await anyReserve());
  await waitFor(() => find((span) => span.attributes['tidemark.request_id'] === 'traced'), PATIENCE);
  expect(receiver.headers()[0]).toMatchObject({ authorization: `Bearer ${COLLECTOR_KEY}` });
  const { password } = new URL(database.url);
  const sent = receiver.bodies().join('\n');
  expect(sent.length).toBeGreaterThan(1_000);
  expect(password).not.toBe('');
  const secrets = [RPC_KEY, RPC_KEY.slice(0, 18), COLLECTOR_KEY, decodeURIComponent(password), 'postgres://'];
  expect(secrets.filter((secret) => sent.includes(secret))).toEqual([]);
  const clientAddresses = receiver
    .spans()
    .filter(({ kind }) => kind === 'server')
    .flatMap(({ attributes }) => Object.values(attributes))
    .filter((value) => typeof value === 'string' && /127\.0\.0\.1|::1/.test(value));
  expect(clientAddresses).toEqual([]);
});
