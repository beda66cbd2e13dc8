import type { AccrualTerms } from '@tidemark/model';
import type { CurvePoint } from '@tidemark/protocols/kamino';
import { SchemaError } from '../schema-error.ts';
import type { JsonObject, JsonValue } from '../tables/index.ts';

/** Throws `INVALID_ROW` where the stored configurations do not hold what accrual needs. */
export function toAccrualTerms(address: string, reserve: JsonObject, market: JsonObject): AccrualTerms {
  const refuse = (field: string): never => {
    throw new SchemaError('INVALID_ROW', `${address}: the stored configuration has no usable ${field}`, {
      context: { address, field },
    });
  };
  const integer = (config: JsonObject, field: string): number => {
    const value = config[field];
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : refuse(field);
  };
  const basis = reserve['interestRateBasis'];
  if (basis !== 'legacy' && basis !== 'true_apr') return refuse('interestRateBasis');
  const rewards = reserve['rewardsPerAccrualUnitRaw'];
  if (typeof rewards !== 'string' || !/^\d+$/.test(rewards)) return refuse('rewardsPerAccrualUnitRaw');
  const points = reserve['borrowRateCurve'];
  if (!Array.isArray(points) || points.length === 0) return refuse('borrowRateCurve');
  const curve = points.map((point: JsonValue): CurvePoint => {
    if (!isObject(point)) return refuse('borrowRateCurve');
    return { utilizationRateBps: integer(point, 'utilizationRateBps'), borrowRateBps: integer(point, 'borrowRateBps') };
  });
  const identity = reserve['identity'];
  return {
    tokenDecimals: isObject(identity) ? integer(identity, 'tokenDecimals') : refuse('identity'),
    interestRateBasis: basis,
    borrowRateCurve: curve,
    hostFixedInterestRateBps: integer(reserve, 'hostFixedInterestRateBps'),
    protocolTakeRatePct: integer(reserve, 'protocolTakeRatePct'),
    rewardsPerAccrualUnitRaw: BigInt(rewards),
    referralFeeBps: integer(market, 'referralFeeBps'),
    rewardsMaxAprBps: integer(market, 'reserveRewardsMaxAprBps'),
  };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
