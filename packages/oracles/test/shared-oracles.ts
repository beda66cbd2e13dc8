import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AccountBytes } from '@tidemark/core';

const shared = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..', 'shared');

/** Absolute path of `../shared/oracles` beside the repository, or null. */
export function sharedOraclesDir(): string | null {
  const dir = join(shared, 'oracles');
  return existsSync(join(dir, 'golden.json')) ? dir : null;
}

/** A recorded account by its file's name: `address@slot.bin`. */
export function readDump(file: string, owner: string): AccountBytes {
  const address = file.split('@')[0] ?? file;
  const data = new Uint8Array(readFileSync(join(shared, 'oracles', 'accounts', file)));
  return { address: address.startsWith('unknown') ? '1'.repeat(32) : address, owner, data };
}

export function readGolden(): Golden {
  const golden: Golden = JSON.parse(readFileSync(join(shared, 'oracles', 'golden.json'), 'utf8'));
  return golden;
}

// Shapes of golden.json: integers wider than a double are strings, rows are arrays with their columns beside them.

type Row = readonly (string | number | boolean | null)[];

interface Table {
  readonly file: string;
  readonly columns: readonly string[];
  readonly entries: readonly Row[];
}

interface Scaled {
  readonly raw: string;
  readonly decimal: string;
  readonly double: number;
}

export interface GoldenPyth {
  readonly file: string;
  readonly owner: string;
  readonly byte_exact: boolean;
  readonly pubkey: string | null;
  readonly write_authority: string;
  readonly verification_level: 'Full' | 'Partial';
  readonly num_signatures: number | null;
  readonly trailing_byte_133: number | null;
  readonly feed_id: string;
  readonly exponent: number;
  readonly price_raw: string;
  readonly price: string;
  readonly price_double: number;
  readonly conf_raw: string;
  readonly conf: string;
  readonly publish_time: string;
  readonly prev_publish_time: string;
  readonly ema_price_raw: string;
  readonly ema_price: string;
  readonly ema_conf_raw: string;
  readonly posted_slot: string;
  readonly klend_accepts: boolean;
  readonly scope_accepts_spot: boolean;
  readonly scope_accepts_ema: boolean;
  readonly klend_price_sf: string | null;
}

export interface GoldenSwitchboard {
  readonly file: string;
  readonly network: string;
  readonly name: string;
  readonly authority: string;
  readonly queue: string;
  readonly feed_hash: string;
  readonly initialized_at_raw: string;
  readonly max_variance_raw: string;
  readonly min_responses: number;
  readonly min_sample_size: number;
  readonly historical_result_idx: number;
  readonly permit_write_by_authority: number;
  readonly last_update_timestamp: string;
  readonly lut_slot: string;
  readonly max_staleness_slots: number;
  readonly result: Record<'value' | 'std_dev' | 'mean' | 'range' | 'min_value' | 'max_value', Scaled> & {
    readonly num_samples: number;
    readonly submission_idx: number;
    readonly slot: string;
    readonly min_slot: string;
    readonly max_slot: string;
    readonly present: boolean;
  };
  readonly submissions: readonly Row[];
  readonly historical_results_used: number;
  readonly klend_accepts_value: boolean;
  readonly klend_price_sf: string | null;
}

export interface GoldenReserve {
  readonly file: string;
  readonly mint: string;
  readonly market_price_sf: string;
  readonly market_price_exact: string;
  readonly market_price_double: number;
  readonly market_price_last_updated_ts: string;
  readonly price_chain: readonly number[];
  readonly twap_chain: readonly number[];
  readonly near_scope_dumps: readonly {
    readonly scope_file: string;
    readonly legs: readonly { readonly index: number; readonly value: string; readonly exp: number }[];
    readonly chain_price_sf: string;
    readonly chain_price_exact: string;
    readonly chain_price_double: number;
    readonly chain_timestamp: string;
    readonly twap_sf: string;
    readonly twap_timestamp: string;
    readonly equals_stored_market_price_sf: boolean;
  }[];
}

export interface Golden {
  readonly scope_prices: readonly (Table & { readonly pubkey: string; readonly oracle_mappings: string })[];
  readonly scope_twaps: readonly (Table & { readonly oracle_prices: string; readonly oracle_mappings: string })[];
  readonly scope_mappings: readonly Table[];
  readonly scope_token_metadatas: readonly Table[];
  readonly scope_configuration: readonly Record<string, string>[];
  readonly pyth: readonly GoldenPyth[];
  readonly pyth_feed_ids: Record<
    string,
    Record<'symbol' | 'push_account_shard0_classic' | 'push_account_shard0_pro_compatible', string>
  >;
  readonly switchboard: readonly GoldenSwitchboard[];
  readonly klend: readonly GoldenReserve[];
  readonly two_leg_proof: {
    readonly stake_rate: readonly [string, number];
    readonly sol_leg: readonly [string, number];
    readonly stored_sf: string;
  };
  readonly model_vectors: {
    readonly price_chain: readonly {
      readonly legs: readonly (readonly [value: string, exp: string, time?: number])[];
      readonly sf?: string;
      readonly decimal?: string;
      readonly lossy_reduction?: boolean;
      readonly error?: string;
    }[];
  };
}
