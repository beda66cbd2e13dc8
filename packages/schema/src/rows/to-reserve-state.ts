import {
  type Balances,
  type Derived,
  hasPrice,
  type OwnFields,
  type StoredState,
  type TimeBasis,
} from '@tidemark/core';
import { type ObservedState, type Protocol, PROTOCOLS } from '@tidemark/protocols';
import { accountColumnsOf, type StateColumns, storedStateOf } from '../generated/stored-state.ts';
import { reserveLatest, type ReserveState } from '../tables/index.ts';
import { byColumn, instantOf, integerOf, rememberPlaces, toOwnFields, toOwnJson } from './own-fields.ts';

// The only place that knows which column holds which field of a state: the columns have the names of the first protocol that
// was stored.
const placesOf = rememberPlaces('state', reserveLatest);

/** What a row says of itself beside the numbers. */
export interface ReserveStateSource {
  readonly lendingMarket: string;
  readonly slotDurationMs: number;
  /** How the slot duration of the derivation is known. */
  readonly slotDurationSource: ReserveState['slotDurationSource'];
  /** Of the account's bytes, 32 bytes. */
  readonly accountSha256: Uint8Array;
}

/**
 * The row of one reserve at one bank: what its account holds, what that has become by the bank's slot, and where the
 * numbers come from. Not every such row can be stored: see `findReserveStateProblem`.
 */
export function toReserveState(
  protocol: Pick<Protocol, 'decoderVersion' | 'fields' | 'timeBasisNames'>,
  state: ObservedState,
  derived: Derived,
  source: ReserveStateSource,
): ReserveState {
  const places = placesOf(protocol.fields);
  return {
    reserve: state.reserve,
    lendingMarket: source.lendingMarket,
    slot: derived.moment.slot,
    observedAt: new Date(derived.moment.unixSeconds * 1000),
    ...accountColumnsOf(state),
    lastUpdateStale: state.stale,
    interestRateBasis: protocol.timeBasisNames[state.timeBasis],
    ...ownColumns(byColumn(places, state.own)),
    own: toOwnJson(places, state.own),
    ...toDerivedColumns(protocol, state, derived),
    slotDurationMsF: source.slotDurationMs,
    slotDurationSource: source.slotDurationSource,
    accountSha256: source.accountSha256,
    decoderVersion: protocol.decoderVersion,
  };
}

/** What is derived of an account for a moment. */
export type DerivedColumns = ReturnType<typeof toDerivedColumns>;

export function toDerivedColumns(
  { fields }: Pick<Protocol, 'fields'>,
  { price }: Pick<StoredState, 'price'>,
  { accrued, borrowRate, numbers }: Derived,
) {
  const accruedOwn = byColumn(placesOf(fields), accrued.own);
  return {
    accruedAvailableAmountRaw: accrued.available,
    accruedBorrowed: accrued.borrowed,
    accruedSupplied: accrued.supplied,
    accruedUtilization: accrued.utilization,
    accruedBorrowIndex: accrued.borrowIndex,
    accruedProtocolFees: integerOf(accruedOwn, 'accumulatedProtocolFeesSf') ?? 0n,
    accruedPendingReferrerFees: integerOf(accruedOwn, 'pendingReferrerFeesSf'),
    borrowRate,
    ...numbers,
    priceUsable: hasPrice(price),
  } satisfies Partial<ReserveState>;
}

/** Own fields that have columns; null where the protocol has no such thing. One that is owed no fees has none: 0. */
function ownColumns(own: OwnFields) {
  return {
    accumulatedProtocolFeesSf: integerOf(own, 'accumulatedProtocolFeesSf') ?? 0n,
    accumulatedReferrerFeesSf: integerOf(own, 'accumulatedReferrerFeesSf'),
    pendingReferrerFeesSf: integerOf(own, 'pendingReferrerFeesSf'),
    absoluteReferralRateSf: integerOf(own, 'absoluteReferralRateSf'),
    rewardsAvailableRaw: integerOf(own, 'rewardsAvailableRaw'),
    queuedCollateralRaw: integerOf(own, 'queuedCollateralRaw'),
    borrowedOutsideElevationGroupRaw: integerOf(own, 'borrowedOutsideElevationGroupRaw'),
    depositCapCurrentRaw: integerOf(own, 'depositCapCurrentRaw'),
    debtCapCurrentRaw: integerOf(own, 'debtCapCurrentRaw'),
    depositCapIntervalStartAt: instantOf(own, 'depositCapIntervalStartAt'),
    debtCapIntervalStartAt: instantOf(own, 'debtCapIntervalStartAt'),
  };
}

/** The stored state of a row, under common names; the way back of `toReserveState`. */
export function toStoredState({ fields }: Pick<Protocol, 'fields'>, row: StateColumns): StoredState {
  return storedStateOf(row, toTimeBasis(row.interestRateBasis), toOwnFields(placesOf(fields), row));
}

/** Columns of a row that say what its account has become by its slot. */
export type AccruedColumns = Pick<
  ReserveState,
  'own' | 'accruedAvailableAmountRaw' | 'accruedBorrowed' | 'accruedProtocolFees' | 'accruedPendingReferrerFees'
>;

/** Accrued columns by the property of a row that they are the later state of. */
const ACCRUED: Readonly<Record<string, keyof AccruedColumns>> = {
  accumulatedProtocolFeesSf: 'accruedProtocolFees',
  pendingReferrerFeesSf: 'accruedPendingReferrerFees',
};

/** Balances of a row as of its slot; what accrual does not move is that of the account, as far as the row has it. */
export function toAccruedBalances({ fields }: Pick<Protocol, 'fields'>, row: AccruedColumns): Balances {
  return {
    available: row.accruedAvailableAmountRaw,
    borrowed: row.accruedBorrowed,
    own: toOwnFields(placesOf(fields), row, ACCRUED),
  };
}

/** What the protocols call slots. */
const SLOT_NAMES: ReadonlySet<string> = new Set(PROTOCOLS.map(({ timeBasisNames }) => timeBasisNames.slots));

export function toTimeBasis(name: string): TimeBasis {
  return SLOT_NAMES.has(name) ? 'slots' : 'seconds';
}
