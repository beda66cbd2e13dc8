import { decodeMint, type Mint } from '@tidemark/core';
import type { FoundAccounts } from '@tidemark/protocols';
import {
  type QuarantineInput,
  type Sql,
  type TokenMintRow,
  upsertQuarantine,
  upsertTokenMints,
} from '@tidemark/schema';
import type { RpcClient } from '../rpc/index.ts';
import { chunk, fetchBatch, MAX_BATCH_SIZE } from './fetch-batch.ts';
import { toQuarantineEntry } from './quarantine.ts';

export interface StoredMints {
  /** How many mints are there and could be decoded. */
  readonly stored: number;
  readonly quarantined: readonly QuarantineInput[];
}

/**
 * Reads mints, each call with the Clock sysvar, and stores them as of their bank. A mint that is not there keeps what was
 * stored of it, one that cannot be decoded is quarantined. `sightingId` names this look, so that looking twice counts once.
 */
export async function storeMints(
  deps: { readonly rpc: RpcClient; readonly sql: Sql },
  addresses: readonly string[],
  sightingId: string,
): Promise<StoredMints> {
  const quarantined: QuarantineInput[] = [];
  let stored = 0;
  for (const piece of chunk(addresses, MAX_BATCH_SIZE)) {
    const { bank, accounts } = await fetchBatch(deps.rpc, piece, { requestId: sightingId });
    const seen = { slot: bank.slot, observedAt: new Date(Number(bank.unixTimestamp) * 1000) };
    const sorted = sortMints(accounts);
    await upsertTokenMints(
      deps.sql,
      sorted.mints.map((mint) => ({ ...toTokenMintColumns(mint), ...seen })),
    );
    await upsertQuarantine(deps.sql, { ...seen, batchId: sightingId }, sorted.quarantined);
    stored += sorted.mints.length;
    quarantined.push(...sorted.quarantined);
  }
  return { stored, quarantined };
}

function sortMints(accounts: FoundAccounts) {
  const mints: Mint[] = [];
  const quarantined: QuarantineInput[] = [];
  for (const account of accounts.values()) {
    if (account === null) continue;
    try {
      mints.push(decodeMint(account));
    } catch (error) {
      quarantined.push(toQuarantineEntry(account, 'token_mint', error));
    }
  }
  return { mints, quarantined };
}

function toTokenMintColumns({ address, scaledUiAmount }: Mint): Omit<TokenMintRow, 'slot' | 'observedAt'> {
  return {
    address,
    multiplierF: scaledUiAmount?.multiplier ?? null,
    newMultiplierF: scaledUiAmount?.newMultiplier ?? null,
    newMultiplierEffectiveSeconds: scaledUiAmount?.newMultiplierEffectiveAt ?? null,
  };
}
