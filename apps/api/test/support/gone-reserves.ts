import {
  type Database,
  markMissing,
  upsertLendingMarkets,
  upsertQuarantine,
  upsertReserves,
  writeBuckets,
} from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { at, buildFeeBucket, sf, splitOf } from './fee-buckets.ts';
import { bankAt, buildMarketRow, buildReserveRow, sha256Of } from './rows.ts';

const HOUR = 3_600;
/** Hours that the rollup has been through. */
export const ROLLED_UP = 48;
/** USDC leaves the chain half an hour into this one. */
export const GONE = 10;
/** All of this market's reserves are gone from the one hour to the other. */
export const HOLE = [6, 30] as const;
/** The last read of an account that is refused since, half an hour into this one. */
export const REFUSED = 21;
export const MARKET = addressFromLabel('market');
export const HOLED = addressFromLabel('market with a hole');
export const REFUSING = addressFromLabel('market with a refused reserve');
export const RANGE = `from=${at(0)}&to=${at(ROLLED_UP)}`;

export const seenAt = (hour: number) => {
  const { slot, observedAt } = bankAt(hour * HOUR);
  return { configSlot: slot, configObservedAt: observedAt };
};

export const hoursOf = (label: string, market: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    buildFeeBucket(label, at(from + index) * 1000, {
      lendingMarket: market,
      interest: splitOf([sf(9), sf(1), 0n, 0n]),
      interestUsd: splitOf([sf(9), sf(1), 0n, 0n]),
    }),
  );

/** Reserves that leave, come, and are refused, over two days of hours. */
export async function seedGone({ sql }: Database): Promise<void> {
  await upsertLendingMarkets(sql, [
    buildMarketRow(),
    ...[HOLED, REFUSING].map((address) => buildMarketRow({ address, name: address, displayName: address })),
  ]);
  await upsertReserves(sql, [
    buildReserveRow('SOL'),
    buildReserveRow('USDC'),
    buildReserveRow('JTO', { lendingMarket: HOLED }),
    buildReserveRow('BONK', { lendingMarket: HOLED, ...seenAt(HOLE[1]) }),
    buildReserveRow('PYTH', { lendingMarket: REFUSING }),
  ]);
  await upsertReserves(sql, [buildReserveRow('PYTH', { lendingMarket: REFUSING, ...seenAt(REFUSED + 0.5) })]);
  await writeBuckets(sql, 'hourly', 'kamino', [
    ...hoursOf('SOL', MARKET, 0, ROLLED_UP),
    ...hoursOf('USDC', MARKET, 0, GONE),
    ...hoursOf('JTO', HOLED, 0, HOLE[0]),
    ...hoursOf('BONK', HOLED, HOLE[1], ROLLED_UP),
    ...hoursOf('PYTH', REFUSING, 0, REFUSED),
  ]);
  const lost = (label: string, hour: number) =>
    markMissing(sql, { kind: 'reserves', addresses: [addressFromLabel(label)], ...bankAt(hour * HOUR) });
  await lost('USDC', GONE + 0.5);
  await lost('JTO', HOLE[0]);
  const data = new Uint8Array([1, 2, 3]);
  await upsertQuarantine(sql, { batchId: 'refusal', ...bankAt(ROLLED_UP * HOUR) }, [
    {
      ...{ address: addressFromLabel('PYTH'), accountKind: 'reserve', reasonCode: 'UNKNOWN_VERSION' },
      ...{ protocol: 'kamino', lendingMarket: null, listed: null },
      ...{ expected: '1', actual: '2', dataSha256: sha256Of('PYTH'), dataLength: 3, data },
    },
  ]);
}
