import { encodeLendingMarket, encodeReserve, KNOWN_REGISTRY } from '@tidemark/protocols/kamino';
import { buildLendingMarket, buildReserve } from '@tidemark/protocols/kamino/testing';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forward, startFakeRpcServer } from '../../test/fake-rpc-server.ts';
import { MARKET, START_SLOT, START_TIME, shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';
import { MAINNET_GENESIS_HASH } from './find-accounts.ts';

let chain: TestChain;
let database: IndexerTestDatabase;
const opened: TestPipeline[] = [];

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(() => chain.stop());

beforeEach(async () => {
  await chain.reset();
  await chain.putMarket('lending market');
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const pipeline of opened.splice(0)) pipeline.close();
  await database.drop();
});

const open: (
  ...args: Parameters<typeof openPipeline> extends [unknown, unknown, ...infer Rest] ? Rest : never
) => TestPipeline = (...args) => {
  const pipeline = openPipeline(chain, database, ...args);
  opened.push(pipeline);
  return pipeline;
};
const reserves = () =>
  database.sql`SELECT address, lending_market, token_symbol, missing_since_slot FROM lend.reserves ORDER BY token_symbol`;
const markets = () => database.sql`SELECT address, name, missing_since_slot FROM lend.lending_markets ORDER BY name`;

