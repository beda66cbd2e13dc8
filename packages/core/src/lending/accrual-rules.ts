import type {
  AccountState,
  Accrued,
  Balances,
  ConfigJson,
  Derived,
  InterestSplit,
  Moment,
  OwedFee,
  OwnFields,
  Terms,
  TimeBasis,
} from './state.ts';

/**
 * The arithmetic of one protocol over what is stored: what history needs of it, and nothing about bytes. Every function is
 * pure; what the program would refuse is a `LendingError`. `T` are its terms, `Own` its own fields of a state; code that is
 * generic over protocols leaves both out and only hands them on.
 */
export interface AccrualRules<T extends Terms = Terms, Own extends OwnFields = OwnFields> {
  /** The value of every `protocol` column, and the default path segment. */
  readonly name: string;
  /** Parts that exact numbers count: one is `scale`. See `exactToDouble`. */
  readonly scale: bigint;
  /** Who receives interest beside suppliers and protocol: the keys of {@link InterestSplit.others}, in the order of display. */
  readonly receivers: readonly string[];

  /**
   * Terms out of stored configurations: that of the reserve and that of its market (null where it was never read).
   * Throws `INVALID_ARGUMENT` with the field's name where they lack what accrual needs.
   */
  terms(config: ConfigJson, market: ConfigJson | null, tokenDecimals: number): T;

  /** Units that the program counts in a year: slots or seconds. */
  unitsPerYear(basis: TimeBasis): bigint;

  /** The balances after a refresh at `moment`. With no time passed they are those of the account. */
  accrue(state: AccountState<Own>, terms: T, moment: Moment): Accrued<Own>;

  /** Every published number at `moment`; rates of a slot basis are annualised by the measured duration of a slot. */
  derive(state: AccountState<Own>, terms: T, moment: Moment, slotDurationMs: number): Derived<Own>;

  /** The interest in an accrual of the state, by receiver; the parts add up exactly. */
  interest(state: AccountState<Own>, terms: T, accrued: Accrued<Own>): InterestSplit;

  /** What belongs to the suppliers, parts of a base unit: the identity that every row keeps. */
  supplied(balances: Balances<Own>): bigint;

  /** What is owed to others than the suppliers, in the order of display: to the protocol first. */
  owedFees(own: Own): readonly [OwedFee, ...OwedFee[]];

  /** The utilization that the curve is fed with, parts of one; may differ from borrowed / supplied. */
  curveUtilization(balances: Balances<Own>): bigint;

  /** The curve's borrow rate for a year of the program at a utilization; both parts of one. */
  rateAt(terms: T, curveUtilization: bigint): bigint;

  /** More than the last bits of the borrow index that compounding in two steps may lose against one. */
  cutOff(state: AccountState<Own>, accrued: Accrued<Own>): bigint;
}
