/** A value of an answer that has fields of its own. */
export interface NestedAnswer {
  /** Name of the answer that it is, or names of those that it is one of. */
  readonly of: string | readonly string[];
  readonly list?: boolean;
  /** Longest list. */
  readonly max?: number;
  readonly nullable?: boolean;
  readonly description?: string;
}

/** An object of the API's answers, a component of the OpenAPI document: which fields it has, in which order. */
export interface Answer {
  readonly description?: string;
  /** Names of fields and of nested answers, with spaces between. */
  readonly fields: string;
  readonly nested?: Readonly<Record<string, NestedAnswer>>;
  /** Whether columns can be left out: by the parameter fields, or in rows that they say nothing of. */
  readonly optional?: 'by request' | 'by row';
  /** True where it is a row of CSV too. Rows with optional columns are. */
  readonly csv?: boolean;
  readonly example?: Readonly<Record<string, string | number>>;
}

/** `{data, meta, status}` around an answer or a list of them. */
export interface Envelope {
  readonly data: string;
  readonly list?: boolean;
  /** Order of the list. */
  readonly description?: string;
  readonly meta?: string;
}

/** Names of fields that several answers have, with spaces between. */
export const AMOUNTS =
  'available_amount_f available_amount_usd_f supplied_amount_f supplied_amount_usd_f borrowed_amount_f borrowed_amount_usd_f';
export const RATES = 'utilization_f borrow_apr_f borrow_apy_f supply_apr_f supply_apy_f';
/** What `meta` says of a page: how many rows, what follows, and of none why. */
export const PAGE = 'count next_cursor empty_reason_str';
export const MARKET = 'lending_market lending_market_name';
export const TOKEN = 'token_address token_symbol';
