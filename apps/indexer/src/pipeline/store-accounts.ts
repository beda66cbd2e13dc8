import { type AccountBytes, decodeMint, type Moment } from '@tidemark/core';
import {
  type AccountConfigChange,
  type LendingMarketInput,
  markMissing,
  type QuarantineInput,
  type Sql,
  toLendingMarketRow,
  type TokenMintRow,
  upsertLendingMarkets,
  upsertQuarantine,
  upsertTokenMints,
} from '@tidemark/schema';
import type { Rpc } from '../rpc/index.ts';
import type { BankClock } from './bank-clock.ts';
import { momentOf, observedAtOf } from './bank.ts';
import { fetchBatch, inPieces } from './fetch-batch.ts';
import { lendingMarketSubject, type Listing, readEach, sha256, TOKEN_MINT } from './quarantine.ts';

export interface StoreAccountsDeps {
  readonly rpc: Rpc;
  readonly sql: Sql;
  readonly bankClock: Pick<BankClock, 'begin'>;
}

/** What was stored of accounts that were read whole. */
export interface StoredAccounts<Row> {
  /** Of the accounts that exist and could be decoded. */
  readonly rows: readonly Row[];
  /** Addresses without an account. */
  readonly missing: readonly string[];
  readonly quarantined: readonly QuarantineInput[];
  /** Parameters that changed since the read before. */
  readonly configChanges: readonly AccountConfigChange[];
}

export interface StoreMarketsDeps extends StoreAccountsDeps, Listing {}

/** Stores lending markets; those without an account are marked missing. */
export function storeMarkets(
  { protocol, isListed, ...deps }: StoreMarketsDeps,
  addresses: readonly string[],
  sightingId: string,
): Promise<StoredAccounts<LendingMarketInput>> {
  return storeAccounts(deps, addresses, sightingId, {
    subjectOf: (account) => lendingMarketSubject({ protocol, isListed }, account),
    toRow(account, moment) {
      const market = protocol.decodeMarket(account);
      const record = { ...protocol.market(market), listed: isListed(account.address) };
      const config = protocol.marketConfig(market);
      return toLendingMarketRow(protocol, record, config, sha256(account.data), moment);
    },
    async write(rows, missing, seen) {
      const { configChanges } = await upsertLendingMarkets(deps.sql, rows);
      await markMissing(deps.sql, { ...seen, kind: 'lending_markets', addresses: missing });
      return configChanges;
    },
  });
}

/** Stores mints. What is stored of a mint that no longer exists stays as it is. */
export function storeMints(
  deps: StoreAccountsDeps,
  addresses: readonly string[],
  sightingId: string,
): Promise<StoredAccounts<Omit<TokenMintRow, 'slot' | 'observedAt'>>> {
  return storeAccounts(deps, addresses, sightingId, {
    subjectOf: () => TOKEN_MINT,
    toRow(account) {
      const { address, scaledUiAmount, symbol } = decodeMint(account);
      return {
        address,
        symbol,
        multiplierF: scaledUiAmount?.multiplier ?? null,
        newMultiplierF: scaledUiAmount?.newMultiplier ?? null,
        newMultiplierEffectiveSeconds: scaledUiAmount?.newMultiplierEffectiveAt ?? null,
      };
    },
    async write(rows, _missing, seen) {
      await upsertTokenMints(
        deps.sql,
        rows.map((row) => ({ ...row, ...seen })),
      );
      return [];
    },
  });
}

/** One bank, as rows name it. */
interface Seen {
  readonly slot: bigint;
  readonly observedAt: Date;
}

interface StoredKind<Row> {
  readonly subjectOf: Parameters<typeof readEach>[2];
  readonly toRow: (account: AccountBytes, moment: Moment) => Row;
  readonly write: (
    rows: readonly Row[],
    missing: readonly string[],
    seen: Seen,
  ) => Promise<readonly AccountConfigChange[]>;
}

/**
 * Reads accounts whole, each call with the Clock sysvar, and stores them as of their bank; those that cannot be decoded are
 * quarantined. `sightingId` names the read, so that a read that is repeated counts once.
 */
async function storeAccounts<Row>(
  { rpc, sql, bankClock }: StoreAccountsDeps,
  addresses: readonly string[],
  sightingId: string,
  { subjectOf, toRow, write }: StoredKind<Row>,
): Promise<StoredAccounts<Row>> {
  const pieces = await inPieces(rpc, addresses, async (piece): Promise<StoredAccounts<Row>> => {
    const { bank, accounts } = await fetchBatch(rpc, piece, { requestId: sightingId, bankClock });
    const read = readEach(piece, accounts, subjectOf, (account) => toRow(account, momentOf(bank)));
    const seen = { slot: bank.slot, observedAt: observedAtOf(bank) };
    const configChanges = await write(read.rows, read.missing, seen);
    await upsertQuarantine(sql, { ...seen, batchId: sightingId }, read.quarantined);
    return { ...read, configChanges };
  });
  return {
    rows: pieces.flatMap(({ rows }) => rows),
    missing: pieces.flatMap(({ missing }) => missing),
    quarantined: pieces.flatMap(({ quarantined }) => quarantined),
    configChanges: pieces.flatMap(({ configChanges }) => configChanges),
  };
}
