import type { AccrualTerms } from '@tidemark/model';
import type { CurvePoint } from '@tidemark/protocols/kamino';
import { SchemaError } from '../schema-error.ts';
import type { JsonScalar } from '../tables/index.ts';

/** Parameters of a reserve that accrual depends on, as the log of changes names them. */
export const RESERVE_TERMS = [
  'interestRateBasis',
  'hostFixedInterestRateBps',
  'protocolTakeRatePct',
  'rewardsPerAccrualUnitRaw',
  'identity.tokenDecimals',
] as const;
/** The points of the curve are called `borrowRateCurve.3.borrowRateBps`. */
export const CURVE_PREFIX = 'borrowRateCurve.';
/** The same of a lending market. */
export const MARKET_TERMS = ['referralFeeBps', 'reserveRewardsMaxAprBps'] as const;

/** Parameters of a reserve and of its market by name. */
export interface TermsFields {
  readonly reserve: ReadonlyMap<string, JsonScalar>;
  readonly market: ReadonlyMap<string, JsonScalar>;
}

/** Throws `INVALID_ROW` where the stored configuration does not hold what accrual needs. */
export function toAccrualTerms(address: string, { reserve, market }: TermsFields): AccrualTerms {
  const refuse = (field: string): never => {
    throw new SchemaError('INVALID_ROW', `${address}: the stored configuration has no usable ${field}`, {
      context: { address, field },
    });
  };
  const integer = (fields: ReadonlyMap<string, JsonScalar>, field: string): number => {
    const value = fields.get(field);
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : refuse(field);
  };
  const basis = reserve.get('interestRateBasis');
  if (basis !== 'legacy' && basis !== 'true_apr') return refuse('interestRateBasis');
  const rewards = reserve.get('rewardsPerAccrualUnitRaw');
  if (typeof rewards !== 'string' || !/^\d+$/.test(rewards)) return refuse('rewardsPerAccrualUnitRaw');
  const curve: CurvePoint[] = [];
  while (curve.length === 0 || reserve.has(`${CURVE_PREFIX}${curve.length}.utilizationRateBps`)) {
    const point = `${CURVE_PREFIX}${curve.length}`;
    curve.push({
      utilizationRateBps: integer(reserve, `${point}.utilizationRateBps`),
      borrowRateBps: integer(reserve, `${point}.borrowRateBps`),
    });
  }
  return {
    tokenDecimals: integer(reserve, 'identity.tokenDecimals'),
    interestRateBasis: basis,
    borrowRateCurve: curve,
    hostFixedInterestRateBps: integer(reserve, 'hostFixedInterestRateBps'),
    protocolTakeRatePct: integer(reserve, 'protocolTakeRatePct'),
    rewardsPerAccrualUnitRaw: BigInt(rewards),
    referralFeeBps: integer(market, 'referralFeeBps'),
    rewardsMaxAprBps: integer(market, 'reserveRewardsMaxAprBps'),
  };
}
