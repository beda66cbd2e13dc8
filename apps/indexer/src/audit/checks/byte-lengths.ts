import type { Protocol } from '@tidemark/protocols';
import { counted, type Finding, kindNoun, NAMED_ACCOUNTS, ofKind, severityOfShare } from '../finding.ts';

/** Length that every account of a kind has had: the decoder reads no other, so each stored row was made of so many bytes. */
export type UsualLengths = Readonly<Record<string, number>>;

export function usualLengths({ accounts: { reserve, market } }: Pick<Protocol, 'accounts'>): UsualLengths {
  return { reserve: reserve.size, ...(market === null ? {} : { lending_market: market.size }) };
}

export interface MeasuredAccount {
  readonly kind: string;
  readonly address: string;
  readonly dataLength: number;
}

/** Accounts whose data are longer or shorter than those of their kind have been. */
export function findByteLengths(usualBytes: UsualLengths, accounts: readonly MeasuredAccount[]): Finding[] {
  return Object.entries(usualBytes).flatMap(([kind, usual]): Finding[] => {
    const ofThis = accounts.filter((account) => account.kind === kind);
    const other = ofThis.filter(({ dataLength }) => dataLength !== usual);
    if (other.length === 0) return [];
    return [
      {
        ...ofKind(kind),
        severity: severityOfShare(other.length, ofThis.length),
        message: `${counted(other.length, kindNoun(kind))} of ${ofThis.length} not of ${usual} bytes`,
        detail: {
          usualBytes: usual,
          accountsByBytes: countLengths(other),
          addresses: other.map(({ address }) => address).slice(0, NAMED_ACCOUNTS),
        },
      },
    ];
  });
}

/** Accounts by the length of their data. */
export function countLengths(accounts: readonly Pick<MeasuredAccount, 'dataLength'>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { dataLength } of accounts) counts[dataLength] = (counts[dataLength] ?? 0) + 1;
  return counts;
}
