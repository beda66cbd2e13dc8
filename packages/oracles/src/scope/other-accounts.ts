import { type AccountBytes, readAddress, readU128, readU64, viewOf } from '@tidemark/core';
import { textOf } from '../accounts.ts';
import { isEntryIndex } from './prices.ts';

// Accounts that no price needs: averages with their windows, labels of entries, and where the accounts of a feed are.

const TWAPS_AT = 72;
const TWAP_SIZE = 672;
const METADATA_AT = 8;
const METADATA_SIZE = 168;

/** Averages of an entry, in parts of 10^18, with a map of the samples: a bit for each 64th of the window. */
export interface ScopeTwap {
  readonly lastUpdateSlot: bigint;
  readonly lastUpdateUnixTimestamp: bigint;
  readonly ema1h: bigint;
  readonly ema8h: bigint;
  readonly ema24h: bigint;
  readonly ema7d: bigint;
  readonly tracker1h: bigint;
  readonly tracker8h: bigint;
  readonly tracker24h: bigint;
  readonly tracker7d: bigint;
}

/** The index is that of the averaged entry, not of the entry that shows the average. */
export class ScopeTwaps {
  readonly address: string;
  readonly prices: string;
  readonly mappings: string;
  readonly #data: Uint8Array;

  constructor({ address, data }: AccountBytes) {
    this.address = address;
    this.prices = readAddress(data, 8);
    this.mappings = readAddress(data, 40);
    this.#data = data;
  }

  entry(index: number): ScopeTwap | null {
    if (!isEntryIndex(index)) return null;
    const at = TWAPS_AT + index * TWAP_SIZE;
    const view = viewOf(this.#data);
    return {
      lastUpdateSlot: readU64(view, at),
      lastUpdateUnixTimestamp: readU64(view, at + 8),
      ema1h: readU128(view, at + 16),
      tracker1h: readU64(view, at + 32),
      tracker7d: readU64(view, at + 40),
      ema8h: readU128(view, at + 48),
      ema24h: readU128(view, at + 64),
      tracker8h: readU64(view, at + 80),
      tracker24h: readU64(view, at + 88),
      ema7d: readU128(view, at + 96),
    };
  }
}

/** What the owner of the feed says of an entry: for people, nothing in the program depends on it. */
export interface ScopeTokenMetadata {
  readonly name: string;
  readonly maxAgePriceSlots: bigint;
  readonly groupIds: bigint;
}

export class ScopeTokenMetadatas {
  readonly address: string;
  readonly #data: Uint8Array;

  constructor({ address, data }: AccountBytes) {
    this.address = address;
    this.#data = data;
  }

  entry(index: number): ScopeTokenMetadata | null {
    if (!isEntryIndex(index)) return null;
    const at = METADATA_AT + index * METADATA_SIZE;
    const view = viewOf(this.#data);
    return {
      name: textOf(this.#data, at, 32),
      maxAgePriceSlots: readU64(view, at + 32),
      groupIds: readU64(view, at + 40),
    };
  }
}

/** Leads from a feed to its accounts. */
export class ScopeConfiguration {
  readonly address: string;
  readonly admin: string;
  readonly mappings: string;
  readonly prices: string;
  readonly tokenMetadatas: string;
  readonly twaps: string;
  readonly adminCached: string;
  readonly emergencyCouncil: string;
  readonly resumeAuthority: string;

  constructor({ address, data }: AccountBytes) {
    this.address = address;
    this.admin = readAddress(data, 8);
    this.mappings = readAddress(data, 40);
    this.prices = readAddress(data, 72);
    this.tokenMetadatas = readAddress(data, 104);
    this.twaps = readAddress(data, 136);
    this.adminCached = readAddress(data, 168);
    this.emergencyCouncil = readAddress(data, 200);
    this.resumeAuthority = readAddress(data, 232);
  }
}
