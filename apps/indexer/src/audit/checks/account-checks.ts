import type { Protocol } from '@tidemark/protocols';
import type { AuditSeverity, RefusedAccount } from '@tidemark/schema';
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

export interface DecodeFailuresInput {
  /** Accounts that are refused at the moment. */
  readonly refused: readonly RefusedAccount[];
  /** All accounts by kind, the refused ones that were stored before included. */
  readonly accounts: Readonly<Record<string, number>>;
  /** Accounts refused since then (chain time) were not refused before. */
  readonly newSince: Date;
}

/** Accounts that cannot become rows, by kind and reason: a few may be known, more than before is news. */
export function findDecodeFailures({ refused, accounts, newSince }: DecodeFailuresInput): Finding[] {
  const kinds = [...new Set(refused.map(({ kind }) => kind))].toSorted();
  return kinds.map((kind) => {
    const ofThis = refused.filter((account) => account.kind === kind);
    const isNew = ({ firstSeenAt }: RefusedAccount): boolean => firstSeenAt >= newSince;
    const added = ofThis.filter(isNew);
    const severity: AuditSeverity =
      added.length === 0 ? 'info' : severityOfShare(ofThis.length, accounts[kind] ?? ofThis.length);
    const reasons = [...new Set(ofThis.map(({ reasonCode }) => reasonCode))].toSorted();
    const growth = added.length === 0 ? 'none of them newly' : `${added.length} of them newly`;
    return {
      ...ofKind(kind),
      severity,
      message: `${counted(ofThis.length, kindNoun(kind))} refused (${reasons.join(', ')}), ${growth}`,
      detail: {
        reasons: Object.fromEntries(
          reasons.map((reason) => {
            const because = ofThis.filter(({ reasonCode }) => reasonCode === reason);
            return [reason, { accounts: because.length, new: because.filter(isNew).length }];
          }),
        ),
        addresses: [...added, ...ofThis.filter((account) => !isNew(account))]
          .map(({ address }) => address)
          .slice(0, NAMED_ACCOUNTS),
      },
    };
  });
}
