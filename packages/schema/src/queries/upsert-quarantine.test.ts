import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, bankAt, sha256Of } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { listQuarantineCounts, QUARANTINE_CONTENTS_PER_REASON, upsertQuarantine } from './quarantine.ts';
import { getRefusedIdentity } from './reserve-identities.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const entryOf = (label: string, reasonCode: string, content: string) => {
  const data = Buffer.from(content);
  return {
    address: addressOf(label),
    accountKind: 'reserve',
    protocol: 'kamino',
    lendingMarket: null,
    listed: true,
    reasonCode,
    expected: '1',
    actual: '2',
    dataSha256: sha256Of(content),
    dataLength: data.length,
    data,
  };
};
const seenAt = (seconds: number, batchId = `batch ${seconds}`) => ({ batchId, ...bankAt(seconds) });

describe('upsertQuarantine', () => {
  it('keeps one row per address, reason and content, and counts the batches that met it', async () => {
    const entries = [
      entryOf('a', 'WRONG_SIZE', 'x'),
      entryOf('a', 'WRONG_OWNER', 'x'),
      entryOf('b', 'WRONG_SIZE', 'x'),
    ];
    await upsertQuarantine(database.sql, seenAt(20), entries);
    await upsertQuarantine(database.sql, seenAt(20), entries);
    await upsertQuarantine(database.sql, seenAt(30), [...entries, ...entries]);
    await upsertQuarantine(database.sql, seenAt(10), entries);
    const rows = await database.db.query.quarantine.findMany({
      where: (table, { inArray }) => inArray(table.address, [addressOf('a'), addressOf('b')]),
    });
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      expect(row).toMatchObject({
        occurrences: 3n,
        firstSeenSlot: bankAt(20).slot,
        lastSeenSlot: bankAt(30).slot,
        lastSeenAt: bankAt(30).observedAt,
        expected: '1',
        actual: '2',
        dataLength: 1,
      });
      expect(Buffer.from(row.data).toString()).toBe('x');
    }
  });

  it('keeps the head of a long account and says how long it was', async () => {
    await upsertQuarantine(database.sql, seenAt(0), [entryOf('long', 'WRONG_SIZE', 'y'.repeat(20_000))]);
    const row = await database.db.query.quarantine.findFirst({
      where: (table, { eq }) => eq(table.address, addressOf('long')),
    });
    expect(row?.dataLength).toBe(20_000);
    expect(row?.data).toHaveLength(16_384);
  });

  it('offers of an account that is of another reserve the newest bytes that were kept whole', async () => {
    const contents = ['first', 'whole', 'z'.repeat(20_000)];
    for (const [place, content] of contents.entries()) {
      await upsertQuarantine(database.sql, seenAt(10 * place), [entryOf('other', 'IDENTITY_CHANGED', content)]);
    }
    await upsertQuarantine(database.sql, seenAt(30), [entryOf('other', 'WRONG_SIZE', 'shorter')]);
    const refused = await getRefusedIdentity(database.sql, addressOf('other'));
    expect(refused).toEqual({ data: Buffer.from('whole'), lastSeenAt: bankAt(10).observedAt });
  });

  it('stops keeping contents of an account that changes all the time, and goes on counting it', async () => {
    const extra = 5;
    for (let seconds = 0; seconds < QUARANTINE_CONTENTS_PER_REASON + extra; seconds += 1) {
      await upsertQuarantine(database.sql, seenAt(seconds), [
        entryOf('busy', 'UNSUPPORTED_VERSION', `content ${seconds}`),
      ]);
    }
    const rows = await database.sql<{ occurrences: bigint; last_seen_slot: bigint }[]>`
      SELECT occurrences, last_seen_slot FROM lend.quarantine WHERE address = ${addressOf('busy')} ORDER BY id`;
    expect(rows).toHaveLength(QUARANTINE_CONTENTS_PER_REASON);
    expect(rows.at(-1)).toEqual({
      occurrences: BigInt(1 + extra),
      last_seen_slot: bankAt(QUARANTINE_CONTENTS_PER_REASON + extra - 1).slot,
    });
  });
});

describe('listQuarantineCounts', () => {
  it('sums up by kind and reason, on request only what was seen lately', async () => {
    const other = await openTestDatabase();
    const { sql } = other;
    expect(await listQuarantineCounts(sql)).toEqual([]);
    await upsertQuarantine(sql, seenAt(0), [entryOf('a', 'WRONG_SIZE', 'x'), entryOf('a', 'WRONG_SIZE', 'y')]);
    await upsertQuarantine(sql, seenAt(10), [entryOf('b', 'WRONG_SIZE', 'x'), entryOf('b', 'WRONG_OWNER', 'x')]);
    const counts = await listQuarantineCounts(sql);
    const common = { accountKind: 'reserve', lastSeenSlot: bankAt(10).slot, lastSeenAt: bankAt(10).observedAt };
    expect(counts).toEqual([
      { ...common, reasonCode: 'WRONG_OWNER', accounts: 1, occurrences: 1n },
      { ...common, reasonCode: 'WRONG_SIZE', accounts: 2, occurrences: 3n },
    ]);
    const recent = await listQuarantineCounts(sql, { since: bankAt(5).observedAt });
    expect(recent.map((row) => row.occurrences)).toEqual([1n, 1n]);
    await other.drop();
  });
});
