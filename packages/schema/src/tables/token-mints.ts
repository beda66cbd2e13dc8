import { bigint, doublePrecision, text } from 'drizzle-orm/pg-core';
import { instant, lend } from './column-types.ts';

/** Mints of the Token-2022 program. The multipliers are null where a mint lacks the ScaledUiAmount extension. */
export const tokenMints = lend.table('token_mints', {
  address: text('address').primaryKey(),
  multiplierF: doublePrecision('multiplier_f'),
  newMultiplierF: doublePrecision('new_multiplier_f'),
  /** Of its own metadata; null without one that is plain text. */
  symbol: text('symbol'),
  /** Unix seconds, signed; 0 where no change was ever set. */
  newMultiplierEffectiveSeconds: bigint('new_multiplier_effective_seconds', { mode: 'bigint' }),
  slot: bigint('slot', { mode: 'bigint' }).notNull(),
  observedAt: instant('observed_at').notNull(),
});

export type TokenMintRow = typeof tokenMints.$inferSelect;
