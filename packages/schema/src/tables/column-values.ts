/** Values of columns that have a type of their own in code. The words of a column stand in its check, in sql/tables. */
export type { BucketQuality, StateProof } from '@tidemark/model';

/** JSON object as it is stored: integers wider than 53 bits are decimal strings. */
export type JsonObject = { readonly [key: string]: JsonValue };
export type JsonScalar = string | number | boolean | null;
export type JsonValue = JsonScalar | readonly JsonValue[] | JsonObject;

/** Why a snapshot was kept, judged against the snapshot before it. */
export type SnapshotReason = 'first' | 'changed' | 'heartbeat';
/** Where the slot duration used for annualising came from. */
export type SlotDurationSource = 'performance_samples' | 'clock_pairs' | 'configured';

/** How much one check looked at. */
export type AuditCheckCount = {
  /** Rows, accounts or endpoints that were looked at. */
  readonly checked: number;
  readonly findings: number;
};

/** What the newest data of one account kind look like. */
export type AuditAccountKind = {
  /** Accounts that are stored and not known to be gone. */
  readonly accounts: number;
  /** Null where none is stored. */
  readonly newestSlot: number | null;
  /** Unix seconds of that slot; null where none is stored. */
  readonly newestTimestamp: number | null;
  /** Accounts by length of their data in bytes, of those that were read or refused. */
  readonly byteLengths: { readonly [bytes: string]: number };
  /** Share of the newest rows in which a number is null, 0 to 1, by column; null where there is no row. */
  readonly nullRates: { readonly [column: string]: number | null };
};

/** What one RPC endpoint answered. */
export type AuditEndpoint = {
  /** Null where it did not answer. */
  readonly slot: number | null;
  /** Behind the endpoint that is furthest; null where it did not answer. */
  readonly lagSlots: number | null;
  /** Accounts that must be the same at the endpoint it was compared with. */
  readonly comparedAccounts: number;
  /** Those of them that are not. */
  readonly differingAccounts: number;
  /** Code of its failure; null where it answered. */
  readonly errorCode: string | null;
};

/** By the name of the check. */
export type AuditChecks = { readonly [checkName: string]: AuditCheckCount };
/** By the kind of account. */
export type AuditAccountKinds = { readonly [kind: string]: AuditAccountKind };
/** By the label of the endpoint: host and port. */
export type AuditEndpoints = { readonly [label: string]: AuditEndpoint };
