import { type FieldDefinition, type FieldGroup, numberField, textField, timeField } from '@tidemark/core';
import { liquidityFields } from './liquidity.ts';
import { DEPTH_INTERVALS, READ_GAP_REASONS } from './words.ts';

const liquidity = { methodVersion: 'liquidity-1.1' } as const;
const ingest = { methodVersion: 'ingest-1.0' } as const;
const NOT_READ = 'null while the pool was not read';

const SOURCE: FieldDefinition = textField(
  'Exchange program: orca_whirlpool, raydium_clmm, raydium_cpmm, raydium_amm_v4, meteora_dlmm.',
  'program that owns the pool',
  { ...liquidity, type: 'word' },
);

/** Names that mean something else in rows of a pool. */
export const poolVariants = {
  timestamp: timeField('Chain time of the newest read of the pool.', 'Clock sysvar, read in the same call', {
    nullRule: NOT_READ,
  }),
  slot: numberField('slots', 'Slot of that read.', 'Clock sysvar, read in the same call', {
    ...ingest,
    nullRule: NOT_READ,
  }),
  token_address: textField('Mint of the token that the verdict is about.', 'search of the indexer', {
    ...liquidity,
    type: 'address',
  }),
  source_str: SOURCE,
  evidence_str: { ...liquidityFields.evidence_str, nullRule: 'never' },
} satisfies FieldGroup;

const { slot, source_str, evidence_str } = poolVariants;

/** The same in rows of a pool's depth. */
export const poolDepthVariants = {
  timestamp: poolVariants.timestamp,
  slot,
  source_str,
  evidence_str,
} satisfies FieldGroup;

/** The same in rows of a token. */
export const depthVariants = {
  timestamp: timeField('Chain time of the newest bank of the read.', 'Clock sysvar of each call', {
    nullRule: 'null while nothing was read of the token',
  }),
  token_address: textField('Mint of the token.', 'path', { ...liquidity, type: 'address' }),
  token_symbol: textField(
    'Symbol of the token, as the prices API has it; an empty string where none is known.',
    'newest price of the token',
    liquidity,
  ),
  token_decimals: numberField('decimals', 'Decimals of the token.', 'reserves that lend it', {
    ...liquidity,
    nullRule: 'null where no reserve lends it',
  }),
  source_str: { ...SOURCE, description: `${SOURCE.description} all: over all of them.` },
} satisfies FieldGroup;

const { timestamp, token_address, token_symbol, token_decimals } = depthVariants;

/** The same in the row of a token, and in that of a reserve. */
export const tokenDepthVariants = { timestamp, token_address, token_symbol, token_decimals } satisfies FieldGroup;
export const liquidationCoverageVariants = {
  token_address,
  timestamp: { ...timestamp, nullRule: 'never' },
} satisfies FieldGroup;

/** How much of a bucket was observed. */
const observedVariants = {
  timestamp: timeField('Start of the bucket; with interval=raw the chain time of the read.', 'UTC time'),
  observations: numberField('reads', 'Reads of the bucket.', 'counted', liquidity),
  coverage_f: numberField(
    'fraction',
    'Share of the time that had passed which reads cover: two reads cover the time between them where they are no further apart than they may be.',
    'observed seconds / elapsed seconds',
    { ...liquidity, type: 'share', nullRule: 'null where no time had passed, or the row is a single read' },
  ),
  gap_reason_str: textField(
    `Why the bucket was not observed throughout: ${READ_GAP_REASONS}; not_rolled_up where nothing is computed of it yet.`,
    'batches of the read',
    { ...liquidity, nullRule: 'null where it was' },
  ),
} satisfies FieldGroup;

/** The same in rows of history, of a token and of a reserve. */
export const depthHistoryVariants = { ...observedVariants, token_address, token_symbol } satisfies FieldGroup;
export const liquidationCoverageHistoryVariants = { ...observedVariants, token_address } satisfies FieldGroup;

/** What an answer says about itself. */
export const depthMetaVariants = {
  interval_str: textField('Width of the rows: raw, 1h or 1d.', 'parameter interval', {
    ...liquidity,
    type: DEPTH_INTERVALS,
  }),
  methodology: textField('Version of the method of the rows.', 'constant of the service', liquidity),
} satisfies FieldGroup;
