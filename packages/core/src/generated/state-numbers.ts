// Written by `npm run generate` from the table of fields in packages/model. Do not edit.

/** The rates at one utilization. */
export interface RatePoint {
  /** Share of the supplied amount that is borrowed. The value of the program can pass 1 by the share of uncollected fees; the twelve-field rows hold it to 0..1, SQL and all other endpoints do not. Unit: fraction. */
  readonly utilizationF: number;
  /** Yearly rate that borrowers pay now, without compounding. Unit: fraction per year. */
  readonly borrowAprF: number;
  /** Yearly rate that borrowers pay now, with compounding. Unit: fraction per year. */
  readonly borrowApyF: number;
  /** Yearly rate that suppliers earn from interest now, without compounding and without rewards. Unit: fraction per year. */
  readonly supplyAprF: number;
  /** Yearly rate that suppliers earn from interest now, with compounding and without rewards. Unit: fraction per year. */
  readonly supplyApyF: number;
}

/** The published numbers of a state; USD is null where the account holds no price. Utilization is not clamped. */
export interface StateNumbers extends RatePoint {
  /** Amount that lies in the reserve and is not lent out. Unit: token. */
  readonly availableAmountF: number;
  /** Total amount supplied to the reserve. Fees that belong to the protocol and to referrers are not part of it, so available + borrowed is a little more. Unit: token. */
  readonly suppliedAmountF: number;
  /** Total amount owed by borrowers, interest up to the slot included. Unit: token. */
  readonly borrowedAmountF: number;
  /** Available amount in USD at the price that the protocol itself holds. Unit: USD. */
  readonly availableAmountUsdF: number | null;
  /** Supplied amount in USD at the price that the protocol itself holds. Unit: USD. */
  readonly suppliedAmountUsdF: number | null;
  /** Borrowed amount in USD at the price that the protocol itself holds. Unit: USD. */
  readonly borrowedAmountUsdF: number | null;
  /** Price of one token that the reserve account holds, however old it is. Unit: USD per token. */
  readonly priceUsdF: number | null;
  /** Yearly rate of the reserve’s own rewards, which are added to the supplied amount. Not part of supply_apr_f or supply_apy_f. Unit: fraction per year. */
  readonly rewardsAprF: number;
}

/** The numbers of anything that has them among others. */
export function numbersOf(of: StateNumbers): StateNumbers {
  return {
    availableAmountF: of.availableAmountF,
    suppliedAmountF: of.suppliedAmountF,
    borrowedAmountF: of.borrowedAmountF,
    availableAmountUsdF: of.availableAmountUsdF,
    suppliedAmountUsdF: of.suppliedAmountUsdF,
    borrowedAmountUsdF: of.borrowedAmountUsdF,
    priceUsdF: of.priceUsdF,
    utilizationF: of.utilizationF,
    borrowAprF: of.borrowAprF,
    borrowApyF: of.borrowApyF,
    supplyAprF: of.supplyAprF,
    supplyApyF: of.supplyApyF,
    rewardsAprF: of.rewardsAprF,
  };
}

/** Something for each number. One literal on purpose: building it from entries costs more than what is built. */
export function forEachNumber<Value>(make: (name: keyof StateNumbers) => Value): Record<keyof StateNumbers, Value> {
  return {
    availableAmountF: make('availableAmountF'),
    suppliedAmountF: make('suppliedAmountF'),
    borrowedAmountF: make('borrowedAmountF'),
    availableAmountUsdF: make('availableAmountUsdF'),
    suppliedAmountUsdF: make('suppliedAmountUsdF'),
    borrowedAmountUsdF: make('borrowedAmountUsdF'),
    priceUsdF: make('priceUsdF'),
    utilizationF: make('utilizationF'),
    borrowAprF: make('borrowAprF'),
    borrowApyF: make('borrowApyF'),
    supplyAprF: make('supplyAprF'),
    supplyApyF: make('supplyApyF'),
    rewardsAprF: make('rewardsAprF'),
  };
}
