import { LENDING_MARKET_ACCOUNT_SIZE, RESERVE_ACCOUNT_SIZE } from '@tidemark/protocols/kamino';
import { counted, type Finding, kindNoun, NAMED_ACCOUNTS, ofKind, severityOfShare } from '../finding.ts';

/** Length that every account of a kind has had: the decoder reads no other, so each stored row was made of so many bytes. */
export const USUAL_LENGTH: Readonly<Record<string, number>> = {
  reserve: RESERVE_ACCOUNT_SIZE,
  lending_market: LENDING_MARKET_ACCOUNT_SIZE,
};

export interface MeasuredAccount {
  readonly kind: string;
  readonly address: string;
  readonly dataLength: number;
}

/** Accounts whose data are longer or shorter than those of their kind have been. */
export function findByteLengths(accounts: readonly MeasuredAccount[]): Finding[] {
  return Object.entries(USUAL_LENGTH).flatMap(([kind, usual]): Finding[] => {
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
