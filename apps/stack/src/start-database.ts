import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
  startManagedProcess,
} from '@tidemark/embedded-postgres';
import { redactText, redactUrl } from '@tidemark/runtime';
import { ensureLogins, loginNameOf, migrate, ROLE_GROUPS, type RoleGroup } from '@tidemark/schema';
import { databaseNameForGenesis } from './chain-identity.ts';
import { appCommand, type StackContext, StackError } from './stack-context.ts';
import { describeExit } from './service.ts';

/** Brings the embedded Postgres up, or none where `DATABASE_URL` names another. */
export async function startPostgres(context: StackContext): Promise<EmbeddedPostgres | null> {
  const { env, terminal, shutdown } = context;
  if (env.databaseUrl !== null) {
    terminal.done(`Postgres of DATABASE_URL: ${redactUrl(env.databaseUrl)}`);
    return null;
  }
  const startedAtMs = performance.now();
  const server = await openCluster(context);
  context.killers.set('postgres', () => void server.kill());
  let ended = false;
  void server.exited.finally(() => {
    ended = true;
  });
  shutdown.add('postgres', async () => {
    if (ended) return;
    const stopStartedAtMs = performance.now();
    await server.stop();
    terminal.done('Postgres stopped', stopStartedAtMs);
  });
  void reportUnexpectedEnd(context, server);
  terminal.done(`Postgres, embedded, on 127.0.0.1:${server.port}`, startedAtMs);
  return server;
}

async function openCluster(context: StackContext): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({
      dataDir: join(context.env.dataDir, 'postgres'),
      port: context.env.ports.postgres.port,
      strictPort: context.env.ports.postgres.explicit,
      onNotice: context.terminal.note,
    });
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw new StackError(error.message, { cause: error });
    throw error;
  }
}

async function reportUnexpectedEnd(context: StackContext, server: EmbeddedPostgres): Promise<void> {
  const { code, signal } = await server.exited;
  if (context.shutdown.signal.aborted) return;
  const logFile = join(context.env.dataDir, 'postgres', 'server.log');
  context.terminal.problem(`Postgres ended unexpectedly (${signal ?? `exit code ${code}`}), see ${logFile}`);
  await context.shutdown.run('postgres ended', 1);
}

/** The database for this chain with the newest schema, and who connects to it how. */
export async function prepareDatabase(
  context: StackContext,
  server: EmbeddedPostgres | null,
  genesisHash: string,
): Promise<DatabaseUrls> {
  const startedAtMs = performance.now();
  const name = databaseNameForGenesis(genesisHash);
  await server?.ensureDatabase(name);
  const url = server?.url(name) ?? context.env.databaseUrl;
  if (url === null) throw new Error('There is neither an embedded Postgres nor a DATABASE_URL');
  try {
    const { applied } = await migrate({ url });
    const urls = server === null ? sameForAll(url) : await makeLogins(context, url);
    const migrations = applied.length === 0 ? 'schema up to date' : `${applied.length} migrations applied`;
    context.terminal.done(`database ${new URL(url).pathname.slice(1)}, ${migrations}`, startedAtMs);
    return urls;
  } catch (error) {
    const reason = error instanceof Error ? redactText(error.message) : String(error);
    throw new StackError(`The database ${redactUrl(url)} could not be prepared: ${reason}`, { cause: error });
  }
}

/** API and indexer work with the least rights, here as in production: what does not work so should fail here. */
async function makeLogins(context: StackContext, url: string): Promise<DatabaseUrls> {
  const urls = loginUrls(url);
  const passwordOf = (loginUrl: string): string => new URL(loginUrl).password;
  await ensureLogins(url, {
    api: passwordOf(urls.api),
    indexer: passwordOf(urls.indexer),
    reader: passwordOf(urls.reader),
  });
  if (context.env.redisUrl === null) await prepareQueue(context, url);
  return urls;
}

const DEADLINE_MS = 60_000;

/** The tables of the job queue, made by the owner of the database, because the indexer may not. */
export async function prepareQueue({ rootDir, shutdown }: StackContext, ownerUrl: string): Promise<void> {
  shutdown.signal.throwIfAborted();
  const [command, ...args] = appCommand(rootDir, 'indexer', 'prepare-queue');
  const child = await startManagedProcess({
    name: 'prepare-queue',
    command,
    args,
    cwd: rootDir,
    env: { ...process.env, DATABASE_URL: ownerUrl },
    stopDeadlineMs: 5_000,
  });
  const stop = (): void => void child.stop();
  shutdown.signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(stop, DEADLINE_MS);
  const exit = await child.exited;
  clearTimeout(timer);
  shutdown.signal.removeEventListener('abort', stop);
  shutdown.signal.throwIfAborted();
  if (exit.code !== 0) throw new Error(`prepare-queue ended with ${describeExit(exit)}: ${child.tail().join(' ')}`);
}

/** One database, as its owner and as each of the logins with fewer rights. */
export interface DatabaseUrls extends Readonly<Record<RoleGroup, string>> {
  readonly owner: string;
}

/** A database of others is used as it is: who may do what in it is for its administrator to say. */
export function sameForAll(url: string): DatabaseUrls {
  return { owner: url, api: url, indexer: url, maintenance: url, reader: url, export: url };
}

/**
 * Logins of the embedded cluster. Their passwords are an HMAC of the superuser's, which they do not reveal: they stay
 * the same over restarts and need no file of their own.
 */
export function loginUrls(ownerUrl: string): DatabaseUrls {
  const urls = sameForAll(ownerUrl);
  const logins = ROLE_GROUPS.map((group) => [group, urlOfLogin(ownerUrl, group)] as const);
  return { ...urls, ...Object.fromEntries(logins) };
}

function urlOfLogin(ownerUrl: string, group: RoleGroup): string {
  const url = new URL(ownerUrl);
  const secret = decodeURIComponent(url.password);
  url.username = loginNameOf(group);
  url.password = createHmac('sha256', secret).update(`tidemark login ${group}`).digest('hex');
  return url.href;
}
