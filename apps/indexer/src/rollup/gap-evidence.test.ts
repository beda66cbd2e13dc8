import { errorCode } from '@tidemark/runtime';
import { getIngestStatus, recordFailedAttempt } from '@tidemark/schema';
import { openPipeline } from '../../test/test-pipeline.ts';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { LABELS, openScene, type RollupScene, slotAt, timeAt, useReserve } from '../../test/rollup-scene.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { PROTOCOL, readRollups, rebuildAll, rollUp } from '../../test/test-rollup.ts';

let chain: TestChain;
let scene: RollupScene;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(() => chain.stop());
beforeEach(async () => {
  scene = await openScene(chain);
});
afterEach(() => scene.close());

const gapsOf = (label: string) => scene.database.sql`
  SELECT from_at, to_at, from_slot, to_slot, reason_code FROM lend.ingest_gaps
  WHERE reserve = ${addressFromLabel(label)} ORDER BY from_at`;
const gap = (from: number, to: number, reason: string) => ({
  from_at: timeAt(from),
  to_at: timeAt(to),
  from_slot: BigInt(slotAt(from)),
  to_slot: BigInt(slotAt(to)),
  reason_code: reason,
});

async function failAt(seconds: number, id: string, kind: 'poll' | 'discover' = 'poll'): Promise<void> {
  await chain.setFaults({ http5xxRate: 1 });
  await expect(scene.pollAt(seconds, { id, kind, isQuiet: true })).rejects.toMatchObject({ code: 'HTTP_ERROR' });
  await chain.setFaults({});
}

async function expectRebuiltToBeTheSame(): Promise<void> {
  const grown = await readRollups(scene.database);
  await rebuildAll(scene.database);
  expect(await readRollups(scene.database)).toEqual(grown);
}

it.each(['poll', 'discover'] as const)(
  'a %s that fails and succeeds under the same id leaves the failure as the reason',
  async (kind) => {
    await scene.pollFrom(0, 600);
    for (const seconds of [700, 720, 740]) await failAt(seconds, 'again', kind);
    await rollUp(scene.database);
    await scene.pollAt(1_000, { id: 'again', kind });
    await rollUp(scene.database);
    for (const label of LABELS) expect(await gapsOf(label)).toEqual([gap(600, 1_000, 'poll_failed:HTTP_ERROR')]);
    const attempts = await scene.database.sql`SELECT kind FROM lend.failed_attempts WHERE batch_id = 'again'`;
    expect(attempts.map((row) => row['kind'])).toEqual([kind, kind, kind]);
    await expectRebuiltToBeTheSame();
  },
);

it('a gap that ends in the second in which it was last seen has the slot of its end', async () => {
  await scene.pollFrom(0, 600);
  await scene.pollAt(700, { labels: ['sol', 'usdc'] });
  await rollUp(scene.database);
  expect(await gapsOf('jto')).toEqual([{ ...gap(600, 700, 'not_polled'), to_slot: null }]);
  await scene.pollAt(700, { labels: ['jto'] });
  await rollUp(scene.database);
  expect(await gapsOf('jto')).toEqual([gap(600, 700, 'not_polled')]);
  await expectRebuiltToBeTheSame();
});

it('an attempt that fails only after the gap was rolled up is its reason from the next run on, in every hour of it', async () => {
  await scene.pollFrom(0, 600);
  await scene.pollFrom(9_000, 9_100);
  await rollUp(scene.database);
  expect(await gapsOf('sol')).toEqual([gap(600, 9_000, 'not_polled')]);
  const [observations] = await scene.database.sql<{ before: Date }[]>`
    SELECT started_at AS before FROM lend.poll_batches WHERE observed_at = ${timeAt(600)}`;
  await recordFailedAttempt(scene.database.sql, {
    id: 'slow',
    protocol: PROTOCOL,
    batchIndex: 0,
    commitment: 'confirmed',
    requested: [addressFromLabel('sol')],
    startedAt: new Date((observations?.before.getTime() ?? 0) + 1),
    durationMs: 30_000,
    rpcEndpoint: null,
    slot: null,
    observedAt: null,
    errorCode: 'RPC_TIMEOUT',
  });
  // No commit has come since: it is the attempt alone that is news.
  await rollUp(scene.database);
  expect(await gapsOf('sol')).toEqual([gap(600, 9_000, 'poll_failed:RPC_TIMEOUT')]);
  expect(await gapsOf('usdc')).toEqual([gap(600, 9_000, 'not_polled')]);
  const hours = await scene.database.sql`
    SELECT DISTINCT gap_reason FROM lend.reserve_hourly
    WHERE reserve = ${addressFromLabel('sol')} AND observed_seconds < elapsed_seconds`;
  expect(hours).toEqual([{ gap_reason: 'poll_failed:RPC_TIMEOUT' }]);
  await expectRebuiltToBeTheSame();
  expect(await rollUp(scene.database)).toMatchObject({ gaps: 0, hourly: 0 });
});

