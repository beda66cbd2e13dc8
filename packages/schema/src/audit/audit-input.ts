import type {
  AuditAccountKind,
  AuditCheckCount,
  AuditEndpoint,
  AuditSeverity,
  AuditSubjectKind,
  JsonObject,
} from '../tables/index.ts';

/** Something that an audit found, as it is stored. `message` never names the subject: one that is an endpoint is not shown. */
export interface AuditFindingInput {
  readonly checkName: string;
  readonly subjectKind: AuditSubjectKind;
  /** An address, the name of an account kind or of the protocol, or the label of an endpoint. */
  readonly subject: string;
  readonly severity: AuditSeverity;
  readonly message: string;
  readonly detail: JsonObject;
}

/** What an audit has looked at: an open finding within it that was not found again no longer holds. */
export interface AuditedScope {
  readonly checkName: string;
  readonly subjectKind: AuditSubjectKind;
  /** Null: all of the kind. */
  readonly subjects: readonly string[] | null;
}

/** An audit that came to its end. */
export interface CompletedAudit {
  readonly protocol: string;
  readonly durationMs: number;
  /** Rows of this commit and of those before it were checked. */
  readonly commitSeq: bigint;
  readonly checks: Readonly<Record<string, AuditCheckCount>>;
  readonly accountKinds: Readonly<Record<string, AuditAccountKind>>;
  /** By label. */
  readonly endpoints: Readonly<Record<string, AuditEndpoint>>;
  readonly findings: readonly AuditFindingInput[];
  readonly scopes: readonly AuditedScope[];
}

/** An audit that did not: it changes no finding. */
export interface FailedAudit {
  readonly protocol: string;
  readonly durationMs: number;
  readonly errorCode: string;
}
