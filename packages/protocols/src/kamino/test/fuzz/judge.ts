import { isLendingError, type LendingError } from '@tidemark/core';
import {
  type AccruedReserve,
  type DerivedReserve,
  type DeriveOptions,
  decodeLendingMarket,
  decodeReserve,
  deriveReserve,
  type Reserve,
} from '../../index.ts';
import type { FuzzCase } from './fuzz-case.ts';

/** How a case ended. A `violation` breaks the promise: a typed error, or finite numbers that the tables can hold. */
export interface Verdict {
  /** `ok`, the code of each typed error, or `violation`; one for each derivation, one for a refused account. */
  readonly outcomes: readonly string[];
  readonly violation: string | null;
}

const ADDRESS = 'FuzzedAccount111111111111111111111111111111';
const ONE_SF = 1n << 60n;
const PRICED = ['priceUsdF', 'availableAmountUsdF', 'suppliedAmountUsdF', 'borrowedAmountUsdF'] as const;
const NULLABLE: ReadonlySet<string> = new Set(PRICED);

// The widths of the numeric columns: u64 in (20,0), u128 in (39,0), their sum in (40,0), u256 in (78,0).
const U64 = (1n << 64n) - 1n;
const U128 = (1n << 128n) - 1n;
const I64 = (1n << 63n) - 1n;
const WIDTHS: Readonly<Record<string, bigint>> = {
  slot: U64,
  unixTimestamp: I64,
  elapsedUnits: U64,
  availableRaw: U64,
  rewardsRaw: U64,
  rewardsAvailableRaw: U64,
  borrowedSf: U128,
  totalSupplySf: U128,
  utilizationSf: U128,
  borrowRateSf: U128,
  hostRateSf: U128,
  accumulatedProtocolFeesSf: U128,
  accumulatedReferrerFeesSf: U128,
  pendingReferrerFeesSf: U128,
  absoluteReferralRateSf: U128,
  cumulativeBorrowRateBsf: (1n << 256n) - 1n,
};

/** Decodes and derives the case, and says how that ended. Never throws. */
export function judge({ base, data, owner, moments }: FuzzCase): Verdict {
  const account = { address: ADDRESS, owner, data };
  if (base.kind === 'market') return summarise([attempt(() => (decodeLendingMarket(account), null))]);
  let reserve: Reserve | undefined;
  const decoded = attempt(() => {
    reserve = decodeReserve(account);
    return null;
  });
  if (reserve === undefined) return summarise([decoded]);
  const known = reserve;
  return summarise(moments.map((moment) => attempt(() => complaintAbout(known, moment, deriveReserve(known, moment)))));
}

interface Attempt {
  readonly outcome: string;
  readonly violation: string | null;
}

function attempt(work: () => string | null): Attempt {
  try {
    const violation = work();
    return { outcome: violation === null ? 'ok' : 'violation', violation };
  } catch (error) {
    if (isLendingError(error)) return judgeError(error);
    return { outcome: 'violation', violation: `threw ${String(error)}` };
  }
}

function judgeError(error: LendingError): Attempt {
  const { code, context } = error;
  if (context.address === ADDRESS) return { outcome: code, violation: null };
  return { outcome: 'violation', violation: `${code} without the account's address: ${JSON.stringify(context)}` };
}

function summarise(attempts: readonly Attempt[]): Verdict {
  return {
    outcomes: attempts.map(({ outcome }) => outcome),
    violation: attempts.find(({ violation }) => violation !== null)?.violation ?? null,
  };
}

function complaintAbout(reserve: Reserve, moment: DeriveOptions, derived: DerivedReserve): string | null {
  return (
    complaintAboutValues(derived) ??
    complaintAboutValues(derived.accrued) ??
    complaintAboutNulls(derived) ??
    complaintAboutBooks(reserve, moment, derived.accrued)
  );
}

function complaintAboutValues(values: object): string | null {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number' && !Number.isFinite(value)) return `${name} is ${value}`;
    if (value === undefined || (value === null && !NULLABLE.has(name))) return `${name} is ${value}`;
    if (typeof value !== 'bigint') continue;
    const max = WIDTHS[name];
    if (max === undefined) return `${name} has no stated width`;
    if (value > max || (value < 0n && name !== 'unixTimestamp')) return `${name} is ${value}, beyond its column`;
  }
  return null;
}

function complaintAboutNulls(derived: DerivedReserve): string | null {
  for (const name of PRICED) {
    if ((derived[name] === null) === derived.priceUsable) return `${name} is ${derived[name]} against priceUsable`;
  }
  return null;
}

/** Identities that hold for every reserve: the balance sheet adds up, and interest never lowers a debt or a rate. */
function complaintAboutBooks(reserve: Reserve, moment: DeriveOptions, accrued: AccruedReserve): string | null {
  const { liquidity } = reserve;
  const owedSf = accrued.accumulatedProtocolFeesSf + accrued.accumulatedReferrerFeesSf + accrued.pendingReferrerFeesSf;
  if (accrued.totalSupplySf !== accrued.availableRaw * ONE_SF + accrued.borrowedSf - owedSf) {
    return 'total supply is not available + borrowed - fees';
  }
  if (accrued.borrowedSf < liquidity.borrowedAmountSf) return 'interest lowered the debt';
  if (accrued.cumulativeBorrowRateBsf < liquidity.cumulativeBorrowRateBsf) return 'interest lowered the borrow rate';
  if (accrued.availableRaw - liquidity.availableAmountRaw !== accrued.rewardsRaw)
    return 'available moved without cause';
  if (accrued.rewardsRaw + accrued.rewardsAvailableRaw !== liquidity.rewardsAvailableRaw) return 'rewards were lost';
  if (accrued.slot !== moment.slot) return 'the slot is not the one asked for';
  return null;
}
