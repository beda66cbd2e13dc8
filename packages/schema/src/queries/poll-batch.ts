import type { AccountConfigChange } from '../config-changes/write-config-changes.ts';
import type { PollBatchKind, ReserveInput, ReserveState } from '../tables/index.ts';

/** An account that could not become a row. */
export interface QuarantineInput {
  readonly address: string;
  /** `reserve`, `lending_market`, `clock`, … */
  readonly accountKind: string;
  readonly reasonCode: string;
  readonly expected: string | null;
  readonly actual: string | null;
  /** SHA-256 of the whole account data. */
  readonly dataSha256: Uint8Array;
  /** Length of the whole account data in bytes. */
  readonly dataLength: number;
  /** The data; only the first 16 KiB are kept. */
  readonly data: Uint8Array;
}

/** What every poll batch row says, whether the batch was committed or failed. */
export interface PollBatchFacts {
  /** Deterministic: the same work has the same id, and is written once. */
  readonly id: string;
  readonly protocol: string;
  /** Default `poll`. A `follow` vouches for no time: it comes when an account changed, and not in between. */
  readonly kind?: PollBatchKind;
  /** How long after this look the next one may come before the time between counts as not observed. Default 30,000. */
  readonly gapAfterMs?: number;
  readonly batchIndex: number;
  readonly commitment: string;
  /** Addresses asked for, in any order. */
  readonly requested: readonly string[];
  readonly startedAt: Date;
  /** Time spent before the write. */
  readonly durationMs: number;
  /** Host name of the endpoint only: a path or a query may hold a key. */
  readonly rpcEndpoint: string | null;
}

/** Everything one poll batch found, all of it at one bank. */
export interface PollBatch extends PollBatchFacts {
  readonly slot: bigint;
  /** The bank's clock. */
  readonly observedAt: Date;
  /** A snapshot is kept when the last one is at least this old, by `observedAt`. */
  readonly heartbeatMs: number;
  /** One per decoded reserve; `slot` and `observedAt` must be the batch's. */
  readonly states: readonly ReserveState[];
  /** Identity and configuration, for the reserves whose configuration hash is not the stored one. May hold all. */
  readonly reserves: readonly ReserveInput[];
  /** Addresses whose account was not there. */
  readonly missing: readonly string[];
  readonly quarantined: readonly QuarantineInput[];
  /** W3C trace context of the work that writes the batch. Left out where it is not traced. */
  readonly traceparent?: string | null;
}

/** What writing a batch did. `alreadyWritten`: nothing, because this id was committed before; the counts are of then. */
export interface PollBatchResult {
  readonly alreadyWritten: boolean;
  readonly snapshotsWritten: number;
  readonly latestWritten: number;
  /** Rows whose account is the one of the last snapshot, so that no snapshot was kept. */
  readonly unchanged: number;
  readonly missing: number;
  readonly quarantined: number;
  /** Rows older than the stored latest row, which they did not touch. */
  readonly olderThanLatest: number;
  /** Parameters of reserves that this write found changed, and logged; none where it was written before. */
  readonly configChanges: readonly AccountConfigChange[];
  /** Place of the batch in the order of the commits; null when that has been purged. */
  readonly commitSeq: bigint | null;
}

/** Payload of the `lend_latest` notification. */
export interface LatestNotification {
  readonly slot: number;
  /** ISO-8601 UTC. */
  readonly observedAt: string;
  readonly batchId: string;
  /** Place of the batch in the order of the commits; see `listCommitsAfter`. */
  readonly commitSeq: number;
}

/** Channel on which a committed batch is announced. */
export const LATEST_CHANNEL = 'lend_latest';
