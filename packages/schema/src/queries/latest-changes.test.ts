import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankAt, buildBatch, buildReserveInput, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { listLatestChanges, listLatestSummaries } from './latest.ts';
import { upsertReserves } from './upsert-reserves.ts';
import { writePollBatch } from './write-poll-batch.ts';

const KAMINO = { protocol: 'kamino' };
const LABELS = ['a', 'b', 'c', 'd'];

let database: OpenTestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await upsertReserves(database.sql, [
    ...LABELS.map((label) => buildReserveInput(label, 0)),
    buildReserveInput('other', 0, 'x', { protocol: 'other' }),
  ]);
});
afterAll(() => database.drop());

const write = (slot: number, labels: readonly string[]) =>
  writePollBatch(
    database.sql,
    buildBatch(
      slot,
      labels.map((label) => buildState(label, slot, `${label}${slot}`)),
    ),
  );
const all = () => listLatestSummaries(database.sql, KAMINO);

describe('the changes of the latest reserves', () => {
  it('are, whatever was written since, what makes the list of before the list of now', async () => {
    await write(10, [...LABELS, 'other']);
    let known = await all();
    expect(known.reserves).toHaveLength(LABELS.length);
    // One after the other, two between two observations, an older bank that comes late, another protocol alone, nothing.
    const rounds = [
      [[20, ['a']]],
      [
        [30, ['a', 'b']],
        [40, ['b', 'c']],
      ],
      [[25, ['d', 'a']]],
      [[50, ['other']]],
      [],
    ] as const;
    for (const batches of rounds) {
      for (const [slot, labels] of batches) await write(slot, labels);
      const changes = await listLatestChanges(database.sql, { ...KAMINO, commitSeq: known.commitSeq ?? 0n });
      const now = await all();
      const merged = known.reserves.map(
        (row) => changes.reserves.find(({ reserve }) => reserve === row.reserve) ?? row,
      );
      expect(merged.map(withoutReading)).toEqual(now.reserves.map(withoutReading));
      known = now;
    }
  });

  it('are only those of batches with a greater number', async () => {
    const before = await all();
    await write(60, ['c']);
    const changes = await listLatestChanges(database.sql, { ...KAMINO, commitSeq: before.commitSeq ?? 0n });
    expect(changes.reserves.map(({ slot }) => slot)).toEqual([bankAt(60).slot]);
    expect(changes.commitSeq).toBe((await all()).commitSeq);
    const none = await listLatestChanges(database.sql, { ...KAMINO, commitSeq: changes.commitSeq ?? 0n });
    expect(none).toEqual({ reserves: [], ageMs: null, readAtMs: null, commitSeq: null });
  });
});

/** The row without what says when it was asked for. */
function withoutReading(row: object): object {
  const { ageMs: _age, readAtMs: _at, commitSeq: _number, ...rest } = { ageMs: 0, readAtMs: 0, commitSeq: 0n, ...row };
  return rest;
}
