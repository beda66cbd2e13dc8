import type { SampledAccount } from './endpoint-reading.ts';

export interface SampleOptions {
  /** In an order that stays. */
  readonly accounts: readonly SampledAccount[];
  /** Addresses that come first: those on which endpoints disagreed before. */
  readonly first: ReadonlySet<string>;
  /** Counts the audits, so that each goes on where the last one ended. */
  readonly round: bigint;
  readonly size: number;
}

/** The accounts of one audit: after enough of them each account has had its turn. */
export function chooseSample({ accounts, first, round, size }: SampleOptions): SampledAccount[] {
  const preferred = accounts.filter(({ address }) => first.has(address)).slice(0, Math.floor(size / 2));
  const rest = accounts.filter((account) => !preferred.includes(account));
  const wanted = Math.min(size - preferred.length, rest.length);
  if (wanted === 0) return preferred;
  const start = Number((round * BigInt(wanted)) % BigInt(rest.length));
  const turned = [...rest.slice(start), ...rest.slice(0, start)];
  return [...preferred, ...turned.slice(0, wanted)];
}
