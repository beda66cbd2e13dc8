import { createLogger, type Logger } from '@tidemark/runtime';
import { openChainSource } from './chain/chain-source.ts';
import { type OpenedChain, openChain } from './chain/open-chain.ts';
import { Autosave, findCheckpoint, originOf } from './checkpoint/resume.ts';
import { type Checkpoint, CheckpointStore } from './checkpoint/checkpoint-store.ts';
import { LocalnetControl } from './control/localnet-control.ts';
import { FaultEngine } from './faults/fault-engine.ts';
import { hashText } from '@tidemark/protocols/localnet';
import { loadZstd } from './rpc/encode-account.ts';
import { createHttpEndpoint } from './server/http-endpoint.ts';
import { closeServer, listenPair } from './server/listen.ts';
import { RpcService } from './server/rpc-service.ts';
import { createSocketEndpoint, createUpgradeServer } from './server/socket-endpoint.ts';
import { completeOptions, type LocalnetOptions, type LocalnetSettings } from './settings/localnet-options.ts';
import { SubscriptionHub } from './subscriptions/subscription-hub.ts';
import { AnswerLog, TruthLog } from './truth/logs.ts';

const TRUTH_FLUSH_INTERVAL_MS = 1_000;

/** A running localnet. */
export interface Localnet {
  readonly rpcUrl: string;
  /** The port after the RPC port, where Solana clients look for it; the RPC port itself takes WebSockets too. */
  readonly wsUrl: string;
  readonly genesisHash: string;
  /** The newest slot at the moment of the call. */
  currentSlot(): number;
  /** What the control endpoint does, without HTTP; there whether the endpoint is on or not. */
  readonly control: LocalnetControl;
  /** Saves the checkpoint, cuts all connections and frees the ports. */
  close(): Promise<void>;
}

/**
 * Starts a localnet in this process. Throws `AccountFolderError`, `PortError` or the state folder's error, with nothing
 * left open.
 */
export async function createLocalnet(options: LocalnetOptions = {}): Promise<Localnet> {
  const settings = completeOptions(options);
  const closers: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    return await start(settings, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

type Closers = (() => Promise<void> | void)[];

async function start(settings: LocalnetSettings, closers: Closers, close: () => Promise<void>): Promise<Localnet> {
  const logger = settings.logger ?? createLogger({ name: 'localnet' });
  const truth = openTruth(settings, closers);
  const faults = new FaultEngine(hashText(settings.seed), settings.faults);
  const opened = await openChainWithState({ settings, logger, truth, closers, faults });
  const { chain } = opened;
  await loadZstd();
  const hub = new SubscriptionHub({ chain, faults });
  const control = new LocalnetControl({ chain, faults, hub, truth });
  const service = new RpcService({ chain, start: opened.start, faults, hub, logger });
  const answers = openAnswers(settings, closers);
  const http = createHttpEndpoint({ service, faults, control: settings.control ? control : null, answers, logger });
  const upgrade = createUpgradeServer();
  const sockets = createSocketEndpoint({ service, hub, answers, logger });
  sockets.attach(http);
  sockets.attach(upgrade);
  const port = await listenPair({ http, socket: upgrade }, settings.port, settings.host);
  closers.push(
    () => closeServer(http),
    () => closeServer(upgrade),
    () => sockets.close(),
    () => hub.close(),
  );
  const host = settings.host === '0.0.0.0' || settings.host === '::' ? '127.0.0.1' : settings.host;
  return {
    rpcUrl: `http://${host}:${port}`,
    wsUrl: `ws://${host}:${port + 1}`,
    genesisHash: chain.genesisHash,
    currentSlot: () => chain.advance(),
    control,
    close,
  };
}

function openTruth(settings: LocalnetSettings, closers: Closers): TruthLog | null {
  if (settings.truthFile === null) return null;
  const truth = new TruthLog({ file: settings.truthFile, withData: settings.truthData });
  const timer = setInterval(() => truth.flush(), TRUTH_FLUSH_INTERVAL_MS);
  timer.unref();
  closers.push(() => {
    clearInterval(timer);
    truth.close();
  });
  return truth;
}

function openAnswers(settings: LocalnetSettings, closers: Closers): AnswerLog | null {
  if (settings.answerFile === null) return null;
  const answers = new AnswerLog(settings.answerFile);
  closers.push(() => answers.close());
  return answers;
}

interface ChainParts {
  readonly settings: LocalnetSettings;
  readonly logger: Logger;
  readonly truth: TruthLog | null;
  readonly closers: Closers;
  readonly faults: FaultEngine;
}

async function openChainWithState({ settings, logger, truth, closers, faults }: ChainParts): Promise<OpenedChain> {
  const wrong = () => faults.settings;
  const source = await openChainSource(settings);
  for (const note of source.notes) logger.info({ note }, 'account file');
  logger.info({ source: source.name, accounts: source.accounts?.length, seed: settings.seed }, 'chain source');
  const store = settings.stateDir === null ? null : await CheckpointStore.open(settings.stateDir);
  if (store === null) {
    const opened = openChain({
      settings,
      source,
      checkpoint: null,
      truth,
      logger,
      nowMs: settings.nowMs,
      faults: wrong,
    });
    recordStart(truth, opened, settings, false);
    return opened;
  }
  let release: () => Promise<void> | void = () => store.close();
  closers.push(() => release());
  const checkpoint = await findCheckpoint(store, settings, source, logger);
  const opened = openChain({ settings, source, checkpoint, truth, logger, nowMs: settings.nowMs, faults: wrong });
  recordStart(truth, opened, settings, checkpoint !== null);
  const origin = originOf(settings, source);
  const autosave = new Autosave({
    store,
    logger,
    snapshot: () => describe(opened, settings, origin),
    revision: () => opened.chain.revision,
  });
  release = () => autosave.close();
  await autosave.save();
  return opened;
}

function describe(opened: OpenedChain, settings: LocalnetSettings, origin: Checkpoint['origin']): Checkpoint {
  const { chain, startSlot, startUnixTimeMs } = opened;
  const reachedSlot = chain.advance();
  return {
    origin,
    genesisHash: chain.genesisHash,
    startSlot,
    startUnixTimeMs,
    slotMs: settings.slotMs,
    reportedSlotMs: settings.reportedSlotMs,
    anchor: chain.clock.anchor,
    reachedSlot,
    accounts: chain.listNewestAccounts(),
  };
}

function recordStart(truth: TruthLog | null, opened: OpenedChain, settings: LocalnetSettings, resumed: boolean): void {
  if (truth === null) return;
  const { chain, startSlot, startUnixTimeMs } = opened;
  const { genesisHash, reachedSlot, clock } = chain;
  const event = resumed ? 'resumed' : 'started';
  const { seed, slotMs, reportedSlotMs } = settings;
  truth.writeChain({ event, genesisHash, seed, startSlot, startUnixTimeMs, reachedSlot, slotMs, reportedSlotMs });
  const unixTime = clock.unixTimeAt(reachedSlot);
  for (const account of chain.listNewestAccounts()) {
    const kind = resumed ? 'resumed' : 'initial';
    truth.writeAccount({ kind, slot: reachedSlot, unixTime, address: account.address, account });
  }
}
