import type { StateNumbers } from '@tidemark/core';
import type { Queryable } from '../create-database.ts';
import { stateNumbersOf } from '../generated/state-numbers.ts';
import { RESERVE_NAMES, type ReserveNames } from '../queries/reserve-names.ts';
import type { SnapshotReason } from '../tables/index.ts';
import { supplyApyTotal } from '../views/view-sources.ts';
import { listPriceCommits, type StreamPrice } from './list-price-commits.ts';

/** One stored observation of a reserve as a stream tells it. USD is null where the account holds no price. */
export interface StreamState extends StateNumbers, ReserveNames {
  /** Place among the snapshots of its batch, from 0: with the number of the commit it is the place in the stream. */
  readonly position: number;
  readonly protocol: string;
  /** Whether the lending market is listed. */
  readonly listed: boolean;
  readonly supplyApyTotalF: number;
  readonly slot: bigint;
  readonly observedAt: Date;
  readonly lastUpdateSlot: bigint;
  readonly reason: SnapshotReason;
  /** Hexadecimal. */
  readonly accountSha256: string;
}

/** What one committed batch added to the history, in the order of the commits. */
export interface StreamCommit {
  readonly commitSeq: bigint;
  readonly states: readonly StreamState[];
  /** A commit has states or prices, not both. */
  readonly prices: readonly StreamPrice[];
}

type DriverRow = Omit<StreamState, 'position'> & { readonly commitSeq: bigint; readonly position: bigint | null };

/**
 * The next batches of reserves and of prices after a number, at most `limit` of them, oldest first; those that stored nothing new are
 * there with nothing.
 * Numbers are taken in the order of the commits, so what was read once as complete up to a number stays complete.
 */
export async function listStreamCommits(
  sql: Queryable,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<StreamCommit[]> {
  // Numbers that are seen are complete up to the last of them, so that what follows may read them one after the other.
  const numbers = await sql<{ commitSeq: bigint }[]>`
    SELECT commit_seq AS "commitSeq" FROM (
      (SELECT commit_seq FROM lend.batch_commits WHERE commit_seq > ${after}::bigint ORDER BY commit_seq LIMIT ${limit}::int)
      UNION ALL
      (SELECT commit_seq FROM lend.price_commits WHERE commit_seq > ${after}::bigint ORDER BY commit_seq LIMIT ${limit}::int)
    ) AS c ORDER BY commit_seq LIMIT ${limit}::int`;
  const upTo = numbers.at(-1)?.commitSeq;
  if (upTo === undefined) return [];
  const [states, prices] = [await listStates(sql, { after, upTo }), await listPriceCommits(sql, { after, upTo })];
  return numbers.map(({ commitSeq }) => ({
    commitSeq,
    states: states.get(commitSeq) ?? [],
    prices: prices.get(commitSeq) ?? [],
  }));
}

async function listStates(
  sql: Queryable,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
): Promise<ReadonlyMap<bigint, readonly StreamState[]>> {
  const rows = await sql<DriverRow[]>`
    SELECT c.commit_seq AS "commitSeq", u.position, c.protocol, ${sql.unsafe(RESERVE_NAMES)}, s.slot,
      s.observed_at AS "observedAt", s.last_update_slot AS "lastUpdateSlot",
      ${sql.unsafe(stateNumbersOf('s'))}, ${sql.unsafe(supplyApyTotal('s'))} AS "supplyApyTotalF",
      coalesce(m.listed, false) AS listed, s.reason, encode(s.account_sha256, 'hex') AS "accountSha256"
    FROM (
      SELECT * FROM lend.batch_commits WHERE commit_seq > ${after}::bigint AND commit_seq <= ${upTo}::bigint
    ) AS c
    LEFT JOIN LATERAL unnest(c.snapshot_reserves) WITH ORDINALITY AS u(reserve, position) ON true
    LEFT JOIN LATERAL (
      SELECT * FROM lend.all_snapshots AS h
      WHERE h.reserve = u.reserve AND h.observed_at = c.observed_at AND h.slot = c.slot
      -- Keeps the condition within, where each part is found by its key.
      OFFSET 0
    ) AS s ON true
    LEFT JOIN lend.reserves AS r ON r.address = s.reserve
    LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market
    ORDER BY c.commit_seq, u.position`;
  const commits = new Map<bigint, StreamState[]>();
  for (const { commitSeq, position, ...state } of rows) {
    const states = commits.get(commitSeq) ?? [];
    commits.set(commitSeq, states);
    if (position !== null && state.reserve !== null) states.push({ ...state, position: Number(position) - 1 });
  }
  return commits;
}

/** Oldest and newest number that is stored; null when no batch was ever committed. */
export async function getStreamBounds(sql: Queryable): Promise<{ oldest: bigint; newest: bigint } | null> {
  const [row] = await sql<{ oldest: bigint | null; newest: bigint | null }[]>`
    SELECT coalesce(r.oldest, p.oldest) AS oldest, greatest(r.newest, p.newest) AS newest
    FROM (SELECT min(commit_seq) AS oldest, max(commit_seq) AS newest FROM lend.batch_commits) AS r,
      (SELECT min(commit_seq) AS oldest, max(commit_seq) AS newest FROM lend.price_commits) AS p`;
  if (row === undefined || row.oldest === null || row.newest === null) return null;
  return { oldest: row.oldest, newest: row.newest };
}