describe('discovery', () => {
  it('finds markets and reserves by their first bytes and size, and stores both at once', async () => {
    const usdc = await chain.putReserve('usdc');
    const sol = await chain.putReserve('sol');
    // The program owns accounts of the same size that are no reserves.
    await chain.put(addressFromLabel('placeholder account'), new Uint8Array(8_624));
    const report = await open().discover('discover-1');
    expect(report).toEqual({
      source: 'listed',
      markets: 1,
      missingMarkets: 0,
      quarantinedMarkets: 0,
      reserves: 2,
      added: 2,
      unlisted: 0,
      mints: 0,
    });
    expect(await markets()).toMatchObject([{ address: MARKET, name: 'lending market' }]);
    expect(await reserves()).toMatchObject([
      { address: sol, lending_market: MARKET, token_symbol: 'sol' },
      { address: usdc, lending_market: MARKET, token_symbol: 'usdc' },
    ]);
    expect(await database.sql`SELECT count(*)::int AS n FROM lend.reserve_latest`).toEqual([{ n: 2 }]);
  });

  it('says of each market whether it is listed, by the registry or by the settings, and says otherwise when that changes', async () => {
    const registered = KNOWN_REGISTRY[0]?.address ?? '';
    await chain.put(registered, encodeLendingMarket(buildLendingMarket('main')));
    const listed = async () => {
      const rows = await database.sql`SELECT address FROM lend.lending_markets WHERE listed ORDER BY address`;
      return rows.map(({ address }) => address);
    };
    await open({ listedMarkets: [] }).discover('discover-1');
    expect(await listed()).toEqual([registered]);
    await chain.setClock({ slot: START_SLOT + 10, unixTime: START_TIME + 4 });
    await open({ listedMarkets: [MARKET] }).discover('discover-2');
    expect(await listed()).toEqual([registered, MARKET].toSorted());
  });

  it('finds more than one batch of reserves', async () => {
    const labels = Array.from({ length: 120 }, (_, index) => `reserve ${index}`);
    for (const label of labels) await chain.putReserve(label);
    const pipeline = open();
    const report = await pipeline.discover('discover-1');
    expect(report.added).toBe(120);
    expect(await pipeline.listAddresses()).toEqual(labels.map(addressFromLabel).toSorted());
    const batches = await database.sql`SELECT batch_index, requested FROM lend.poll_batches ORDER BY batch_index`;
    expect(batches).toEqual([
      { batch_index: 0, requested: 99 },
      { batch_index: 1, requested: 21 },
    ]);
  });

  it('stores the rest when it is done again after it ended halfway', async () => {
    for (let index = 0; index < 120; index += 1) await chain.putReserve(`reserve ${index}`);
    let batches = 0;
    const provider = await startFakeRpcServer(async (request) => {
      if (request.method === 'getMultipleAccounts' && request.params[0] instanceof Array) {
        // The market's batch, the first reserves, and then nothing more.
        batches += 1;
        if (batches > 2) return { status: 503 };
      }
      return forward(chain.rpcUrl, request);
    });
    const halfway = openPipeline({ rpcUrl: provider.url }, database, { rpcMaxRetries: 0 });
    opened.push(halfway);
    await expect(halfway.discover('discover-1')).rejects.toMatchObject({ code: 'HTTP_ERROR' });
    expect(await reserves()).toHaveLength(99);
    await open().discover('discover-1');
    expect(await reserves()).toHaveLength(120);
    await provider.close();
  });

  it('adds what is new and changes nothing else when it runs again', async () => {
    await chain.putReserve('usdc');
    const pipeline = open();
    await pipeline.discover('discover-1');
    await chain.putReserve('sol');
    await chain.putMarket('second market');
    expect(await pipeline.discover('discover-2')).toMatchObject({ added: 1, markets: 2, unlisted: 0 });
    expect(await pipeline.discover('discover-3')).toMatchObject({ added: 0, markets: 2, unlisted: 0 });
    expect(await reserves()).toHaveLength(2);
  });

  it('marks reserves and markets that are gone, keeps them, and unmarks them when they are back', async () => {
    const usdc = await chain.putReserve('usdc');
    const market = await chain.putMarket('second market');
    const pipeline = open();
    await pipeline.discover('discover-1');
    await chain.remove(usdc);
    await chain.remove(market);
    await chain.setClock({ slot: START_SLOT + 7, unixTime: START_TIME + 3 });
    expect(await pipeline.discover('discover-2')).toMatchObject({ reserves: 0, unlisted: 1, missingMarkets: 1 });
    const since = BigInt(START_SLOT + 7);
    expect(await reserves()).toMatchObject([{ address: usdc, missing_since_slot: since }]);
    expect((await markets()).map((row) => row['missing_since_slot'])).toEqual([null, since]);

    await chain.putReserve('usdc');
    await chain.putMarket('second market');
    await chain.setClock({ slot: START_SLOT + 9, unixTime: START_TIME + 4 });
    await pipeline.discover('discover-3');
    await pipeline.runBatch({ id: 'poll', index: 0, addresses: await pipeline.listAddresses() });
    expect(await reserves()).toMatchObject([{ address: usdc, missing_since_slot: null }]);
    expect((await markets()).map((row) => row['missing_since_slot'])).toEqual([null, null]);
  });

  it('does not call a reserve missing that only the list leaves out', async () => {
    const usdc = await chain.putReserve('usdc');
    const pipeline = open();
    await pipeline.discover('discover-1');
    // A node whose index lags lists nothing although the account is there: here its first bytes keep it off the list.
    const other = addressFromLabel('another program');
    await chain.put(usdc, new Uint8Array(8_624), other);
    await chain.setClock({ slot: START_SLOT + 7, unixTime: START_TIME + 3 });
    expect(await pipeline.discover('discover-2')).toMatchObject({ unlisted: 1 });
    expect(await reserves()).toMatchObject([{ address: usdc, missing_since_slot: null }]);
    expect(await database.sql`SELECT reason_code FROM lend.quarantine`).toEqual([{ reason_code: 'WRONG_OWNER' }]);
  });

  it('follows only the configured markets', async () => {
    const second = await chain.putMarket('second market');
    await chain.putReserve('usdc');
    const sol = await chain.putReserve('sol', { lendingMarket: second });
    const pipeline = open({ markets: [second] });
    expect(await pipeline.discover('discover-1')).toMatchObject({ source: 'listed', markets: 1, reserves: 1 });
    expect(await pipeline.listAddresses()).toEqual([sol]);
  });

  it('stops polling the reserves of markets that are not followed any more', async () => {
    const second = await chain.putMarket('second market');
    await chain.putReserve('usdc');
    const sol = await chain.putReserve('sol', { lendingMarket: second });
    await open().discover('discover-1');
    const restricted = open({ markets: [second] });
    expect(await restricted.discover('discover-2')).toMatchObject({ unlisted: 0 });
    expect(await restricted.listAddresses()).toEqual([sol]);
    expect((await reserves()).map((row) => row['missing_since_slot'])).toEqual([null, null]);
  });
});

