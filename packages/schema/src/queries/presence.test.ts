import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addressOf,
  bankAt,
  buildBatch,
  buildMarketInput,
  buildReserveInput,
  buildState,
  sha256Of,
} from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { markMissing } from './presence.ts';
import { upsertLendingMarkets } from './upsert-lending-markets.ts';
import { upsertReserves } from './upsert-reserves.ts';
import { writePollBatch } from './write-poll-batch.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: ['polled', 'decayed', 'found', 'swept', 'lagging'] });
});
afterAll(() => database.drop());

async function missingSince(label: string): Promise<bigint | null | undefined> {
  const [row] = await database.sql<{ missing_since_slot: bigint | null }[]>`
    SELECT missing_since_slot FROM lend.reserves WHERE address = ${addressOf(label)}`;
  return row?.missing_since_slot;
}

const write = (
  seconds: number,
  overrides: Parameters<typeof buildBatch>[2],
  states = [] as ReturnType<typeof buildState>[],
) => writePollBatch(database.sql, buildBatch(seconds, states, overrides));

describe('a reserve whose account is gone', () => {
  it('is marked at the first poll that misses it, keeps its rows, and loses the mark when it is back', async () => {
    await write(10, {}, [buildState('polled', 10, 'a')]);
    expect(await write(20, { missing: [addressOf('polled')] })).toMatchObject({ missing: 1 });
    await write(30, { missing: [addressOf('polled')] });
    expect(await missingSince('polled')).toBe(bankAt(20).slot);
    expect(await database.sql`SELECT FROM lend.reserve_latest WHERE reserve = ${addressOf('polled')}`).toHaveLength(1);
    await write(40, {}, [buildState('polled', 40, 'a')]);
    expect(await missingSince('polled')).toBeNull();
  });

  it('is not marked by a late batch, nor unmarked by one', async () => {
    await write(10, { id: 'l10' }, [buildState('lagging', 10, 'a')]);
    await write(5, { id: 'l5', missing: [addressOf('lagging')] });
    expect(await missingSince('lagging')).toBeNull();
    await write(30, { id: 'l30', missing: [addressOf('lagging')] });
    await write(20, { id: 'l20' }, [buildState('lagging', 20, 'a')]);
    expect(await missingSince('lagging')).toBe(bankAt(30).slot);
  });

  it('is there again when its account cannot be decoded', async () => {
    await write(50, { id: 'd50', missing: [addressOf('decayed')] });
    expect(await missingSince('decayed')).toBe(bankAt(50).slot);
    const quarantined = [
      {
        address: addressOf('decayed'),
        accountKind: 'reserve',
        protocol: 'kamino',
        lendingMarket: null,
        listed: null,
        reasonCode: 'WRONG_SIZE',
        expected: null,
        actual: null,
        dataSha256: sha256Of(''),
        dataLength: 0,
        data: new Uint8Array(),
      },
    ];
    await write(60, { id: 'd60', quarantined });
    expect(await missingSince('decayed')).toBeNull();
  });

  it('loses the mark when discovery finds it', async () => {
    await write(50, { id: 'f50', missing: [addressOf('found')] });
    await upsertReserves(database.sql, [buildReserveInput('found', 40)]);
    expect(await missingSince('found')).toBe(bankAt(50).slot);
    await upsertReserves(database.sql, [buildReserveInput('found', 50)]);
    expect(await missingSince('found')).toBeNull();
  });

  it('is passed over where it is not known at all', async () => {
    expect(await write(70, { missing: [addressOf('nobody')] })).toMatchObject({ missing: 1 });
  });
});

describe('markMissing', () => {
  it('marks what was not seen at that slot or later, once', async () => {
    await write(100, { id: 'm100' }, [buildState('swept', 100, 'a')]);
    const sighting = { kind: 'reserves', addresses: [addressOf('swept'), addressOf('nobody')] } as const;
    expect(await markMissing(database.sql, { ...sighting, ...bankAt(100) })).toBe(0);
    expect(await markMissing(database.sql, { ...sighting, ...bankAt(101) })).toBe(1);
    expect(await markMissing(database.sql, { ...sighting, ...bankAt(102) })).toBe(0);
    expect(await missingSince('swept')).toBe(bankAt(101).slot);
  });

  it('marks lending markets too', async () => {
    await upsertLendingMarkets(database.sql, [buildMarketInput(10)]);
    const sighting = { kind: 'lending_markets', addresses: [addressOf('market')] } as const;
    expect(await markMissing(database.sql, { ...sighting, ...bankAt(10) })).toBe(0);
    expect(await markMissing(database.sql, { ...sighting, ...bankAt(11) })).toBe(1);
    await upsertLendingMarkets(database.sql, [buildMarketInput(12)]);
    const [row] = await database.sql`SELECT missing_since_slot, slot FROM lend.lending_markets`;
    expect(row).toEqual({ missing_since_slot: null, slot: bankAt(12).slot });
  });
});
