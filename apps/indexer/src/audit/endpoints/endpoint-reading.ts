import type { AccountBytes } from '@tidemark/core';

/** What one endpoint said when an audit asked it. */
export interface EndpointReading {
  /** Host and port; numbered where several endpoints share them. */
  readonly label: string;
  /** Null where it did not say. */
  readonly genesisHash: string | null;
  /** Null where it did not answer, or serves another chain. */
  readonly bank: ReadBank | null;
  /** Code of the failure that kept it from answering; null where nothing did. */
  readonly errorCode: string | null;
}

/** Accounts as of one bank. */
export interface ReadBank {
  /** Of the Clock sysvar that was read with the accounts. */
  readonly slot: bigint;
  /** By address; null where there is no such account. */
  readonly accounts: ReadonlyMap<string, AccountBytes | null>;
}

/** An account that audits ask every endpoint for. */
export interface SampledAccount {
  readonly kind: 'reserve' | 'lending_market';
  readonly address: string;
}
