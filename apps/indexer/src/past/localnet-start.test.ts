import {
  buildStartAccounts,
  deriveGenesisHash,
  digestAccounts,
  scenarioSource,
  SCENARIOS,
} from '@tidemark/protocols/localnet';
import { createLogger } from '@tidemark/runtime';
import { startLocalnet, stopAllProcesses } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { testConfig } from '../../test/test-config.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { Indexer } from '../indexer.ts';
import { fetchGenesisHash, RpcClient } from '../rpc/index.ts';
import { EXIT_CHAIN_MISMATCH } from '../wait-until-available.ts';
import { askSimulatedStart, expectPastChain, fetchLocalnetStart } from './localnet-start.ts';

const scenario = {
  source: scenarioSource(SCENARIOS, 0),
  seed: 'start',
  reserves: 0,
  startSlot: 400_000_000,
  startUnixTimeMs: 1_764_000_000_000,
  reportedSlotMs: 400,
};
const start = { ...scenario, accountsSha256: digestAccounts(buildStartAccounts(SCENARIOS, scenario)) };
const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/** A node that tells this. */
const tells = (answer: unknown) => () => Promise.resolve(answer);

describe('the start of a localnet', () => {
  it('is believed where the genesis hash is made of it, and of no other chain', async () => {
    const hash = deriveGenesisHash(start);
    expect(await fetchLocalnetStart(tells(start), hash)).toEqual(start);
    expect(await fetchLocalnetStart(tells({ ...start, seed: 'other' }), hash)).toBeNull();
    expect(await fetchLocalnetStart(tells(start), 'GH7ome3EiwEr7tu9JuTh2dpYWBJK3z69Xm1ZE3MEE6JC')).toBeNull();
    expect(await fetchLocalnetStart(tells({ seed: 1 }), hash)).toBeNull();
  });

  it('is not asked of a public cluster', async () => {
    const asked = () => Promise.reject(new Error('asked'));
    expect(await fetchLocalnetStart(asked, MAINNET)).toBeNull();
  });

  it('gives a past to the scenario alone: any other chain is refused by a sentence and exit code 65', () => {
    expect(expectPastChain('hash', start).chain).toEqual(start);
    const refused = (told: Parameters<typeof expectPastChain>[1]) => {
      try {
        expectPastChain('hash', told);
        return null;
      } catch (error) {
        return error;
      }
    };
    expect(refused(null)).toMatchObject({ exitCode: EXIT_CHAIN_MISMATCH });
    expect(String(refused(null))).toContain("LOCALNET_HISTORY is for a localnet's built-in scenario alone");
    expect(String(refused({ ...start, source: 'files' }))).toContain('serves account files');
    expect(String(refused({ ...start, accountsSha256: 'x' }))).toContain('another version');
  });
});

describe('an indexer that is to write a past', () => {
  let chain: TestChain;
  let database: IndexerTestDatabase;
  beforeAll(async () => {
    chain = await shareTestChain();
    database = await openTestDatabase();
  });
  afterAll(async () => {
    await chain.stop();
    await database.drop();
    await stopAllProcesses();
  });

  it('does not start on another chain', async () => {
    const config = testConfig({ databaseUrl: database.url, rpcUrls: [chain.rpcUrl], localnetHistoryDays: 3 });
    const indexer = new Indexer(config, { logger: createLogger({ name: 'test', level: 'silent' }) });
    await expect(indexer.start()).rejects.toThrow('LOCALNET_HISTORY');
    await indexer.stop();
    expect(await database.sql`SELECT FROM lend.poll_batches`).toHaveLength(0);
    expect(await database.sql`SELECT FROM lend.simulated_history`).toHaveLength(0);
  });

  it('reads of a running localnet what its genesis hash is made of', async () => {
    const localnet = await startLocalnet({ seed: 'told', slotMs: 0 });
    const rpc = new RpcClient({
      urls: [localnet.rpcUrl],
      commitment: 'confirmed',
      timeoutMs: 60_000,
      maxRetries: 0,
      requestsPerSecond: 100,
    });
    const hash = await fetchGenesisHash(rpc);
    const told = await fetchLocalnetStart(() => askSimulatedStart(rpc), hash);
    expect(told).toMatchObject({ seed: 'told', reserves: 0 });
    expect(expectPastChain(hash, told).accounts.length).toBeGreaterThan(34);
    rpc.close();
    await localnet.stop();
  });

  it('starts also where the database fails just as the chain is marked as simulated', async () => {
    const localnet = await startLocalnet({ seed: 'marked', slotMs: 0 });
    const { url, drop, sql } = await openTestDatabase();
    await sql.unsafe(`
      CREATE SEQUENCE lend.attempts;
      GRANT USAGE ON SEQUENCE lend.attempts TO PUBLIC;
      CREATE FUNCTION lend.fail_once() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('lend.attempts') = 1 THEN RAISE EXCEPTION USING ERRCODE = 'connection_failure'; END IF;
          RETURN NEW;
        END $$;
      CREATE TRIGGER fail_once BEFORE UPDATE OF is_simulated ON lend.chain
        FOR EACH ROW EXECUTE FUNCTION lend.fail_once()`);
    const config = testConfig({ databaseUrl: url, rpcUrls: [localnet.rpcUrl] });
    const indexer = new Indexer(config, { logger: createLogger({ name: 'test', level: 'silent' }) });
    await indexer.start();
    await indexer.stop();
    expect(await sql`SELECT is_simulated FROM lend.chain`).toEqual([{ is_simulated: true }]);
    await drop();
    await localnet.stop();
  });
});
