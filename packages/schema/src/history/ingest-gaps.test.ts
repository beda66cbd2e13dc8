import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, bankAt } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { type IngestGap, listIngestGaps, replaceIngestGaps } from './gap-ledger.ts';

const at = (seconds: number) => bankAt(seconds).observedAt;

let database: OpenTestDatabase;
let world = 0;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const newWorld = () => {
  world += 1;
  return `world ${world}`;
};
const gap = (label: string, from: number, to: number, reason = 'not_polled') => ({
  reserve: addressOf(label),
  from: at(from),
  to: at(to),
  reason,
});
const list = (protocol: string, from = 0, to = 1_000_000, reserves?: readonly string[]) =>
  listIngestGaps(database.sql, {
    protocol,
    from: at(from),
    to: at(to),
    ...(reserves === undefined ? {} : { reserves }),
  });
const times = (gaps: readonly IngestGap[]) =>
  gaps.map(({ from, to, reason }) => {
    const seconds = (time: Date) => (time.getTime() - at(0).getTime()) / 1000;
    return `${seconds(from)}-${seconds(to)} ${reason}`;
  });

describe('the ledger of gaps', () => {
  it('lists what overlaps a range, of the reserves asked for and of all', async () => {
    const protocol = newWorld();
    await database.sql`
      INSERT INTO lend.ingest_gaps (protocol, from_at, to_at, reason_code)
      VALUES (${protocol}, ${at(50)}, ${at(60)}, 'not_polled')`;
    const added = [gap('a', 0, 100), gap('a', 200, 300, 'poll_failed'), gap('b', 10, 20)];
    await replaceIngestGaps(database.sql, { protocol, removed: [], added });
    expect(times(await list(protocol, 100, 200))).toEqual([]);
    expect(times(await list(protocol, 99, 201, [addressOf('a')]))).toEqual(['0-100 not_polled', '200-300 poll_failed']);
    expect(times(await list(protocol, 15, 55, [addressOf('b')]))).toEqual(['50-60 not_polled', '10-20 not_polled']);
    expect((await list(protocol, 15, 55, [])).map((row) => row.reserve)).toEqual([null]);
  });

  it('gives the first so many in their order, those of all reserves before the others', async () => {
    const protocol = newWorld();
    await database.sql`
      INSERT INTO lend.ingest_gaps (protocol, from_at, to_at, reason_code)
      VALUES (${protocol}, ${at(500)}, ${at(510)}, 'not_polled')`;
    const added = ['b', 'a', 'c'].flatMap((label) =>
      [3, 1, 2].map((index) => gap(label, index * 100, index * 100 + 10)),
    );
    await replaceIngestGaps(database.sql, { protocol, removed: [], added });
    const all = await list(protocol);
    expect(all).toHaveLength(10);
    const range = { protocol, from: at(0), to: at(1_000) };
    for (const reserves of [undefined, ['a', 'b', 'c'].map(addressOf)]) {
      const asked = reserves === undefined ? range : { ...range, reserves };
      expect(await listIngestGaps(database.sql, { ...asked, limit: 4 })).toEqual(all.slice(0, 4));
      expect(await listIngestGaps(database.sql, { ...asked, limit: 100 })).toEqual(all);
    }
  });

  it('holds one gap of a reserve and beginning, the one that was found last', async () => {
    const protocol = newWorld();
    await replaceIngestGaps(database.sql, { protocol, removed: [], added: [gap('a', 0, 100)] });
    await replaceIngestGaps(database.sql, { protocol, removed: [], added: [gap('a', 0, 90, 'poll_failed')] });
    expect(times(await list(protocol))).toEqual(['0-90 poll_failed']);
    await replaceIngestGaps(database.sql, { protocol, removed: [gap('a', 0, 90), gap('a', 7, 9)], added: [] });
    expect(await list(protocol)).toEqual([]);
  });
});
