import {
  type Balances,
  type Derived,
  hasPrice,
  type OwnFields,
  type OwnValue,
  type StoredState,
  type TimeBasis,
} from '@tidemark/core';
import type { ObservedState, OwnField, Protocol } from '@tidemark/protocols';
import type { InterestRateBasis, JsonObject, ReserveState } from '../tables/index.ts';

// The only place that knows which column holds which field of a state: the columns have the names of the first protocol that
// was stored. A field of a protocol that has no column is in the JSON of `own`.

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
  protocol: Pick<Protocol, 'decoderVersion' | 'fields'>,
  state: ObservedState,
  derived: Derived,
  source: ReserveStateSource,
): ReserveState {
  const { accrued, moment } = derived;
  const accruedOwn = byColumn(protocol.fields, accrued.own);
  return {
    reserve: state.reserve,
    lendingMarket: source.lendingMarket,
    slot: moment.slot,
    observedAt: new Date(moment.unixSeconds * 1000),
    ...accountColumns(state),
    ...ownColumns(byColumn(protocol.fields, state.own)),
    own: uncolumned(protocol.fields, state.own),
    accruedAvailableAmountRaw: accrued.available,
    accruedBorrowedAmountSf: accrued.borrowed,
    accruedTotalSupplySf: accrued.supplied,
    accruedUtilizationSf: accrued.utilization,
    accruedCumulativeBorrowRateBsf: accrued.borrowIndex,
    accruedProtocolFeesSf: integerOf(accruedOwn, 'accumulatedProtocolFeesSf'),
    accruedPendingReferrerFeesSf: integerOf(accruedOwn, 'pendingReferrerFeesSf'),
    borrowRateSf: derived.borrowRate,
    ...derived.numbers,
    priceUsable: hasPrice(state.price),
    slotDurationMsF: source.slotDurationMs,
    slotDurationSource: source.slotDurationSource,
    accountSha256: source.accountSha256,
    decoderVersion: protocol.decoderVersion,
  };
}

/** What the account holds, unchanged. */
function accountColumns(state: ObservedState) {
  return {
    lastUpdateSlot: state.lastUpdateSlot,
    lastUpdateAt: state.lastUpdateAt,
    lastUpdateStale: state.stale,
    availableAmountRaw: state.available,
    borrowedAmountSf: state.borrowed,
    cumulativeBorrowRateBsf: state.borrowIndex,
    marketPriceSf: state.price,
    marketPriceUpdatedAt: state.priceUpdatedAt,
    priceStatus: state.priceStatus,
    collateralSupplyRaw: state.receiptSupply,
    interestRateBasis: toBasis(state.timeBasis),
    compounding: state.arithmetic,
  };
}

