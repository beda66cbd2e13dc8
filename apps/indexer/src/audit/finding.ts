import type { AuditFindingInput, AuditSeverity } from '@tidemark/schema';

/** What a check found; which check it was is added where checks are run. */
export type Finding = Omit<AuditFindingInput, 'checkName'>;

/** Something wrong with one reserve. */
export const ofReserve = (subject: string) => ({ subjectKind: 'reserve', subject }) as const;

/** Something wrong with all accounts of a kind. */
export const ofKind = (subject: string) => ({ subjectKind: 'account_kind', subject }) as const;

/** Something wrong with an RPC endpoint, named by its label. */
export const ofEndpoint = (subject: string) => ({ subjectKind: 'endpoint', subject }) as const;

/** Addresses that a finding names one by one; the others are only counted. */
export const NAMED_ACCOUNTS = 20;

/** Share of the accounts of a kind from which on the kind is taken to be wrong, and not single accounts. */
const MANY = 0.1;
/** In a small market a single account is a tenth of all. */
const AT_LEAST = 3;

/** Critical where so many accounts of a kind are concerned that they have a common cause. */
export function severityOfShare(concerned: number, all: number): AuditSeverity {
  return concerned >= AT_LEAST && concerned >= all * MANY ? 'critical' : 'warning';
}

/** `1 reserve`, `2 reserves`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `lending market` for `lending_market`. */
export function kindNoun(kind: string): string {
  return kind.replaceAll('_', ' ');
}
