import { kamino } from '@tidemark/protocols';
import { createLogger } from '@tidemark/runtime';
import { addressFromLabel, stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirm, type FakeSocketServer, startFakeSocketServer } from '../../test/fake-socket-server.ts';
import { START_SLOT, START_TIME, startTestChain, type TestChain } from '../../test/test-chain.ts';
import { testConfig } from '../../test/test-config.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';
import type { IndexerConfig } from '../config.ts';
import { Follower } from './follower.ts';

interface TestFollower {
  readonly stop: () => Promise<void>;
  readonly pipeline: TestPipeline;
  /** Discoveries asked for. */
  readonly discoveries: () => number;
  readonly metric: (name: string) => Promise<number>;
}

let chain: TestChain;
let database: IndexerTestDatabase;
const running: TestFollower[] = [];
const servers: FakeSocketServer[] = [];

beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(async () => {
  await chain.stop();
  await stopAllProcesses();
});
beforeEach(async () => {
  await chain.reset();
  await chain.putMarket('lending market');
  database = await openTestDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((follower) => follower.stop()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await database.drop();
});

let slot = START_SLOT;
/** Moves the clock and changes a reserve in the new slot; returns its address. */
async function change(label: string, availableAmountRaw: bigint): Promise<string> {
  slot += 1;
  await chain.setClock({ slot, unixTime: START_TIME + (slot - START_SLOT) });
  return chain.putReserve(label, { liquidity: { availableAmountRaw } });
}

/** A follower over the steps of the pipeline; nothing polls. */
function follow(wsUrls: readonly string[] = [chain.wsUrl], overrides: Partial<IndexerConfig> = {}): TestFollower {
  const pipeline = openPipeline(chain, database, overrides);
  const config = testConfig({ databaseUrl: database.url, rpcUrls: [chain.rpcUrl], ...overrides });
  let discoveries = 0;
  const follower = new Follower({
    protocol: kamino,
    config,
    follow: overrides.follow ?? { wsUrls, debounceMs: 5, minIntervalMs: 0, silenceMs: 60_000 },
    pipeline,
    jobs: {
      requestLiquidity: () => Promise.resolve(),
      async requestDiscovery() {
        discoveries += 1;
        await pipeline.discover(`discover-test-${discoveries}`);
      },
    },
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: pipeline.metrics,
  });
  const started: TestFollower = {
    pipeline,
    discoveries: () => discoveries,
    async metric(name) {
      const text = await pipeline.metrics.metrics.render();
      const line = text.split('\n').find((candidate) => candidate.startsWith(`tidemark_indexer_${name} `));
      return Number(line?.split(' ').at(-1) ?? 0);
    },
    async stop() {
      await follower.stop();
      pipeline.close();
    },
  };
  running.push(started);
  return started;
}

const latestOf = async (address: string) => {
  const [row] = await database.sql<{ slot: bigint; amount: string; batch: string }[]>`
    SELECT slot, available_amount_raw AS amount, poll_batch_id AS batch FROM lend.reserve_latest
    WHERE reserve = ${address}`;
  return row;
};
const amountIs = (address: string, amount: bigint) =>
  waitFor(async () => (await latestOf(address))?.amount === String(amount), { description: `${amount} stored` });
const snapshotsOf = async (address: string) =>
  (
    await database.sql<{ amount: string }[]>`
      SELECT available_amount_raw AS amount FROM lend.reserve_snapshots WHERE reserve = ${address} ORDER BY slot`
  ).map(({ amount }) => Number(amount));
const isConnected = (follower: TestFollower) =>
  waitFor(async () => (await follower.metric('follow_connected')) === 1, { description: 'subscribed' });

/** One reserve, stored, and a follower that has caught up with it. */
async function followOne(...parameters: Parameters<typeof follow>): Promise<{ usdc: string; follower: TestFollower }> {
  const usdc = await change('usdc', 1n);
  const setup = openPipeline(chain, database);
  await setup.discover('discover-setup');
  setup.close();
  const follower = follow(...parameters);
  await isConnected(follower);
  await waitFor(async () => (await latestOf(usdc))?.batch.startsWith('follow-'), { description: 'caught up' });
  return { usdc, follower };
}

/** What a node says of an account that changed in the newest slot. */
const changeOf = (pubkey: unknown, at: unknown = slot, subscription = 102): string =>
  JSON.stringify({
    method: 'programNotification',
    params: { subscription, result: { context: { slot: at }, value: { pubkey } } },
  });

describe('a follower', () => {
  it('stores a change at its bank without any poll', async () => {
    const { usdc, follower } = await followOne();
    for (const amount of [2n, 3n, 4n]) {
      await change('usdc', amount);
      await amountIs(usdc, amount);
      expect(await latestOf(usdc)).toMatchObject({ slot: BigInt(slot) });
    }
    expect(await snapshotsOf(usdc)).toEqual([1, 2, 3, 4]);
    expect(
      await database.sql`SELECT DISTINCT kind, outcome FROM lend.poll_batches WHERE id NOT LIKE 'discover-%'`,
    ).toEqual([{ kind: 'follow', outcome: 'committed' }]);
    expect(await follower.metric('follow_notifications_total')).toBe(3);
    // Observed when the follower has heard of its commit, which others see before.
    await waitFor(async () => (await follower.metric('follow_commit_seconds_count')) >= 3);
    expect(await follower.metric('follow_commit_seconds_count')).toBe(3);
    expect(await follower.metric('follow_notification_age_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('reads what it missed while the socket was cut, and hears what comes after', async () => {
    const { usdc, follower } = await followOne();
    await chain.setFaults({ dropSocketRate: 1 });
    await change('usdc', 2n);
    await waitFor(async () => (await follower.metric('follow_reconnects_total{reason="closed"}')) >= 1);
    await chain.setFaults({});
    await amountIs(usdc, 2n);
    await isConnected(follower);
    await change('usdc', 3n);
    await amountIs(usdc, 3n);
    expect(await snapshotsOf(usdc)).toEqual([1, 2, 3]);
  });

  it('goes on after the chain was started again', async () => {
    const { usdc, follower } = await followOne();
    await chain.restart();
    slot += 1;
    await chain.putMarket('lending market');
    await change('usdc', 5n);
    await amountIs(usdc, 5n);
    await isConnected(follower);
    await change('usdc', 6n);
    await amountIs(usdc, 6n);
    expect(await snapshotsOf(usdc)).toEqual([1, 5, 6]);
  });

  it('leaves a mute node for the next one, and catches up there', async () => {
    const mute = await startFakeSocketServer(confirm);
    servers.push(mute);
    const wsUrls = [mute.url, chain.wsUrl];
    const { usdc, follower } = await followOne(wsUrls, {
      follow: { wsUrls, debounceMs: 5, minIntervalMs: 0, silenceMs: 300 },
    });
    // The frozen chain tells no slots either, so that the two take turns; whichever it is, nothing stays unseen.
    await waitFor(async () => (await follower.metric('follow_reconnects_total{reason="silence"}')) >= 2);
    await change('usdc', 2n);
    await amountIs(usdc, 2n);
    expect(mute.connections()).toBeGreaterThan(0);
  });

  it('is not misled by a node that says nonsense', async () => {
    const liar = await startFakeSocketServer(confirm);
    servers.push(liar);
    const { usdc, follower } = await followOne([liar.url]);
    for (const text of ['{', changeOf('no address'), changeOf(7), changeOf(usdc, -1), changeOf(usdc, slot, 5)]) {
      liar.broadcast(text);
    }
    await change('usdc', 2n);
    liar.broadcast(changeOf(usdc));
    await amountIs(usdc, 2n);
    expect(await follower.metric('follow_ignored_messages_total{reason="malformed"}')).toBe(4);
    expect(await follower.metric('follow_ignored_messages_total{reason="foreign_subscription"}')).toBe(1);
    // An account that is no reserve of the program is discovery's to refuse: it leaves no trace in the data.
    liar.broadcast(changeOf(addressFromLabel('made up')));
    await waitFor(() => follower.discoveries() === 1, { description: 'a discovery' });
    expect(await database.sql`SELECT FROM lend.reserves`).toHaveLength(1);
    expect(await database.sql`SELECT FROM lend.quarantine`).toHaveLength(0);
  });

  it('does not take an older bank for one that was not reached yet', async () => {
    const liar = await startFakeSocketServer(confirm);
    servers.push(liar);
    const { usdc, follower } = await followOne([liar.url], { rpcMaxRetries: 0 });
    liar.broadcast(changeOf(usdc, slot + 10));
    await waitFor(async () => (await follower.metric('follow_batches_total{outcome="NODE_BEHIND"}')) === 1);
    expect(
      await database.sql`SELECT kind_str, outcome_str FROM lend_v1.poll_batches WHERE error_code_str = 'NODE_BEHIND'`,
    ).toEqual([{ kind_str: 'follow', outcome_str: 'failed' }]);
  });

  it('asks for one discovery when new reserves appear, and follows them from then on', async () => {
    const teller = await startFakeSocketServer(confirm);
    servers.push(teller);
    const { follower } = await followOne([teller.url]);
    const addresses = [await change('new one', 1n), await change('new two', 2n)];
    // Told in one breath, as those are that belong together.
    for (const address of addresses) teller.broadcast(changeOf(address));
    await amountIs(addresses[0] ?? '', 1n);
    await amountIs(addresses[1] ?? '', 2n);
    expect(follower.discoveries()).toBe(1);
    teller.broadcast(changeOf(await change('new two', 3n)));
    await amountIs(addresses[1] ?? '', 3n);
    expect(follower.discoveries()).toBe(1);
  });

  it('shares the chain with other followers and doubles no row', async () => {
    const { usdc } = await followOne();
    const others = [follow(), follow()];
    await Promise.all(others.map(isConnected));
    const amounts = Array.from({ length: 8 }, (_, index) => BigInt(index + 2));
    for (const amount of amounts) {
      await change('usdc', amount);
      await amountIs(usdc, amount);
    }
    await Promise.all(running.splice(0).map((follower) => follower.stop()));
    expect(await snapshotsOf(usdc)).toEqual([1, ...amounts.map(Number)]);
    expect(await database.sql`SELECT FROM lend.failed_attempts`).toHaveLength(0);
  });
});
