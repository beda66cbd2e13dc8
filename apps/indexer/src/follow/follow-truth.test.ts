import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tidemark/runtime';
import { startLocalnet, stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, expect, it } from 'vitest';
import { testConfig } from '../../test/test-config.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { Indexer } from '../indexer.ts';
import { fetchAccounts, RpcClient } from '../rpc/index.ts';

afterAll(stopAllProcesses);

interface TruthLine {
  readonly type: string;
  readonly slot: number;
  readonly address: string;
  readonly sha256: string | null;
}

interface SnapshotRow {
  readonly reserve: string;
  readonly sha256: string;
  readonly slot: string;
  readonly commit: string;
}

const ENOUGH_CHANGES = 60;
/** Of the simulated chain: 26 of Kamino, 8 of Save. */
const RESERVES = 34;

/** The next slot, with what happens in it. */
async function step(rpcUrl: string): Promise<void> {
  const response = await fetch(`${rpcUrl}/control/step`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"slots":1}',
  });
  if (!response.ok) throw new Error(`the chain refused a step: ${response.status} ${await response.text()}`);
}

/** What each reserve holds now, as the database tells it. */
async function readStates(rpc: RpcClient, addresses: readonly string[]): Promise<string[]> {
  const { accounts } = await fetchAccounts(rpc, addresses);
  return accounts.map((account) => {
    const sha256 = createHash('sha256')
      .update(account?.data ?? '')
      .digest('hex');
    return `${account?.address} ${sha256}`;
  });
}

async function readTruth(file: string): Promise<TruthLine[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line): TruthLine => JSON.parse(line)).filter(({ type }) => type === 'account');
}

it('stores each state that the chain went through, once, while two indexers follow and poll', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-follow-'));
  const truthFile = join(dir, 'truth.jsonl');
  const chain = await startLocalnet({
    seed: 5,
    slotMs: 0,
    reportedSlotMs: 400,
    env: { LOCALNET_CONTROL: 'true', LOCALNET_TRUTH_FILE: truthFile, LOG_LEVEL: 'warn' },
  });
  const database = await openTestDatabase();
  const config = testConfig({
    databaseUrl: database.url,
    rpcUrls: [chain.rpcUrl],
    slotDurationMs: 400,
    pollIntervalMs: 500,
    follow: { wsUrls: [chain.wsUrl], debounceMs: 5, minIntervalMs: 0, silenceMs: 300_000 },
  });
  const indexers = [config, config].map(
    (each) => new Indexer(each, { logger: createLogger({ name: 'test', level: 'silent' }) }),
  );
  const stored = () => database.sql<{ reserve: string; sha256: string }[]>`
    SELECT reserve, encode(account_sha256, 'hex') AS sha256 FROM lend.reserve_latest ORDER BY reserve`;
  await Promise.all(indexers.map((indexer) => indexer.start()));
  await waitFor(async () => (await stored()).length === RESERVES, { description: 'all reserves stored' });
  const addresses = (await stored()).map(({ reserve }) => reserve);
  const rpc = new RpcClient({
    urls: [chain.rpcUrl],
    commitment: 'confirmed',
    timeoutMs: 60_000,
    maxRetries: 0,
    requestsPerSecond: 1_000,
  });
  // Nobody can read a state that is gone, so the chain waits for the first of the four who read; the others come after.
  let [states, changes] = [await readStates(rpc, addresses), 0];
  while (changes < ENOUGH_CHANGES) {
    await step(chain.rpcUrl);
    const before = new Set(states);
    states = await readStates(rpc, addresses);
    changes += states.filter((state) => !before.has(state)).length;
    const told = `${changes} changes stored`;
    const areStored = async (): Promise<boolean> => {
      const rows = new Set((await stored()).map(({ reserve, sha256 }) => `${reserve} ${sha256}`));
      return states.every((state) => rows.has(state));
    };
    await waitFor(areStored, { description: told, intervalMs: 5 });
  }
  rpc.close();
  await Promise.all(indexers.map((indexer) => indexer.stop()));

  const snapshots = await database.sql<SnapshotRow[]>`
    SELECT s.reserve, encode(s.account_sha256, 'hex') AS sha256, s.slot::text, c.commit_seq::text AS commit
    FROM lend.reserve_snapshots s JOIN lend.batch_commits c ON c.batch_id = s.poll_batch_id
    ORDER BY s.reserve, s.slot`;
  const kinds = await database.sql`SELECT DISTINCT kind FROM lend.poll_batches WHERE snapshots_written > 0`;
  await chain.stop();
  const truth = await readTruth(truthFile);
  await database.drop();
  await rm(dir, { recursive: true, force: true });

  expect(kinds.map(({ kind }) => kind)).toContain('follow');
  const real = new Set(truth.map(({ address, sha256 }) => `${address} ${sha256}`));
  expect(snapshots.filter(({ reserve, sha256 }) => !real.has(`${reserve} ${sha256}`))).toEqual([]);
  // The same state twice in a row only where the batch of the later bank was committed first.
  const doubled = snapshots.filter((row, index) => {
    const before = snapshots[index - 1];
    const same = before?.reserve === row.reserve && before.sha256 === row.sha256;
    return same && BigInt(before.commit) < BigInt(row.commit);
  });
  expect(doubled).toEqual([]);
  expect(missedStates(truth, snapshots)).toEqual([]);
});

/** States between a reserve's first and last snapshot of which there is none, those aside that ended in their own slot. */
function missedStates(truth: readonly TruthLine[], snapshots: readonly SnapshotRow[]): TruthLine[] {
  const stored = new Set(snapshots.map(({ reserve, sha256 }) => `${reserve} ${sha256}`));
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  for (const { reserve, slot } of snapshots) {
    if (!first.has(reserve)) first.set(reserve, Number(slot));
    last.set(reserve, Number(slot));
  }
  const lastOfSlot = new Map(truth.map((line) => [`${line.address} ${line.slot}`, line]));
  return [...lastOfSlot.values()].filter(
    ({ address, slot, sha256 }) =>
      slot > (first.get(address) ?? Infinity) &&
      slot <= (last.get(address) ?? 0) &&
      !stored.has(`${address} ${sha256}`),
  );
}
