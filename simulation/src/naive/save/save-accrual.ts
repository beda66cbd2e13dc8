import type { readReserve } from './save-account.ts';

type Account = ReturnType<typeof readReserve>;
type Config = Account['config'];
type Balances = Pick<Account, 'available' | 'borrowed' | 'borrowIndex' | 'owed'>;

export const WAD = 10n ** 18n;
export const SLOTS_PER_YEAR = 63_072_000n;

/** Balances after a refresh at a slot. What the program cannot compute is an error. */
export function accrued(account: Account, slot: number): Balances {
  const slots = slot - account.writtenSlot;
  if (slots < 0) throw new RangeError(`slot ${slot} is before the refresh at ${account.writtenSlot}`);
  const { available, borrowed, borrowIndex, owed, config } = account;
  const growth = power(WAD + borrowRate(config, curveUtilization(account)) / SLOTS_PER_YEAR, slots);
  const interest = (borrowed * growth) / WAD - borrowed;
  return {
    available,
    borrowed: borrowed + interest,
    borrowIndex: (borrowIndex * growth) / WAD,
    owed: owed + (interest * BigInt(config.protocolTakeRatePct)) / 100n,
  };
}

/** The product of those powers of two of the base that the binary digits of the exponent name, every product cut off. */
function power(base: bigint, exponent: number): bigint {
  const digits = exponent.toString(2).split('').toReversed();
  const squares = [base];
  while (squares.length < digits.length) squares.push(product(squares.at(-1) ?? WAD));
  return digits.reduce((result, digit, place) => (digit === '1' ? product(result, squares[place]) : result), WAD);

  function product(a: bigint, b = a): bigint {
    if (a * b >= 2n ** 128n) throw new RangeError('the program cannot hold this growth');
    return (a * b) / WAD;
  }
}

/** What belongs to the suppliers. */
export function supplied({ available, borrowed, owed }: Balances): bigint {
  return available * WAD + borrowed - owed;
}

/** What the curve is fed with: fees owed are left in. */
export function curveUtilization(balances: Balances): bigint {
  const { available, borrowed } = balances;
  if (supplied(balances) === 0n || borrowed === 0n) return 0n;
  return (borrowed * WAD) / (borrowed + available * WAD);
}

/** Three straight pieces, for a year of the program. Each knot belongs to the piece below it. */
export function borrowRate(config: Config, utilization: bigint): bigint {
  const percent = (value: number | bigint): bigint => BigInt(value) * 10n ** 16n;
  const [optimal, max] = [percent(config.optimalUtilizationPct), percent(config.maxUtilizationPct)];
  const rates = [
    config.minBorrowRatePct,
    config.optimalBorrowRatePct,
    config.maxBorrowRatePct,
    config.superMaxBorrowRatePct,
  ].map(percent);
  const pieces = [0n, optimal, max, WAD];
  const piece = utilization <= optimal ? 0 : utilization <= max ? 1 : 2;
  const [from = 0n, to = 0n, low = 0n, high = 0n] = [pieces[piece], pieces[piece + 1], rates[piece], rates[piece + 1]];
  if (from === to) return low;
  const share = ((utilization - from) * WAD) / (to - from);
  return (share * (high - low)) / WAD + low;
}