/** Own fields that have columns. A protocol that has no such thing owes nobody, queues nothing and caps nothing: 0, or no time. */
function ownColumns(own: OwnFields) {
  return {
    accumulatedProtocolFeesSf: integerOf(own, 'accumulatedProtocolFeesSf'),
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

/** Columns of a row that are own fields of some protocol. */
const OWN_COLUMNS: ReadonlySet<string> = new Set(Object.keys(ownColumns({})));

/** The property of a row that has a column's name: `accumulated_protocol_fees_sf` is `accumulatedProtocolFeesSf`. */
function propertyOf(column: string): string {
  return column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Where the own fields of a state are kept. */
interface FieldPlaces {
  /** The property of the row by the name of the field, for those that have a column. */
  readonly columned: ReadonlyMap<string, string>;
  /** Names of the others. */
  readonly uncolumned: readonly string[];
  /** True where every field with a column has the name of the property: then nothing is to be renamed. */
  readonly isNamedAlike: boolean;
}

const PLACES = new WeakMap<readonly OwnField[], FieldPlaces>();

/** Worked out once for each protocol: there are many rows. */
function placesOf(fields: readonly OwnField[]): FieldPlaces {
  const known = PLACES.get(fields);
  if (known !== undefined) return known;
  const ofState = fields.filter(({ of }) => of === 'state');
  const columned = new Map(
    ofState.flatMap(({ name, column }) => {
      const property = propertyOf(column);
      return OWN_COLUMNS.has(property) ? [[name, property] as const] : [];
    }),
  );
  const places = {
    columned,
    uncolumned: ofState.map(({ name }) => name).filter((name) => !columned.has(name)),
    isNamedAlike: [...columned].every(([name, property]) => name === property),
  };
  PLACES.set(fields, places);
  return places;
}

/** The own fields that have a column, under the names of the row. */
function byColumn(fields: readonly OwnField[], own: OwnFields): OwnFields {
  const { columned, isNamedAlike } = placesOf(fields);
  if (isNamedAlike) return own;
  const columns: Record<string, OwnValue> = {};
  for (const [name, property] of columned) columns[property] = own[name] ?? null;
  return columns;
}

/** Columns of a row that a stored state is made of. */
export type StateColumns = Omit<
  ReserveState,
  | 'lastUpdateStale'
  | 'priceUsable'
  | 'slotDurationSource'
  | 'decoderVersion'
  | 'accruedAvailableAmountRaw'
  | 'accruedBorrowedAmountSf'
  | 'accruedTotalSupplySf'
  | 'accruedUtilizationSf'
  | 'accruedCumulativeBorrowRateBsf'
  | 'accruedProtocolFeesSf'
  | 'accruedPendingReferrerFeesSf'
  | 'borrowRateSf'
>;

/** The stored state of a row, under common names; the way back of `toReserveState`. One literal: there are many rows. */
export function toStoredState({ fields }: Pick<Protocol, 'fields'>, row: StateColumns): StoredState {
  return {
    reserve: row.reserve,
    lendingMarket: row.lendingMarket,
    slot: row.slot,
    observedAt: row.observedAt,
    lastUpdateSlot: row.lastUpdateSlot,
    lastUpdateAt: row.lastUpdateAt,
    available: row.availableAmountRaw,
    borrowed: row.borrowedAmountSf,
    borrowIndex: row.cumulativeBorrowRateBsf,
    receiptSupply: row.collateralSupplyRaw,
    price: row.marketPriceSf,
    priceUpdatedAt: row.marketPriceUpdatedAt,
    priceStatus: row.priceStatus,
    timeBasis: toTimeBasis(row.interestRateBasis),
    arithmetic: row.compounding,
    own: toOwnFields(fields, row),
    slotDurationMs: row.slotDurationMsF,
    accountSha256: row.accountSha256,
    availableAmountF: row.availableAmountF,
    suppliedAmountF: row.suppliedAmountF,
    borrowedAmountF: row.borrowedAmountF,
    availableAmountUsdF: row.availableAmountUsdF,
    suppliedAmountUsdF: row.suppliedAmountUsdF,
    borrowedAmountUsdF: row.borrowedAmountUsdF,
    priceUsdF: row.priceUsdF,
    utilizationF: row.utilizationF,
    borrowAprF: row.borrowAprF,
    borrowApyF: row.borrowApyF,
    supplyAprF: row.supplyAprF,
    supplyApyF: row.supplyApyF,
    rewardsAprF: row.rewardsAprF,
  };
}

/** Columns of a row that say what its account has become by its slot. */
export type AccruedColumns = Pick<
  ReserveState,
  | 'own'
  | 'accruedAvailableAmountRaw'
  | 'accruedBorrowedAmountSf'
  | 'accruedProtocolFeesSf'
  | 'accruedPendingReferrerFeesSf'
>;

/** Balances of a row as of its slot; what accrual does not move is that of the account, as far as the row has it. */
export function toAccruedBalances({ fields }: Pick<Protocol, 'fields'>, row: AccruedColumns): Balances {
  const accrued = {
    ...row,
    accumulatedProtocolFeesSf: row.accruedProtocolFeesSf,
    pendingReferrerFeesSf: row.accruedPendingReferrerFeesSf,
  };
  return {
    available: row.accruedAvailableAmountRaw,
    borrowed: row.accruedBorrowedAmountSf,
    own: toOwnFields(fields, accrued),
  };
}

export function toBasis(timeBasis: TimeBasis): InterestRateBasis {
  return timeBasis === 'slots' ? 'legacy' : 'true_apr';
}

export function toTimeBasis(basis: InterestRateBasis): TimeBasis {
  return basis === 'legacy' ? 'slots' : 'seconds';
}

/** The own fields of a state that have no column, as JSON; null where every one has. */
function uncolumned(fields: readonly OwnField[], own: OwnFields): JsonObject | null {
  const rest = placesOf(fields).uncolumned;
  if (rest.length === 0) return null;
  return Object.fromEntries(rest.map((name) => [name, toJsonScalar(own[name] ?? null)]));
}

function toJsonScalar(value: OwnValue): string | number | boolean | null {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Date ? value.toISOString() : value;
}

function toOwnFields(fields: readonly OwnField[], row: Pick<StateColumns, 'own'>): OwnFields {
  const own: Record<string, OwnValue> = {};
  const columned = placesOf(fields).columned;
  for (const { of, name, type } of fields) {
    if (of !== 'state') continue;
    const property = columned.get(name);
    own[name] = property === undefined ? fromJson(row.own?.[name], type) : ownColumnOf(row, property);
  }
  return own;
}

function ownColumnOf(row: object, name: string): OwnValue {
  const value: unknown = Reflect.get(row, name);
  return typeof value === 'bigint' || value instanceof Date ? value : null;
}

function fromJson(value: unknown, type: OwnField['type']): OwnValue {
  switch (type) {
    case 'u64':
    case 'i64':
    case 'u128':
    case 'u256':
      return typeof value === 'string' ? BigInt(value) : null;
    case 'instant':
      return typeof value === 'string' ? new Date(value) : null;
    default:
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
  }
}

function integerOf(own: OwnFields, name: string): bigint {
  const value = own[name];
  return typeof value === 'bigint' ? value : 0n;
}

function instantOf(own: OwnFields, name: string): Date | null {
  const value = own[name];
  return value instanceof Date ? value : null;
}
