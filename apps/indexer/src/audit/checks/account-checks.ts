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
  /** All accounts of listed markets by kind, the refused ones included; of oracles and mints those that their reserves need. */
  readonly accounts: Readonly<Record<string, number>>;
  /** Accounts refused since then (chain time) were not refused before. */
  readonly newSince: Date;
}

/** Kinds of which many refused ones mean that the program was changed. Oracles and mints are of many makers: each is a matter of its own. */
const KINDS_OF_PROGRAM: readonly string[] = ['reserve', 'lending_market'];

/**
 * Accounts that cannot become rows, by kind and reason: a few may be known, more than before is news. Those of markets that are not listed are
 * counted apart, and change nothing.
 */
export function findDecodeFailures({ refused, accounts, newSince }: DecodeFailuresInput): Finding[] {
  const kinds = [...new Set(refused.map(({ kind }) => kind))].toSorted();
  const isNew = ({ firstSeenAt }: RefusedAccount): boolean => firstSeenAt >= newSince;
  return kinds.map((kind) => {
    const ofThis = refused.filter((account) => account.kind === kind);
    const listed = ofThis.filter((account) => account.listed);
    const added = listed.filter(isNew);
    const all = accounts[kind] ?? 0;
    return {
      ...ofKind(kind),
      severity: severityOfRefusals(kind, { refused: listed.length, added: added.length, all }),
      message: [
        ...(listed.length === 0
          ? []
          : [`${describeRefused(listed, all)}, ${added.length === 0 ? 'none' : added.length} of them newly`]),
        ...(ofThis.length === listed.length ? [] : [describeUnlisted(ofThis.filter((account) => !account.listed))]),
      ].join('; '),
      detail: {
        all,
        unlisted: ofThis.length - listed.length,
        reasons: Object.fromEntries(
          reasonsOf(listed).map((reason) => {
            const because = listed.filter(({ reasonCode }) => reasonCode === reason);
            return [reason, { accounts: because.length, new: because.filter(isNew).length }];
          }),
        ),
        addresses: [...added, ...listed.filter((account) => !isNew(account))]
          .map(({ address }) => address)
          .slice(0, NAMED_ACCOUNTS),
      },
    };
  });
}

function severityOfRefusals(
  kind: string,
  { refused, added, all }: { readonly refused: number; readonly added: number; readonly all: number },
): AuditSeverity {
  if (added === 0) return 'info';
  return KINDS_OF_PROGRAM.includes(kind) ? severityOfShare(refused, all) : 'warning';
}

function describeRefused(refused: readonly RefusedAccount[], all: number): string {
  const kind = refused[0]?.kind ?? '';
  return `${refused.length} of ${counted(all, kindNoun(kind))} refused (${reasonsOf(refused).join(', ')})`;
}

function describeUnlisted(refused: readonly RefusedAccount[]): string {
  return `${refused.length} of markets that are not listed refused (${reasonsOf(refused).join(', ')})`;
}

function reasonsOf(refused: readonly RefusedAccount[]): string[] {
  return [...new Set(refused.map(({ reasonCode }) => reasonCode))].toSorted();
}
