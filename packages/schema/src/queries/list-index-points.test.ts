import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, bankAt, buildBatch, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { ensurePartitions } from '../partitions/ensure-partitions.ts';
import { listIndexPoints } from './list-index-points.ts';
import { writePollBatch } from './write-poll-batch.ts';

const HOUR = 3_600;
const DAY = 86_400;
const MONTH = 30 * DAY;
/** The bank that everything is seen from: past the end of a month, so that windows reach into other partitions. */
const NOW = 40 * DAY;

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: ['often', 'seldom', 'new', 'gone'] });
  await ensurePartitions(database.sql, { monthsAhead: 2, now: bankAt(0).observedAt });
});
afterAll(() => database.drop());

/** A snapshot at that second whose indices tell the second, to the last bit of their widths. */
const see = (label: string, seconds: number) =>
  writePollBatch(
    database.sql,
    buildBatch(
      seconds,
      [
        buildState(label, seconds, `at ${seconds}`, {
          accruedBorrowIndex: 2n ** 200n + BigInt(seconds),
          accruedSupplied: 2n ** 120n + BigInt(seconds),
          collateralSupplyRaw: 2n ** 63n + BigInt(seconds),
        }),
      ],
      { id: `${label} ${seconds}` },
    ),
  );

const list = async (label: string, maxAgeFactor = 1.5) => {
  const windowsSeconds = [HOUR, DAY, MONTH];
  const rows = await listIndexPoints(database.sql, { protocol: 'kamino', windowsSeconds, maxAgeFactor });
  return rows
    .filter((row) => row.reserve === addressOf(label))
    .toSorted((one, other) => one.windowSeconds - other.windowSeconds);
};
const secondsOf = (at: Date) => (at.getTime() - bankAt(0).observedAt.getTime()) / 1000;

describe('listIndexPoints', () => {
  it('gives the newest snapshot at or before the start of each window, in whichever partition it lies', async () => {
    const moments = [
      NOW - MONTH - 2,
      NOW - MONTH - 1,
      NOW - MONTH + 1,
      NOW - DAY - 600,
      NOW - DAY,
      NOW - HOUR - 1,
      NOW - HOUR + 1,
      NOW,
    ];
    for (const moment of moments) await see('often', moment);
    const rows = await list('often');
    expect(rows.map((row) => [row.windowSeconds, secondsOf(row.observedAt)])).toEqual([
      [HOUR, NOW - HOUR - 1],
      [DAY, NOW - DAY],
      [MONTH, NOW - MONTH - 1],
    ]);
    for (const row of rows) {
      const at = BigInt(secondsOf(row.observedAt));
      expect(row.accruedBorrowIndex).toBe(2n ** 200n + at);
      expect(row.accruedSupplied).toBe(2n ** 120n + at);
      expect(row.collateralSupplyRaw).toBe(2n ** 63n + at);
    }
  });

  it('gives none where the newest one is older than the allowance', async () => {
    for (const moment of [NOW - DAY, NOW - HOUR * 1.5 - 1, NOW]) await see('seldom', moment);
    expect((await list('seldom')).map((row) => row.windowSeconds)).toEqual([DAY]);
    expect((await list('seldom', 2)).map((row) => row.windowSeconds)).toEqual([HOUR, DAY]);
  });

  it('gives none for a reserve without history', async () => {
    await see('new', NOW);
    expect(await list('new')).toEqual([]);
  });

  it('measures from the reserve’s own newest state, not from that of the others', async () => {
    for (const moment of [NOW - 10 * DAY - HOUR - 7, NOW - 10 * DAY]) await see('gone', moment);
    expect((await list('gone')).map((row) => [row.windowSeconds, secondsOf(row.observedAt)])).toEqual([
      [HOUR, NOW - 10 * DAY - HOUR - 7],
    ]);
  });

  it('keeps to one protocol', async () => {
    const rows = await listIndexPoints(database.sql, { protocol: 'other', windowsSeconds: [HOUR], maxAgeFactor: 2 });
    expect(rows).toEqual([]);
  });
});
