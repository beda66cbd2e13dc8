import { fetchGenesisHash } from './chain-identity.ts';
import { choosePort } from './choose-port.ts';
import { appCommand, removeStackFile, type StackContext, type StackFacts, writeStackFile } from './stack-context.ts';
import { type Service, startService, superviseService } from './service.ts';
import { startChain } from './start-chain.ts';
import { prepareDatabase, startPostgres } from './start-database.ts';
import { summarize } from './summary.ts';
import { waitForFirstData } from './wait-for-first-data.ts';

/**
 * Brings everything up in the order in which each part needs the others, and returns when the first data is served.
 * Whatever was started registers its own end with the shutdown, which runs them in reverse order.
 */
export async function startStack(context: StackContext): Promise<void> {
  const { env, terminal, shutdown } = context;
  const apiPort = await chooseApiPort(context);
  const indexerPort = await choosePort({
    purpose: 'the indexer',
    wish: env.ports.indexer,
    hosts: ['127.0.0.1'],
    onNotice: terminal.note,
  });
  const server = await startPostgres(context);
  shutdown.signal.throwIfAborted();
  const chain = await startChain(context);
  const genesisHash = await fetchGenesisHash(chain.rpcUrls, shutdown.signal);
  const databaseUrls = await prepareDatabase(context, server, genesisHash);
  shutdown.signal.throwIfAborted();

  const startedAtMs = performance.now();
  const rpc = { SOLANA_RPC_URL: chain.rpcUrls.join(',') };
  // The localnet's own socket, whatever the environment says of another chain.
  const following = chain.wsUrl === null ? {} : { SOLANA_WS_URL: chain.wsUrl };
  const indexerUrl = `http://127.0.0.1:${indexerPort}`;
  await startApp(context, 'indexer', indexerUrl, {
    ...rpc,
    ...following,
    ...historyOf(context, chain.simulated),
    ...liquidityOf(context, chain.simulated),
    DATABASE_URL: databaseUrls.indexer,
    INDEXER_PORT: String(indexerPort),
  });
  shutdown.signal.throwIfAborted();
  const apiUrl = urlOfApi(context, apiPort);
  await startApp(context, 'api', apiUrl, { ...rpc, DATABASE_URL: databaseUrls.api, PORT: String(apiPort) });

  const facts: StackFacts = {
    pid: process.pid,
    simulated: chain.simulated,
    apiUrl,
    databaseUrl: databaseUrls.owner,
    readerUrl: databaseUrls.reader,
    rpcUrls: chain.rpcUrls,
    localnetWsUrl: chain.wsUrl,
    indexerUrl,
  };
  shutdown.add('stack file', () => removeStackFile(env.dataDir));
  await writeStackFile(env.dataDir, facts);
  terminal.busy('indexer and API started, waiting for the first data');
  const reserveCounts = await waitForFirstData(context, facts.apiUrl);
  terminal.done('first data served', startedAtMs);
  const { redisUrl, accountsDir } = env;
  const { logDir } = context;
  terminal.plain(summarize({ facts, reserveCounts, embeddedPostgres: server !== null, redisUrl, accountsDir, logDir }));
}

const USUAL_HISTORY_DAYS = 30;

/** A localnet of the built-in scenario has a past, unless the settings say otherwise; of another chain what is set is refused by the indexer. */
function historyOf({ env: { historyDays, accountsDir } }: StackContext, isSimulated: boolean): Record<string, string> {
  const days = historyDays ?? (isSimulated && accountsDir === null ? USUAL_HISTORY_DAYS : 0);
  return { LOCALNET_HISTORY: String(days) };
}

/** A localnet has few pools and no bill: its are read every minute, and found within two, unless the settings say otherwise. */
function liquidityOf({ env: { liquidity } }: StackContext, isSimulated: boolean): Record<string, string> {
  return isSimulated ? { LIQUIDITY_INTERVAL_MS: '60000', LIQUIDITY_CALLS_PER_MINUTE: '600', ...liquidity } : {};
}

/** The API's port must also be free where `localhost` leads, or the user's requests would reach somebody else. */
async function chooseApiPort(context: StackContext): Promise<number> {
  return await choosePort({
    purpose: 'the API',
    wish: context.env.ports.api,
    hosts: [...new Set([context.env.host, '127.0.0.1', '::1'])],
    onNotice: context.terminal.note,
  });
}

async function startApp(
  context: StackContext,
  name: 'indexer' | 'api',
  url: string,
  env: Readonly<Record<string, string>>,
): Promise<Service> {
  const start = () =>
    startService({
      name,
      command: appCommand(context.rootDir, name),
      rootDir: context.rootDir,
      logDir: context.logDir,
      env,
      // The indexer finishes the job in hand.
      stopDeadlineMs: name === 'indexer' ? 30_000 : 15_000,
      terminal: context.terminal,
    });
  const service = await start();
  superviseService(context, service, { startAgain: start, healthUrl: `${url}/health` });
  return service;
}

function urlOfApi({ env: { host, tls } }: StackContext, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  return `${tls ? 'https' : 'http'}://${everywhere ? 'localhost' : host}:${port}`;
}
