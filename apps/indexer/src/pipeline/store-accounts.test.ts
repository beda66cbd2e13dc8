import { encodeMint, TOKEN_2022_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@tidemark/core';
import { buildReserve } from '@tidemark/protocols/kamino/testing';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { START_SLOT, START_TIME, shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';

let chain: TestChain;
let database: IndexerTestDatabase;
let pipeline: TestPipeline;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(() => chain.stop());
beforeEach(async () => {
  await chain.reset();
  await chain.putMarket('lending market');
  database = await openTestDatabase();
  pipeline = openPipeline(chain, database);
});
afterEach(async () => {
  pipeline.close();
  await database.drop();
});

const MINT = addressFromLabel('scaled mint');
const scaled = { multiplier: 1.5, newMultiplier: 2, newMultiplierEffectiveAt: BigInt(START_TIME + 100) };
const putReserveOf = (label: string, mint: string, tokenProgram: string) =>
  chain.putReserve(label, { liquidity: { ...buildReserve().liquidity, mint, tokenProgram } });
const putMint = (scaledUiAmount: typeof scaled | null, owner = TOKEN_2022_PROGRAM_ADDRESS) =>
  chain.put(MINT, encodeMint({ decimals: 6, scaledUiAmount }), owner);
const stored = () => database.sql`SELECT * FROM lend.token_mints ORDER BY address`;
const published = () => database.sql`SELECT ui_multiplier_f AS now, next_ui_multiplier_f AS next FROM lend_v1.reserves`;

describe('discovery of mints', () => {
  it('stores the multipliers of a mint in the run that finds its reserve, as of the bank', async () => {
    await putReserveOf('xstock', MINT, TOKEN_2022_PROGRAM_ADDRESS);
    await putMint(scaled);
    expect(await pipeline.discover('discover-1')).toMatchObject({ added: 1, mints: 1 });
    expect(await stored()).toMatchObject([
      {
        address: MINT,
        multiplier_f: 1.5,
        new_multiplier_f: 2,
        new_multiplier_effective_seconds: scaled.newMultiplierEffectiveAt,
        slot: BigInt(START_SLOT),
        observed_at: new Date(START_TIME * 1000),
      },
    ]);
    expect(await published()).toEqual([{ now: 1.5, next: 2 }]);
  });

  it('sees a multiplier that comes into force, and one that is changed', async () => {
    const reserve = await putReserveOf('xstock', MINT, TOKEN_2022_PROGRAM_ADDRESS);
    await putMint(scaled);
    await pipeline.discover('discover-1');
    await chain.setClock({ slot: START_SLOT + 250, unixTime: START_TIME + 100 });
    await pipeline.runBatch({ id: 'poll-1', index: 0, kind: 'poll', addresses: [reserve] });
    expect(await published()).toEqual([{ now: 2, next: null }]);
    await putMint({ multiplier: 3, newMultiplier: 3, newMultiplierEffectiveAt: BigInt(START_TIME + 50) });
    await pipeline.discover('discover-2');
    expect(await published()).toEqual([{ now: 3, next: null }]);
  });

  it('has none for a mint without the extension, and asks for no mint of the Token program', async () => {
    await putReserveOf('plain', MINT, TOKEN_2022_PROGRAM_ADDRESS);
    await putReserveOf('usdc', addressFromLabel('token mint'), TOKEN_PROGRAM_ADDRESS);
    await putMint(null);
    expect(await pipeline.discover('discover-1')).toMatchObject({ added: 2, mints: 1 });
    expect(await stored()).toMatchObject([{ address: MINT, multiplier_f: null, new_multiplier_f: null }]);
    expect(await published()).toEqual([
      { now: null, next: null },
      { now: null, next: null },
    ]);
  });

  it('quarantines a mint that cannot be decoded, and keeps what was stored of it', async () => {
    await putReserveOf('xstock', MINT, TOKEN_2022_PROGRAM_ADDRESS);
    await putMint(scaled);
    await pipeline.discover('discover-1');
    await chain.setClock({ slot: START_SLOT + 10, unixTime: START_TIME + 4 });
    await putMint(scaled, addressFromLabel('another program'));
    expect(await pipeline.discover('discover-2')).toMatchObject({ mints: 0 });
    expect(await database.sql`SELECT address, account_kind, reason_code FROM lend.quarantine`).toEqual([
      { address: MINT, account_kind: 'token_mint', reason_code: 'WRONG_OWNER' },
    ]);
    expect(await stored()).toMatchObject([{ multiplier_f: 1.5, slot: BigInt(START_SLOT) }]);
  });

  it('keeps what was stored of a mint that is not there', async () => {
    await putReserveOf('xstock', MINT, TOKEN_2022_PROGRAM_ADDRESS);
    await putMint(scaled);
    await pipeline.discover('discover-1');
    await chain.remove(MINT);
    expect(await pipeline.discover('discover-2')).toMatchObject({ mints: 0 });
    expect(await stored()).toHaveLength(1);
  });
});
