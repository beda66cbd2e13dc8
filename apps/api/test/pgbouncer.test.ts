import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  asAccount,
  findFreePort,
  findServerAccount,
  type ManagedProcess,
  startManagedProcess,
} from '@tidemark/embedded-postgres';
import { createDatabase, type Database } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HISTORY_WORLD, issueKey, observationAt, WORLD } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

// An API whose data goes through PgBouncer in transaction mode (DATABASE_READ_URL) and that listens on the database itself.

/** The path of the program; empty where Debian's package is not installed, which is said in one line. */
function findPgBouncer(): string {
  try {
    return execFileSync('sh', ['-c', 'PATH="$PATH:/usr/sbin" command -v pgbouncer'], { encoding: 'utf8' }).trim();
  } catch {
    process.stdout.write('PgBouncer is not installed: tests through it are skipped\n');
    return '';
  }
}
const program = findPgBouncer();

const RESERVES = '/v1/kamino/lend/reserves';
const SOL = addressFromLabel('SOL');
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const RANGE = `from=${unixOf(0)}&to=${unixOf(WORLD.end)}`;
/** Of every kind of read. */
const PATHS = [
  `${RESERVES}/all/latest`,
  `${RESERVES}/${SOL}/detail/latest`,
  `${RESERVES}/${SOL}/history?${RANGE}&interval=1h`,
  `${RESERVES}/${SOL}/history?${RANGE}&interval=raw`,
  `${RESERVES}/all/history?${RANGE}&interval=1d&format=csv`,
  `${RESERVES}/${SOL}/at/${unixOf(4_567)}`,
  `/v1/kamino/lend/fees?${RANGE}&interval=1d`,
  `/v1/coverage?${RANGE}`,
  `/v1/kamino/lend/summary/history?${RANGE}&interval=1h`,
  `/v1/lend/benchmark-rates/usd?${RANGE}&interval=1h`,
];

describe.skipIf(program === '')('an API through PgBouncer in transaction mode', () => {
  let dir: string;
  let bouncer: ManagedProcess;
  let direct: TestApi;
  let pooled: TestApi;
  let viaPool: Database;
  let key: Record<string, string>;

  beforeAll(async () => {
    direct = await startTestApi({ template: HISTORY_WORLD });
    key = await issueKey(direct.database, 'pooler');
    dir = await mkdtemp(join(tmpdir(), 'tidemark-pgbouncer-'));
    const account = await findServerAccount(dir);
    const port = await findFreePort(0);
    const { hostname, port: serverPort, username, password, pathname } = new URL(direct.databaseUrl);
    // The login of the test stands for the API's; the pooler makes it the API's role. Two connections, so that clients share them.
    await writeFile(
      join(dir, 'pgbouncer.ini'),
      `[databases]
pooled = host=${hostname} port=${serverPort} dbname=${pathname.slice(1)} user=${username} password=${decodeURIComponent(password)} connect_query='SET ROLE tidemark_api'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
max_client_conn = 100
`,
    );
    if (account !== null) {
      await chown(dir, account.uid, account.gid);
      await chmod(join(dir, 'pgbouncer.ini'), 0o644);
    }
    bouncer = await startManagedProcess({
      name: 'pgbouncer',
      command: program,
      args: [join(dir, 'pgbouncer.ini')],
      cwd: '/',
      env: { PATH: process.env['PATH'] },
      stopSignal: 'SIGINT',
      ...asAccount(account),
    });
    const url = `postgres://api@127.0.0.1:${port}/pooled?prepare=false`;
    viaPool = createDatabase({ url, maxConnections: 8 });
    await waitFor(async () => (await viaPool.sql`SELECT 1 AS one`.catch(() => [])).length === 1, {
      description: 'the pooler to answer',
    });
    pooled = await startTestApi({
      databaseUrl: direct.databaseUrl,
      readDatabaseUrl: url,
      latestPollIntervalMs: 100,
    });
  });
  afterAll(async () => {
    await pooled.stop();
    await viaPool.close();
    await bouncer.stop();
    await direct.stop();
    await rm(dir, { recursive: true, force: true });
  });

  it('answers as it does without one, byte for byte, many requests at once over two connections', async () => {
    const wanted = new Map<string, string>();
    for (const path of PATHS) {
      const answer = await direct.call(path, { headers: key });
      expect({ path, status: answer.status }).toEqual({ path, status: 200 });
      wanted.set(path, withoutClock(answer.text));
    }
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(PATHS.map((path) => pooled.call(path, { headers: key })));
      for (const [place, answer] of answers.entries()) {
        const path = PATHS[place] ?? '';
        expect({ path, status: answer.status, same: withoutClock(answer.text) === wanted.get(path) }).toEqual({
          path,
          status: 200,
          same: true,
        });
      }
    }
  });

  it('receives notifications of commits, because LISTEN goes to the database directly', async () => {
    await observationAt(direct.database, WORLD.end + 600);
    const stamp = async () => JSON.stringify((await pooled.call(`${RESERVES}/${SOL}/latest`)).json());
    await waitFor(async () => (await stamp()).includes(String(unixOf(WORLD.end + 600))), {
      description: 'the newest state through the pooler',
    });
    expect(await stamp()).toContain(String(unixOf(WORLD.end + 600)));
  });

  it('keeps limits of transactions to their transactions: none stays on a connection that others get', async () => {
    await Promise.all(Array.from({ length: 20 }, () => viaPool.sql.begin((tx) => tx`SELECT 1`)));
    const [row] = await viaPool.sql<{ limit: string }[]>`SELECT current_setting('statement_timeout') AS limit`;
    const [own] = await direct.database.sql<{ limit: string }[]>`SELECT current_setting('statement_timeout') AS limit`;
    expect(row).toEqual(own);
  });
});

/** Some answers say when they were made. */
function withoutClock(text: string): string {
  return text.replaceAll(/"(?:data_age_seconds|to)":\d+/g, '');
}
