import type { AuditCheckCount, AuditedAccount, AuditedScope, AuditFindingInput, AuditSeverity } from '@tidemark/schema';

/** What a check found; which check it was is added where checks are run. */
export type Finding = Omit<AuditFindingInput, 'checkName'>;

/** Something wrong with one reserve. */
export const ofReserve = (subject: string) => ({ subjectKind: 'reserve', subject }) as const;

/** Something wrong with all accounts of a kind. */
export const ofKind = (subject: string) => ({ subjectKind: 'account_kind', subject }) as const;

/** Something wrong with an RPC endpoint, named by its label. */
export const ofEndpoint = (subject: string) => ({ subjectKind: 'endpoint', subject }) as const;

/**
 * Findings about accounts of markets that are not listed are for information: anybody can make a market of absurd reserves, and would set the
 * verdict and wake somebody.
 */
export function ofListed(
  findings: readonly AuditFindingInput[],
  accounts: readonly Pick<AuditedAccount, 'address' | 'listed'>[],
): AuditFindingInput[] {
  const unlisted = new Set(accounts.flatMap(({ address, listed }) => (listed ? [] : [address])));
  return findings.map((finding) => (unlisted.has(finding.subject) ? { ...finding, severity: 'info' } : finding));
}

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

/** What the checks of one part of an audit come to. */
export interface CheckedPart {
  readonly findings: readonly AuditFindingInput[];
  readonly scopes: readonly AuditedScope[];
  readonly checks: Readonly<Record<string, AuditCheckCount>>;
}

export interface CheckResult {
  readonly checkName: string;
  /** Kinds of subjects that were checked; `account_kind` alone when left out. */
  readonly kinds?: readonly AuditedScope['subjectKind'][];
  /** The subjects that were checked; all of those kinds when left out. */
  readonly subjects?: readonly string[];
  readonly checked: number;
  readonly findings: readonly Finding[];
}

export function partOf(results: readonly CheckResult[]): CheckedPart {
  return {
    findings: results.flatMap(({ checkName, findings }) => findings.map((finding) => ({ ...finding, checkName }))),
    scopes: results.flatMap(({ checkName, kinds = ['account_kind'], subjects = null }) =>
      kinds.map((subjectKind) => ({ checkName, subjectKind, subjects })),
    ),
    checks: Object.fromEntries(
      results.map(({ checkName, checked, findings }) => [checkName, { checked, findings: findings.length }]),
    ),
  };
}