it('a refusal before and after a time says nothing of an account that was not there in between', async () => {
  await scene.pollFrom(0, 100);
  const refuseJto = async (seconds: number) => {
    await chain.putReserve('jto', { version: 2n });
    await scene.pollAt(seconds, { isQuiet: true });
    await useReserve(chain, 'jto', seconds + 20);
    await scene.pollFrom(seconds + 20, seconds + 100);
  };
  await refuseJto(120);
  await chain.remove(addressFromLabel('jto'));
  await scene.pollFrom(240, 400, { isQuiet: true });
  await useReserve(chain, 'jto', 420);
  await scene.pollFrom(420, 500);
  await rollUp(scene.database);
  expect(await gapsOf('jto')).toEqual([gap(100, 140, 'quarantined'), gap(220, 420, 'account_missing')]);
  await refuseJto(520);
  await rollUp(scene.database);
  await expectRebuiltToBeTheSame();
  expect((await gapsOf('jto')).map((row) => row['reason_code'])).toEqual([
    'quarantined',
    'account_missing',
    'quarantined',
  ]);
});

it('a gap in which every endpoint was refused because of its clock says so, and the status knows of it until a poll is committed', async () => {
  await scene.pollFrom(0, 600);
  const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
  await chain.setClock({ slot: slotAt(700), unixTime: tomorrow });
  const addresses = LABELS.map((label) => addressFromLabel(label));
  const lie = scene.pipeline.runBatch({ id: 'lie', index: 0, addresses });
  await expect(lie).rejects.toMatchObject({ code: 'CLOCK_IMPLAUSIBLE' });
  const failingWith = async () => (await getIngestStatus(scene.database.sql, { protocol: PROTOCOL })).failingWith;
  expect(await failingWith()).toBe('CLOCK_IMPLAUSIBLE');
  await scene.pollAt(1_000);
  expect(await failingWith()).toBeNull();
  await rollUp(scene.database);
  for (const label of LABELS) expect(await gapsOf(label)).toEqual([gap(600, 1_000, 'clock_implausible')]);
  await expectRebuiltToBeTheSame();
});

it('a gap in which the batch only waited says whether for the limit of the provider or for a worker', async () => {
  const all = LABELS.map((label) => addressFromLabel(label));
  await scene.pollFrom(0, 600);
  await scene.pipeline.recordWaiting({ id: 'behind-others', index: 0, addresses: all });
  await scene.pollFrom(1_000, 1_600);
  const provider = openPipeline(chain, scene.database, { rpcRequestsPerSecond: 0.001 });
  // It takes the only call of many minutes; what it says of time does not count.
  const spending = provider.runBatch({ id: 'spent', index: 0, kind: 'follow', addresses: all }).catch(() => undefined);
  let looks = 0;
  const codeOfOther = async (): Promise<unknown> => {
    const id = `look-${(looks += 1)}`;
    await provider.recordWaiting({ id, index: 0, addresses: [addressFromLabel('nobody')] });
    const [row] = await scene.database.sql`SELECT error_code_str FROM lend_v1.poll_batches WHERE poll_batch_id = ${id}`;
    return row?.['error_code_str'];
  };
  await expect.poll(codeOfOther).toBe('RATE_LIMITED');
  await provider.recordWaiting({ id: 'held', index: 0, addresses: all });
  provider.close();
  await spending;
  await scene.pollAt(2_000);
  await rollUp(scene.database);
  for (const label of LABELS) {
    expect(await gapsOf(label)).toEqual([
      gap(600, 1_000, 'poll_failed:WAITED_FOR_WORKER'),
      gap(1_600, 2_000, 'rate_limited'),
    ]);
  }
  await expectRebuiltToBeTheSame();
});

it('a chain that shows one bank for long is stored once, says so in the status and the gap, and goes on by itself', async () => {
  await scene.pollFrom(0, 600);
  const addresses = LABELS.map((label) => addressFromLabel(label));
  const pipeline = openPipeline(chain, scene.database, { gapAfterMs: 20 });
  const poll = (id: string) =>
    pipeline.runBatch({ id, index: 0, addresses, lane: 'poll-0' }).then(() => 'ok', errorCode);
  let tries = 0;
  const again = () => poll(`standing-${(tries += 1)}`);
  await expect.poll(again, { timeout: 60_000 }).toBe('CHAIN_HALTED');
  const failingWith = async () => (await getIngestStatus(scene.database.sql, { protocol: PROTOCOL })).failingWith;
  expect(await failingWith()).toBe('CHAIN_HALTED');
  await chain.setClock({ slot: slotAt(1_000), unixTime: timeAt(1_000).getTime() / 1000 });
  expect(await again()).toBe('ok');
  expect(await failingWith()).toBeNull();
  await rollUp(scene.database);
  for (const label of LABELS) expect(await gapsOf(label)).toEqual([gap(600, 1_000, 'chain_halted')]);
  await expectRebuiltToBeTheSame();
  pipeline.close();
});
