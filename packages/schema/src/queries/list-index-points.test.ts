import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, bankAt, buildBatch, buildState, sha256Of } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { ensurePartitions } from '../partitions/ensure-partitions.ts';
import { listIndexPoints } from './list-index-points.ts';
import { writePollBatch } from './write-poll-batch.ts';

const HOUR = 3_600;
const DAY = 86_400;
const MONTH = 30 * DAY;
const WINDOWS = [HOUR, DAY, MONTH];
/** The bank that everything is seen from: past the end of a month, so that windows reach into other partitions. */
const NOW = 40 * DAY;

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: ['often', 'seldom', 'new'] });
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

/** Seconds of the rows around the begin of each window that ends at that second: the one before it, and the one after it. */
const list = async (label: string, endsAt = NOW) => {
  const reserve = addressOf(label);
  const windows = WINDOWS.map((windowSeconds) => ({ reserve, windowSeconds, endsAt: bankAt(endsAt).observedAt }));
  const rows = await listIndexPoints(database.sql, windows);
  expect(rows.filter((row) => row.reserve !== reserve)).toEqual([]);
  return WINDOWS.map((windowSeconds) => {
    const around = rows.filter((row) => row.windowSeconds === windowSeconds).map((row) => secondsOf(row.observedAt));
    const begin = endsAt - windowSeconds;
    return [around.filter((second) => second <= begin), around.filter((second) => second > begin)];
  });
};
const secondsOf = (at: Date) => (at.getTime() - bankAt(0).observedAt.getTime()) / 1000;

describe('listIndexPoints', () => {
  it('gives the newest row at or before the begin of each window and the next one, in whichever partition they lie', async () => {
    const moments = [
      ...[NOW - MONTH - 2, NOW - MONTH - 1, NOW - MONTH + 1, NOW - DAY - 600, NOW - DAY, NOW - DAY + 600],
      ...[NOW - HOUR - 1, NOW - HOUR + 1, NOW - HOUR + 2, NOW],
    ];
    for (const moment of moments) await see('often', moment);
    expect(await list('often')).toEqual([
      [[NOW - HOUR - 1], [NOW - HOUR + 1]],
      [[NOW - DAY], [NOW - DAY + 600]],
      [[NOW - MONTH - 1], [NOW - MONTH + 1]],
    ]);
  });

  it('gives exact numbers, and the account', async () => {
    const [row] = await listIndexPoints(database.sql, [
      { reserve: addressOf('often'), windowSeconds: HOUR, endsAt: bankAt(NOW - DAY + HOUR).observedAt },
    ]);
    expect(row).toEqual({
      reserve: addressOf('often'),
      windowSeconds: HOUR,
      observedAt: bankAt(NOW - DAY).observedAt,
      accruedBorrowIndex: 2n ** 200n + BigInt(NOW - DAY),
      accruedSupplied: 2n ** 120n + BigInt(NOW - DAY),
      collateralSupplyRaw: 2n ** 63n + BigInt(NOW - DAY),
      accountSha256: Buffer.from(sha256Of(`often at ${NOW - DAY}`)),
    });
  });

  it('gives no row before the begin that is more than half a window older, and none after the end', async () => {
    for (const moment of [NOW - DAY, NOW - HOUR * 1.5 - 1, NOW + 1]) await see('seldom', moment);
    expect(await list('seldom')).toEqual([
      [[], []],
      [[NOW - DAY], [NOW - HOUR * 1.5 - 1]],
      [[], [NOW - DAY]],
    ]);
    expect(await list('seldom', NOW - 1)).toEqual([
      [[NOW - HOUR * 1.5 - 1], []],
      [[], [NOW - DAY]],
      [[], [NOW - DAY]],
    ]);
  });

  it('gives none for a reserve without history, nor where nothing is asked for', async () => {
    expect(await list('new')).toEqual([
      [[], []],
      [[], []],
      [[], []],
    ]);
    expect(await listIndexPoints(database.sql, [])).toEqual([]);
  });
});
