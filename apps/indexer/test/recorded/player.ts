import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { errorCode } from '@tidemark/runtime';
import { createDatabase, type Database, migrate } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { MAINTENANCE_LIMITS } from '../../src/connections.ts';
import { startTestChain, type TestChain } from '../test-chain.ts';
import { type RecordedIndexer, startIndexer } from './recorded-indexer.ts';
import { type Line, patched, type RecordedAccount, readRecording } from './recording.ts';
import { stopClocks, type WallClock } from './wall-clock.ts';

/** From the begin of one piece of work to the next. */
const STEP_MS = 1_000;
/** Of no chain that a node could be of. */
const GENESIS_HASH = addressFromLabel('a recorded world');

export interface Played {
  /** The time at which the recording ends: what the clock of the database says from now on. */
  readonly now: Date;
}

/**
 * Fills an empty database by what the indexer does in the recorded world, each time in the same way: real nodes and steps, one after the
 * other, under a clock that moves when the recording says so. Changes the clocks of this process for good.
 */
export async function playRecording(databaseUrl: string): Promise<Played> {
  const lines = await readRecording();
  const start = lines.find((line) => line.do === 'clock');
  if (start === undefined) throw new Error('the recording has no time');
  const before = createDatabase({ url: databaseUrl, maxConnections: 1 });
  const clock = await stopClocks(before.sql, start.wall);
  await migrate({ url: databaseUrl });
  const options = { url: databaseUrl, maxConnections: 4, applicationName: 'recorded world' };
  const database = createDatabase({ ...options, limits: MAINTENANCE_LIMITS });
  const chain = await startTestChain();
  const player = new Player({ chain, database, databaseUrl, clock });
  try {
    await player.open();
    for (const line of lines) await player.play(line);
    return { now: new Date(clock.now()) };
  } finally {
    await player.close();
    await Promise.all([chain.stop(), database.close(), before.close()]);
  }
}

interface PlayerOptions {
  readonly chain: TestChain;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly clock: WallClock;
}

class Player {
  readonly #options: PlayerOptions;
  readonly #accounts = new Map<string, RecordedAccount>();
  readonly #priceService: Server;
  /** What the service behind HTTP says. */
  #prices = '{}';
  #indexer: RecordedIndexer | undefined;

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#priceService = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(this.#prices);
    });
  }

  async open(): Promise<void> {
    await once(this.#priceService.listen(0, '127.0.0.1'), 'listening');
    await this.#setAway(false);
  }

  async play(line: Line): Promise<void> {
    const { chain, clock } = this.#options;
    switch (line.do) {
      case 'clock':
        await clock.set(line.wall);
        return chain.setClock({ slot: line.slot, unixTime: line.unixTime });
      case 'put':
        return this.#put(line.address, { owner: line.owner, data: Buffer.from(line.data, 'base64') });
      case 'patch': {
        const known = this.#accounts.get(line.address);
        if (known === undefined) throw new Error(`there is no account ${line.address} to change`);
        return this.#put(line.address, { ...known, data: patched(known.data, line.edits) });
      }
      case 'remove':
        this.#accounts.delete(line.address);
        return chain.remove(line.address);
      case 'away':
        return this.#setAway(line.isAway);
      case 'says':
        this.#prices = JSON.stringify(line.answer);
        return;
      case 'start':
        return this.#start(line);
      case 'run':
        return this.#run(line);
    }
  }

  async close(): Promise<void> {
    await this.#indexer?.close();
    this.#priceService.close();
    this.#priceService.closeAllConnections();
  }

  async #put(address: string, account: RecordedAccount): Promise<void> {
    this.#accounts.set(address, account);
    await this.#options.chain.put(address, account.data, account.owner);
  }

  #setAway(isAway: boolean): Promise<void> {
    return this.#options.chain.setFaults({ genesisHash: GENESIS_HASH, http5xxRate: isAway ? 1 : 0 });
  }

  async #start({ listedMarkets, isOlder }: Extract<Line, { do: 'start' }>): Promise<void> {
    const { database, databaseUrl, chain } = this.#options;
    await this.#indexer?.close();
    const address = this.#priceService.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const urls = { rpcUrl: chain.rpcUrl, priceUrl: `http://127.0.0.1:${port}` };
    this.#indexer = await startIndexer({ database, databaseUrl, ...urls, listedMarkets, isOlder });
  }

  async #run({ work, code }: Extract<Line, { do: 'run' }>): Promise<void> {
    const { clock } = this.#options;
    if (this.#indexer === undefined) throw new Error('no indexer was started');
    await clock.set(clock.now() + STEP_MS);
    for (const end of await this.#indexer.run(work, clock.now())) {
      const ended = end.status === 'rejected' ? (errorCode(end.reason) ?? 'INTERNAL_ERROR') : undefined;
      if (ended === code) continue;
      const at = new Date(clock.now()).toISOString();
      const cause = end.status === 'rejected' ? end.reason : undefined;
      throw new Error(`${work} at ${at} ended with ${ended ?? 'success'} instead of ${code ?? 'success'}`, { cause });
    }
  }
}
