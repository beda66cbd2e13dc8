import { ZERO_ADDRESS } from '@tidemark/core';
import { bytesOfHex } from '../accounts.ts';
import { pythRoots } from '../pyth/known-feeds.ts';
import { SCOPE_PROGRAM_ADDRESS } from './kinds.ts';
import type { ScopeMapping, ScopeMappings } from './mappings.ts';
import { isEntryIndex } from './prices.ts';

/** Compositions of compositions exist; a circle does not, and would end here. */
const MOST_STEPS = 8;
const ANYTHING: readonly string[] = ['*'];

/** What an entry rests on in the end: entries that are made of other entries have the roots of those. */
export function rootsOf(mappings: ScopeMappings, index: number, steps = 0): readonly string[] {
  const mapping = mappings.entry(index);
  if (mapping === null || steps > MOST_STEPS) return ANYTHING;
  const parts = partsOf(mapping);
  if (parts !== null) {
    const roots = parts.flatMap((part) => rootsOf(mappings, part, steps + 1));
    return roots.length === 0 ? ANYTHING : [...new Set(roots)];
  }
  return ownRoots(mapping, `${mappings.address}/${index}`);
}

function ownRoots({ typeName, account }: ScopeMapping, place: string): readonly string[] {
  switch (typeName) {
    case 'pyth_pull':
    case 'pyth_pull_ema':
      return pythRoots(account);
    // The numbers of its feeds are others than those of the accounts, its publishers are the same.
    case 'pyth_lazer':
    case 'pyth_lazer_ema':
      return ['pyth:*'];
    case 'switchboard_on_demand':
      return [`switchboard:${account}`];
    case 'fixed':
      return [`fixed:${place}`];
    default:
      break;
  }
  if (typeName.startsWith('chainlink')) return [`chainlink:${account}`];
  if (typeName.startsWith('unknown') || typeName === 'unused' || typeName === 'conditional') return ANYTHING;
  // Stake rates, pools, vaults: the account that is read is what the price rests on.
  const isOwnAccount = account !== ZERO_ADDRESS && account !== SCOPE_PROGRAM_ADDRESS;
  return [isOwnAccount ? `${typeName}:${account}` : `${typeName}:${place}`];
}

/** Indices of the entries that an entry is made of; null where it is made of an account. */
function partsOf({ typeName, generic, twapSource }: ScopeMapping): readonly number[] | null {
  const bytes = bytesOfHex(generic);
  const u16 = (at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  const listed = (count: number) => Array.from({ length: count }, (_, i) => u16(2 * i)).filter(isEntryIndex);
  switch (typeName) {
    case 'twap_1h':
    case 'twap_8h':
    case 'twap_24h':
    case 'twap_7d':
      return [twapSource];
    case 'most_recent_of':
      return listed(4);
    case 'capped_most_recent_of':
      // Four sources, divergence u16, maximum age u64, then the cap.
      return [...listed(4), u16(18)].filter(isEntryIndex);
    case 'multiplication_chain':
      return listed(6);
    case 'capped_floored':
      return cappedParts(bytes, u16);
    default:
      return null;
  }
}

/** Source, then two options of one byte that are followed by an index where they are 1. */
function cappedParts(bytes: Uint8Array, u16: (at: number) => number): readonly number[] {
  const parts = [u16(0)];
  let at = 2;
  for (let option = 0; option < 2; option++) {
    const isSet = bytes[at] === 1;
    if (isSet) parts.push(u16(at + 1));
    at += isSet ? 3 : 1;
  }
  return parts.filter(isEntryIndex);
}
