import type { components } from '@tidemark/client';

type Schemas = components['schemas'];
type Verdict = Schemas['ProtocolStatus']['verdict_str'];

/** Verdicts on the state of the data: never on the market. */
const VERDICTS: Readonly<Record<Verdict, string>> = {
  ok: 'Data OK',
  degraded: 'Degraded',
  unknown: 'Unknown',
  failing: 'Failing',
};

export function verdictWords(verdict: string): string {
  return Object.entries(VERDICTS).find(([code]) => code === verdict)?.[1] ?? words(verdict);
}

/** Codes of the API in the words of people who study lending. A code without words is shown as it is. */
const WORDS: Readonly<Record<string, string>> = {
  // Why a value is not known.
  not_enough_history:
    'The stored history does not reach back far enough yet. It fills by itself while the indexer runs.',
  no_collateral: 'Nobody held collateral tokens at the start of the window.',
  index_reset: 'The reserve was set up anew within the window.',
  out_of_range: 'The result lies outside of what the method answers.',
  // Why a time was not observed.
  not_polled: 'No indexer ran.',
  not_rolled_up: 'Observed, and not summed up yet. That takes up to a minute.',
  poll_failed: 'The read of the chain failed.',
  rate_limited: 'The provider of the chain allowed no more calls.',
  chain_halted: 'The chain stood still, or every node that was asked.',
  clock_implausible: 'The clock of every node was wrong by minutes, or that of the database.',
  account_missing: 'The account was not on the chain.',
  quarantined: 'The account could not be decoded, or failed a check.',
  // What bounds a deposit, withdrawal or borrow.
  none: 'no limit',
  reserve_status: 'the reserve is not active',
  block_price_usage: 'the price may not be used',
  counter_overflow: 'a counter of the program',
  debt_withdrawal_cap: 'borrow cap of the interval',
  deposit_withdrawal_cap: 'withdrawal cap of the interval',
  total_supply: 'all that was supplied',
  // States of a price.
  ok: 'accepted',
  // Why two prices are not compared.
  not_read: 'One of the two was not read for too long.',
  disagreement: 'The sources disagree.',
  no_other_source: 'No source but reserves has a price of this token.',
  protocol_unpriced: 'The account holds no price.',
  // Why a source of prices is not used.
  dead_feed: 'The oracle program no longer runs.',
};

/** The words of a code; an unknown code with its underscores as spaces. */
export function words(code: string): string {
  const [main = '', detail] = code.split(/: ?/, 2);
  const text = WORDS[main] ?? main.replaceAll('_', ' ');
  return detail === undefined ? text : `${text} (${detail.replaceAll('_', ' ')})`;
}

/** A column or field name as a heading: `supply_apy_f` is `supply apy`. */
export function fieldWords(name: string): string {
  return name.replace(/_(?:f|str|b|raw)$/, '').replaceAll('_', ' ');
}

/** The name of a protocol, or another word of the API, with a capital letter. */
export function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

/** `1 pool`, `2 pools`. */
export function plural(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;
}

/** The ends of an address, enough to tell it from others. */
export function shortAddress(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 4)}…${address.slice(-4)}`;
}