describe('where the provider does not list program accounts', () => {
  it.each(['method_not_found', 'forbidden'])('follows the configured reserves (%s)', async (refuseWith) => {
    const usdc = await chain.putReserve('usdc');
    await chain.putReserve('sol');
    await chain.setFaults({ refuseMethods: ['getProgramAccounts'], refuseWith });
    const pipeline = open({ reserves: [usdc] });
    expect(await pipeline.discover('discover-1')).toMatchObject({ source: 'configured', added: 1 });
    expect(await reserves()).toMatchObject([{ address: usdc }]);
    expect(await markets()).toMatchObject([{ address: MARKET }]);
    expect(await pipeline.metrics.metrics.render()).toContain('tidemark_indexer_program_listing_refused 1');
  });

  it('reads the markets that it knows again, so that a change of their fee is seen', async () => {
    const usdc = await chain.putReserve('usdc');
    await chain.setFaults({ refuseMethods: ['getProgramAccounts'] });
    const pipeline = open({ reserves: [usdc] });
    await pipeline.discover('discover-1');
    await chain.putMarket('lending market', { referralFeeBps: 1_234 });
    await chain.setClock({ slot: START_SLOT + 7, unixTime: START_TIME + 3 });
    expect(await pipeline.discover('discover-2')).toMatchObject({ source: 'configured', markets: 1 });
    const fees = await database.sql`SELECT address, referral_fee_bps FROM lend.lending_markets`;
    expect(fees).toEqual([{ address: MARKET, referral_fee_bps: 1_234 }]);
  });

  it('follows the built-in list on mainnet, and marks nothing missing by it', async () => {
    await chain.setFaults({ refuseMethods: ['getProgramAccounts'] });
    const [known] = KNOWN_REGISTRY;
    const address = known?.reserves[0]?.address ?? '';
    await chain.put(address, encodeReserve(buildReserve({ symbol: 'SOL' })));
    const pipeline = open({}, MAINNET_GENESIS_HASH);
    const report = await pipeline.discover('discover-1');
    expect(report.source).toBe('built-in');
    expect(report.reserves).toBe(KNOWN_REGISTRY.flatMap((market) => market.reserves).length);
    expect(await reserves()).toMatchObject([{ address }]);
  });

  it('restricts the built-in list to the configured markets', async () => {
    await chain.setFaults({ refuseMethods: ['getProgramAccounts'] });
    const [first, second] = KNOWN_REGISTRY;
    const pipeline = open({ markets: [second?.address ?? ''] }, MAINNET_GENESIS_HASH);
    expect(await pipeline.discover('discover-1')).toMatchObject({ reserves: second?.reserves.length });
    expect(second?.reserves.length).not.toBe(first?.reserves.length);
  });

  it('has nothing to follow on an unknown chain', async () => {
    await chain.putReserve('usdc');
    await chain.setFaults({ refuseMethods: ['getProgramAccounts'] });
    expect(await open().discover('discover-1')).toMatchObject({ source: 'built-in', reserves: 0, added: 0 });
  });

  it('begins with the built-in list when the list only fails to come, and asks again until it does', async () => {
    const known = KNOWN_REGISTRY[0]?.reserves[0]?.address ?? '';
    await chain.put(known, encodeReserve(buildReserve({ symbol: 'SOL' })));
    const usdc = await chain.putReserve('usdc');
    let lists = false;
    const provider = await startFakeRpcServer(async (request) =>
      request.method === 'getProgramAccounts' && !lists ? { status: 504 } : forward(chain.rpcUrl, request),
    );
    const pipeline = openPipeline({ rpcUrl: provider.url }, database, {}, MAINNET_GENESIS_HASH);
    opened.push(pipeline);
    await expect(pipeline.discover('discover-1')).rejects.toMatchObject({ code: 'HTTP_ERROR' });
    expect(await pipeline.listAddresses()).toEqual([known]);
    await expect(pipeline.discover('discover-1')).rejects.toMatchObject({ code: 'HTTP_ERROR' });
    lists = true;
    expect(await pipeline.discover('discover-1')).toMatchObject({ source: 'listed', added: 1 });
    expect(await pipeline.listAddresses()).toEqual([known, usdc].toSorted());
    await provider.close();
  });

  it('reads the markets that it knows also while the list fails to come', async () => {
    await chain.putReserve('usdc');
    let lists = true;
    const provider = await startFakeRpcServer(async (request) =>
      request.method === 'getProgramAccounts' && !lists ? { status: 504 } : forward(chain.rpcUrl, request),
    );
    const pipeline = openPipeline({ rpcUrl: provider.url }, database);
    opened.push(pipeline);
    await pipeline.discover('discover-1');
    lists = false;
    await chain.putMarket('lending market', { referralFeeBps: 4_321 });
    await chain.setClock({ slot: START_SLOT + 7, unixTime: START_TIME + 3 });
    await expect(pipeline.discover('discover-2')).rejects.toMatchObject({ code: 'HTTP_ERROR' });
    const fees = await database.sql`SELECT address, referral_fee_bps FROM lend.lending_markets`;
    expect(fees).toEqual([{ address: MARKET, referral_fee_bps: 4_321 }]);
    expect(await reserves()).toMatchObject([{ missing_since_slot: null }]);
    await provider.close();
  });

  it('fails without marking anything when the provider is only down, and goes on with what is known', async () => {
    await chain.putReserve('usdc');
    const pipeline = open();
    await pipeline.discover('discover-1');
    await chain.setFaults({ http5xxRate: 1 });
    await expect(pipeline.discover('discover-2')).rejects.toMatchObject({ code: 'HTTP_ERROR' });
    expect(await reserves()).toMatchObject([{ missing_since_slot: null }]);
    expect(await pipeline.listAddresses()).toHaveLength(1);
  });
});
