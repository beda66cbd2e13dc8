import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, findFreePort, startEmbeddedPostgres } from '@tidemark/embedded-postgres';
import { createDatabase, type Database, migrate, upsertLendingMarkets } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seeReserve } from './support/accounts.ts';
import { issueKey } from './support/history-world.ts';
import { bankAt, buildMarketRow } from './support/rows.ts';
import { commitSeen } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

// Two servers: a primary, and a cold copy of it that follows by streaming replication. The API writes and listens on the first and reads
// from the second, as with DATABASE_READ_URL.

const copy = promisify(execFile);
const SETTINGS = {
  wal_level: 'replica',
  max_wal_senders: '4',
  fsync: 'off',
  max_connections: '60',
  wal_receiver_status_interval: '1s',
};
const RESERVE = `/v1/kamino/lend/reserves/${addressFromLabel('SOL')}`;
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const latestSchema = z.array(z.object({ timestamp: z.number() }));

let dir: string;
let primaryPort: number;
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let writer: Database;
let follower: Database;
let api: TestApi;
let key: Record<string, string>;

const startPrimary = () =>
  startEmbeddedPostgres({ dataDir: join(dir, 'primary'), port: primaryPort, strictPort: true, settings: SETTINGS });
const startStandby = (port = 0) => {
  const { username, password } = new URL(primary.url());
  return startEmbeddedPostgres({
    dataDir: join(dir, 'standby'),
    port,
    settings: {
      ...SETTINGS,
      hot_standby: 'on',
      primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=${username} password=${password} application_name=standby`,
    },
  });
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tidemark-replica-'));
  await chmod(dir, 0o711);
  primaryPort = await findFreePort(0);
  primary = await startPrimary();
  await primary.ensureDatabase('tidemark');
  await migrate({ url: primary.url('tidemark') });
  // A cold copy: of a server that has stopped.
  await primary.stop();
  await mkdir(join(dir, 'standby'));
  await copy('cp', ['-a', `${join(dir, 'primary')}/.`, join(dir, 'standby')]);
  await writeFile(join(dir, 'standby/cluster/standby.signal'), '');
  primary = await startPrimary();
  standby = await startStandby();
  writer = createDatabase({ url: primary.url('tidemark'), maxConnections: 2 });
  follower = createDatabase({ url: standby.url('tidemark'), maxConnections: 2 });
  await upsertLendingMarkets(writer.sql, [buildMarketRow()]);
  await see(0);
  key = await issueKey(writer, 'replica');
  await caughtUp();
  api = await startTestApi({
    databaseUrl: primary.url('tidemark'),
    readDatabaseUrl: standby.url('tidemark'),
    latestPollIntervalMs: 100,
  });
});
afterAll(async () => {
  await api.stop();
  await Promise.all([writer.close(), follower.close()]);
  await standby.stop();
  await primary.stop();
  await rm(dir, { recursive: true, force: true });
});

const see = (seconds: number) => commitSeen(writer, seconds, [seeReserve('SOL', seconds)]);

/** Waits until the replica has replayed what the primary has written. */
async function caughtUp(): Promise<void> {
  const [position] = await writer.sql<{ lsn: string }[]>`SELECT pg_current_wal_lsn()::text AS lsn`;
  await waitFor(
    async () => {
      const [row] = await follower.sql<
        { there: boolean }[]
      >`SELECT pg_last_wal_replay_lsn() >= ${position?.lsn ?? ''}::pg_lsn AS there`;
      return row?.there === true;
    },
    { description: 'the replica to catch up' },
  );
}

const latestTimestamp = async () => latestSchema.parse((await api.call(`${RESERVE}/latest`)).json())[0]?.timestamp;
const rawRows = async () => {
  const answer = await api.call(`${RESERVE}/history?interval=raw&from=${unixOf(-1)}&to=${unixOf(100_000)}`, {
    headers: key,
  });
  return {
    status: answer.status,
    rows: answer.status === 200 ? z.object({ data: z.array(z.unknown()) }).parse(answer.json()).data.length : null,
  };
};

describe('an API that reads from a streaming replica', () => {
  it('serves what the primary has committed, and the replica writes nothing', async () => {
    await see(700);
    await caughtUp();
    await waitFor(async () => (await latestTimestamp()) === unixOf(700), { description: 'the newest state' });
    expect(await rawRows()).toEqual({ status: 200, rows: 2 });
    await expect(follower.sql`DELETE FROM lend.reserve_latest`).rejects.toThrow(/read-only|recovery/);
  });

  it('serves what the replica has while that is behind, says of when it is, and follows when it goes on', async () => {
    await follower.sql`SELECT pg_wal_replay_pause()`;
    await waitFor(
      async () => (await follower.sql`SELECT pg_get_wal_replay_pause_state() AS state`)[0]?.['state'] === 'paused',
      { description: 'a pause' },
    );
    await see(1_400);
    // The notification comes from the primary at once, the rows are not there yet.
    for (let read = 0; read < 20; read += 1) {
      expect(await rawRows()).toEqual({ status: 200, rows: 2 });
      expect(await latestTimestamp()).toBe(unixOf(700));
    }
    await follower.sql`SELECT pg_wal_replay_resume()`;
    await waitFor(async () => (await latestTimestamp()) === unixOf(1_400), {
      description: 'the newest state after the pause',
    });
    expect(await rawRows()).toEqual({ status: 200, rows: 3 });
  });

  it('copies by change_id go on from a replica: nothing that it shows lies at or above its horizon', async () => {
    await see(2_100);
    await caughtUp();
    const [row] = await follower.sql<{ hidden: boolean }[]>`
      SELECT max(change_id) >= lend_v1.sync_horizon() AS hidden FROM lend_v1.reserves`;
    expect(row?.hidden).toBe(false);
    await waitFor(async () => (await latestTimestamp()) === unixOf(2_100), { description: 'the newest state' });
  });

  it('answers hot reads and verifies keys without the replica, refuses histories with 503, and recovers by itself', async () => {
    const { port } = standby;
    await standby.kill();
    await waitFor(async () => (await rawRows()).status === 503, { description: 'a refusal' });
    const refused = await api.call(`${RESERVE}/history?interval=1h`);
    expect(refused.json()).toMatchObject({ error: { code: 50302 } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await latestTimestamp()).toBe(unixOf(2_100));
    expect((await api.call('/auth/verify', { method: 'POST', headers: key })).status).toBe(200);
    standby = await startStandby(port);
    await waitFor(async () => (await rawRows()).status === 200, { description: 'an answer after the restart' });
    expect(await rawRows()).toEqual({ status: 200, rows: 4 });
  });

  it('answers histories without the primary', async () => {
    await primary.kill();
    expect(await rawRows()).toEqual({ status: 200, rows: 4 });
    expect(await latestTimestamp()).toBe(unixOf(2_100));
    primary = await startPrimary();
    await see(2_800);
    await waitFor(async () => (await latestTimestamp()) === unixOf(2_800), {
      description: 'the primary and its replica to be back',
    });
  });
});
