import { bigint, boolean, integer, text } from 'drizzle-orm/pg-core';
import { bytea, changeId, instant, jsonObject, lend } from './column-types.ts';

/**
 * Lending markets ever seen, with their current configuration. A market that disappears is marked, not deleted. Null where the
 * protocol has no such setting.
 */
export const lendingMarkets = lend.table('lending_markets', {
  address: text('address').primaryKey(),
  protocol: text('protocol').notNull(),
  name: text('name').notNull(),
  displayName: text('display_name').notNull(),
  owner: text('owner').notNull(),
  quoteCurrency: text('quote_currency').notNull(),
  referralFeeBps: integer('referral_fee_bps'),
  emergencyMode: boolean('emergency_mode'),
  borrowDisabled: boolean('borrow_disabled'),
  rewardsMaxAprBps: integer('rewards_max_apr_bps'),
  /** Settings of one protocol that have no column. */
  own: jsonObject('own'),
  config: jsonObject('config').notNull(),
  /** False for one that anybody may have created: totals leave it out. */
  listed: boolean('listed').notNull().default(true),
  accountSha256: bytea('account_sha256').notNull(),
  slot: bigint('slot', { mode: 'bigint' }).notNull(),
  observedAt: instant('observed_at').notNull(),
  firstSeenSlot: bigint('first_seen_slot', { mode: 'bigint' }).notNull(),
  firstSeenAt: instant('first_seen_at').notNull(),
  missingSinceSlot: bigint('missing_since_slot', { mode: 'bigint' }),
  missingSinceAt: instant('missing_since_at'),
  changeId: changeId(),
});

export type LendingMarketRow = typeof lendingMarkets.$inferSelect;

/** A lending market as seen at one slot: `slot` and `observedAt` say when. */
export type LendingMarketInput = Omit<
  LendingMarketRow,
  'changeId' | 'firstSeenSlot' | 'firstSeenAt' | 'missingSinceSlot' | 'missingSinceAt'
>;
