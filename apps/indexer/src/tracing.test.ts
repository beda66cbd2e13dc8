import { createLogger, type Tracer } from '@tidemark/runtime';
import { openTestTracer, type OtlpReceiver, type ReceivedSpan, startOtlpReceiver, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeRpcServer, startFakeRpcServer } from '../test/fake-rpc-server.ts';
import { startTestChain, type TestChain } from '../test/test-chain.ts';
import { testConfig } from '../test/test-config.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../test/test-database.ts';
import { createIndexer, type Indexer } from './indexer.ts';

const KEY = 'Zk29xQ7rT4vLm8Np1sWd';
const PATIENCE = { timeoutMs: 60_000 };

let chain: TestChain;
let broken: FakeRpcServer;
let database: IndexerTestDatabase;
let receiver: OtlpReceiver;
let tracer: Tracer;
let indexer: Indexer;

beforeAll(async () => {
  chain = await startTestChain();
  await chain.putMarket('lending market');
  await chain.putReserve('SOL');
  await chain.putReserve('USDC');
  // A provider that repeats the key in what it says.
  broken = await startFakeRpcServer(() => ({ status: 500, body: `the key ${KEY} is over its limit` }));
  database = await openTestDatabase();
  receiver = await startOtlpReceiver();
  tracer = await openTestTracer(receiver, { serviceName: 'indexer' });
  const rpcUrls = [`${broken.url}/v2/${KEY}?api-key=${KEY}`, chain.rpcUrl];
  const config = testConfig({ databaseUrl: database.url, rpcUrls, gapAfterMs: 30_000 });
  indexer = createIndexer(config, { logger: createLogger({ name: 'test', level: 'silent' }), tracer });
  await indexer.start();
});
afterAll(async () => {
  await indexer.stop();
  await tracer.close();
  await receiver.stop();
  await broken.close();
  await database.drop();
  await chain.stop();
});

const find = (description: string, matches: (span: ReceivedSpan) => boolean) =>
  waitFor(() => receiver.spans().find(matches), { ...PATIENCE, description });
const childrenOf = (parent: ReceivedSpan) =>
  receiver.spans().filter(({ traceId, parentSpanId }) => traceId === parent.traceId && parentSpanId === parent.spanId);

test('a poll job leads to the commits of its batches by way of call, decoding and derivation', async () => {
  const poll = await find(
    'a poll with a batch that was committed',
    (span) =>
      span.name === 'job poll' &&
      receiver.spans().some(({ name, traceId }) => name === 'job poll-batch' && traceId === span.traceId),
  );
  expect(poll).toMatchObject({ kind: 'consumer', parentSpanId: null, isFailed: false });
  expect(poll.attributes).toMatchObject({ 'messaging.destination.name': 'poll', 'tidemark.job.attempt': 1 });
  const [job] = childrenOf(poll);
  expect(job).toMatchObject({ name: 'job poll-batch', kind: 'consumer', isFailed: false });
  expect(String(job?.attributes['messaging.message.id'])).toMatch(/^poll-\d+-0$/);
  const [batch] = job === undefined ? [] : childrenOf(job);
  expect(batch).toMatchObject({
    name: 'batch',
    attributes: { 'tidemark.batch.kind': 'poll', 'tidemark.batch.reserves': 2 },
  });
  const steps = batch === undefined ? [] : childrenOf(batch);
  const ofName = (wanted: string) => steps.find(({ name, isFailed }) => name === wanted && !isFailed);
  const slot = batch?.attributes['tidemark.slot'];
  expect(ofName('rpc getMultipleAccounts')?.attributes).toMatchObject({
    'server.address': new URL(chain.rpcUrl).host,
    'tidemark.slot': slot,
  });
  expect(ofName('decode')?.attributes).toMatchObject({ 'tidemark.decoded': 2, 'tidemark.quarantined': 0 });
  expect(ofName('derive')?.attributes).toMatchObject({ 'tidemark.states': 2 });
  const commit = ofName('commit');
  expect(commit?.attributes).toMatchObject({
    'db.system.name': 'postgresql',
    'tidemark.batch.id': batch?.attributes['tidemark.batch.id'],
    'tidemark.slot': slot,
    'tidemark.commit.latest': 2,
  });
  const [stored] = await database.sql<{ traceparent: string }[]>`
    SELECT traceparent FROM lend.batch_commits WHERE commit_seq = ${String(commit?.attributes['tidemark.commit.seq'])}::bigint`;
  expect(stored?.traceparent).toBe(`00-${commit?.traceId}-${commit?.spanId}-01`);
});

test('a call that fails is a span with its code and the host, and the one that follows elsewhere lies beside it', async () => {
  const failed = await find(
    'a failed call',
    (span) => span.attributes['server.address'] === broken.host && span.isFailed,
  );
  expect(failed.name).toMatch(/^rpc get/);
  expect(failed.attributes).toMatchObject({ 'error.type': 'HTTP_ERROR' });
});

test('a batch that fails marks every span above it, and the commit does not happen', async () => {
  await chain.setFaults({ http5xxRate: 1 });
  const job = await find('a failed job', ({ name, isFailed }) => name === 'job poll-batch' && isFailed);
  await chain.setFaults({});
  const [batch] = childrenOf(job);
  expect(batch).toMatchObject({
    name: 'batch',
    isFailed: true,
    attributes: { 'error.type': job.attributes['error.type'] },
  });
  const steps = batch === undefined ? [] : childrenOf(batch);
  expect(steps.filter(({ name }) => name === 'commit')).toEqual([]);
  expect(steps.filter(({ name }) => name.startsWith('rpc')).every(({ isFailed }) => isFailed)).toBe(true);
});

test('no span holds a key of a provider or the address of the database', async () => {
  await find('a failed call', (span) => span.attributes['server.address'] === broken.host && span.isFailed);
  const sent = receiver.bodies().join('\n');
  const { password, username } = new URL(database.url);
  const secrets = [KEY, KEY.slice(0, 10), 'over its limit', 'postgres://', '/v2/'];
  const credentials = [password, `${username}:`].filter((text) => text.length > 1);
  expect([...secrets, ...credentials].filter((secret) => sent.includes(secret))).toEqual([]);
});
