import { encodeReserve, type ReserveFields } from '../../../packages/protocols/src/kamino/index.ts';
import { curveOf, livedInReserve } from '../../../packages/protocols/src/kamino/test/fuzz/index.ts';

const ONE_SF = 1n << 60n;
const STEEPEST = 2 ** 32 - 1;

/** Accounts that show the rarer known differences, so that every run meets each of them. */
export function directedReserves(): readonly (readonly [string, Uint8Array])[] {
  const { liquidity, config } = livedInReserve();
  return [
    ['another discriminator', patched(0, 0xff)],
    ['version 2', patched(8, 2)],
    ['20 decimals', patched(272, 20)],
    ['status 3', patched(4856, 3)],
    ['basis 2', patched(4865, 2)],
    ['a byte short', encodeReserve(livedInReserve()).subarray(0, -1)],
    ['a byte long', new Uint8Array([...encodeReserve(livedInReserve()), 0])],
    ['a time above 2^53', changed({ liquidity: { ...liquidity, borrowLimitCrossedAt: 1n << 60n } })],
    ['no price', changed({ liquidity: { ...liquidity, marketPriceSf: 0n } })],
    ['no flash loans', changed({ config: { ...config, fees: { ...config.fees, flashLoanFeeSf: (1n << 64n) - 1n } } })],
    ['borrow factor 50 %', changed({ config: { ...config, borrowFactorPct: 50n } })],
    [
      'steepest curve',
      changed({
        config: {
          ...config,
          borrowRateCurve: curveOf([
            [0, 0],
            [10_000, STEEPEST],
          ]),
        },
      }),
    ],
    ['curve of zeros', changed({ config: { ...config, borrowRateCurve: curveOf([[0, 0]]) } })],
    ['curve of one point', changed({ config: { ...config, borrowRateCurve: curveOf([[10_000, 500]]) } })],
    [
      'falling curve',
      changed({
        config: {
          ...config,
          borrowRateCurve: curveOf([
            [0, 900],
            [10_000, 100],
          ]),
        },
      }),
    ],
    ['fees above all', changed({ liquidity: { ...liquidity, accumulatedProtocolFeesSf: ONE_SF << 60n } })],
    ['supply of one unit', withSupplySf(ONE_SF)],
    ['supply of the last bit', withSupplySf(1n)],
    ['no supply but debt', withSupplySf(0n)],
    ['beyond u128', changed({ liquidity: { ...liquidity, borrowedAmountSf: (1n << 128n) - 1n } })],
  ];
}

function changed(changes: Partial<ReserveFields>): Uint8Array {
  return encodeReserve({ ...livedInReserve(), ...changes });
}

function patched(offset: number, value: number): Uint8Array {
  const data = encodeReserve(livedInReserve());
  data[offset] = value;
  return data;
}

/** Fees that leave hardly anything of what is available and borrowed. */
function withSupplySf(supplySf: bigint): Uint8Array {
  const { liquidity } = livedInReserve();
  const heldSf = liquidity.availableAmountRaw * ONE_SF + liquidity.borrowedAmountSf;
  return changed({
    liquidity: {
      ...liquidity,
      accumulatedProtocolFeesSf: heldSf - supplySf,
      accumulatedReferrerFeesSf: 0n,
      pendingReferrerFeesSf: 0n,
    },
  });
}
