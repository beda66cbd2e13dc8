import type { AuditSeverity, RefusedAccount } from '@tidemark/schema';
import { counted, type Finding, kindNoun, NAMED_ACCOUNTS, ofKind, severityOfShare } from '../finding.ts';

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
