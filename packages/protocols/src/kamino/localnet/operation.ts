/** What happens to a reserve in one event, after the refresh that every event begins with. */
export type Operation =
  | { readonly kind: 'refresh' }
  | { readonly kind: 'deposit'; readonly amountRaw: bigint }
  | { readonly kind: 'withdraw'; readonly amountRaw: bigint }
  | { readonly kind: 'borrow'; readonly amountRaw: bigint }
  | { readonly kind: 'repay'; readonly amountRaw: bigint }
  | { readonly kind: 'collect_fees' }
  | { readonly kind: 'set_deposit_limit'; readonly depositLimitRaw: bigint };

/** Name of an operation, as the truth file gives it. */
export type OperationKind = Operation['kind'];
