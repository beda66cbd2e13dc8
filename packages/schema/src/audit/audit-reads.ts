import type { Queryable } from '../create-database.ts';
import { asText, firstSnapshots } from '../history/snapshot-places.ts';
import { readSnapshots, SNAPSHOT_COLUMNS, type StoredSnapshot } from '../history/neighbour-states.ts';
import { IS_NO_PAST_ORACLE } from '../queries/quarantine.ts';
import { toJson } from '../rows/encode-record.ts';
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

/** A bank of which a batch was committed. */
export interface SettledBank {
  readonly slot: bigint;
  readonly observedAt: Date;
}

/**
 * Slots of commits in a row sway: batches of one poll come from nodes that are not equally far. The highest of so many is
 * what the stored slots reached.
 */
const COMMITS = 1_000;

/**
 * The newest bank among the last batches that were committed at least `ageMs` ago, by the clock of the database: whatever is
 * polled should have got beyond it by now. Null where no commit is so old.
 */
export async function getSettledBank(
  sql: Queryable,
  { protocol, ageMs }: { readonly protocol: string; readonly ageMs: number },
): Promise<SettledBank | null> {
  const [row] = await sql<SettledBank[]>`
    SELECT slot, observed_at AS "observedAt" FROM (
      SELECT slot, observed_at, commit_seq FROM lend.batch_commits
      WHERE protocol = ${protocol} AND committed_at <= now() - make_interval(secs => ${ageMs / 1000}::float8)
      ORDER BY commit_seq DESC LIMIT ${COMMITS}
    ) AS settled
    ORDER BY slot DESC, commit_seq DESC LIMIT 1`;
  return row === undefined ? null : { ...row };
}

/** Names one row of `reserve_snapshots`. */
export interface SnapshotKey {
  readonly reserve: string;
  readonly observedAt: Date;
  readonly slot: bigint;
}

/** What a row next to another one holds of the debt's index. */
export interface IndexNeighbour {
  readonly slot: bigint;
  readonly borrowIndex: bigint;
}

/** A stored observation with what the observations around it say of the debt's index; null where there is none. */
export interface AuditSnapshot {
  readonly row: StoredSnapshot;
  readonly previous: IndexNeighbour | null;
  readonly next: IndexNeighbour | null;
}

type DriverRow = StoredSnapshot & {
  previousSlot?: bigint | null;
  previousRate?: string | null;
  nextSlot?: bigint | null;
  nextRate?: string | null;
};

/** Those of the named rows that are stored, in no order. */
export async function listAuditSnapshots(sql: Queryable, keys: readonly SnapshotKey[]): Promise<AuditSnapshot[]> {
  if (keys.length === 0) return [];
  const wanted = keys.map(({ reserve, observedAt, slot }) => ({ reserve, observed_at: observedAt, slot }));
  const rows = await sql<DriverRow[]>`
    SELECT ${sql.unsafe(SNAPSHOT_COLUMNS)}, p.slot AS "previousSlot", p.cumulative_borrow_rate_bsf AS "previousRate",
      n.slot AS "nextSlot", n.cumulative_borrow_rate_bsf AS "nextRate"
    FROM json_to_recordset(${toJson(wanted)}::text::json) AS k(reserve text, observed_at timestamptz, slot bigint)
    CROSS JOIN LATERAL (
      SELECT * FROM lend.all_snapshots AS s
      WHERE s.reserve = k.reserve AND s.observed_at = k.observed_at AND s.slot = k.slot OFFSET 0
    ) AS h
    LEFT JOIN LATERAL (
      SELECT * FROM (${sql.unsafe(neighbours('<', 'DESC'))}) AS e ORDER BY e.observed_at DESC, e.slot DESC LIMIT 1
    ) AS p ON true
    LEFT JOIN LATERAL (
      SELECT * FROM (${sql.unsafe(neighbours('>', 'ASC'))}) AS e ORDER BY e.observed_at, e.slot LIMIT 1
    ) AS n ON true`;
  return rows.map(({ previousSlot, previousRate, nextSlot, nextRate, ...row }) => ({
    row: readOne(row),
    previous: toNeighbour(previousSlot, previousRate),
    next: toNeighbour(nextSlot, nextRate),
  }));
}

const neighbours = (side: '<' | '>', direction: 'ASC' | 'DESC'): string =>
  firstSnapshots(asText, {
    columns: 'h.observed_at, h.slot, h.cumulative_borrow_rate_bsf',
    reserve: 'k.reserve',
    where: `h.observed_at ${side}= k.observed_at AND (h.observed_at, h.slot) ${side} (k.observed_at, k.slot)`,
    order: `h.observed_at ${direction}, h.slot ${direction}`,
    limit: '1',
  });

function readOne(row: StoredSnapshot): StoredSnapshot {
  readSnapshots([row]);
  return row;
}

function toNeighbour(slot: bigint | null | undefined, rate: string | null | undefined): IndexNeighbour | null {
  if (slot === null || slot === undefined || rate === null || rate === undefined) return null;
  return { slot, borrowIndex: BigInt(rate) };
}

/** An account that is to be kept up to date, and when it was. */
export interface AuditedAccount {
  readonly kind: 'reserve' | 'lending_market';
  readonly address: string;
  /** The address itself where it is a lending market. */
  readonly lendingMarket: string;
  /** Whether that market is listed. */
  readonly listed: boolean;
  /** Of the newest row; null where a reserve is registered and none was ever stored. */
  readonly slot: bigint | null;
  readonly observedAt: Date | null;
  readonly firstSeenSlot: bigint;
  readonly firstSeenAt: Date;
}

/** Every account that is not known to be gone, by kind and address (byte order). */
export async function listAuditedAccounts(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<AuditedAccount[]> {
  const rows = await sql<AuditedAccount[]>`
    SELECT 'reserve' AS kind, r.address, r.lending_market AS "lendingMarket",
      coalesce(k.listed, false) AS listed, l.slot, l.observed_at AS "observedAt",
      r.first_seen_slot AS "firstSeenSlot", r.first_seen_at AS "firstSeenAt"
    FROM lend.reserves AS r LEFT JOIN lend.reserve_latest AS l ON l.reserve = r.address
    LEFT JOIN lend.lending_markets AS k ON k.address = r.lending_market
    WHERE r.protocol = ${protocol} AND r.missing_since_slot IS NULL
    UNION ALL
    SELECT 'lending_market', m.address, m.address, m.listed, m.slot, m.observed_at, m.first_seen_slot, m.first_seen_at
    FROM lend.lending_markets AS m WHERE m.protocol = ${protocol} AND m.missing_since_slot IS NULL
    ORDER BY kind, address`;
  return rows.map((row) => ({ ...row }));
}

/** An account that is kept out of the data at the moment. */
export interface RefusedAccount {
  readonly kind: string;
  readonly address: string;
  /** Whether it concerns what is listed. */
  readonly listed: boolean;
  /** Of the newest refusal. */
  readonly reasonCode: string;
  readonly dataLength: number;
  /** Chain time at which the account was refused for this reason first, and last. */
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

export interface RefusedAccountsQuery {
  readonly protocol: string;
  /** Chain time of the oldest refusal that counts. */
  readonly since: Date;
  /** What protocols share and this one needs: mints of its reserves, and oracles that they name. */
  readonly shared: readonly string[];
}

/**
 * One row per account of the protocol, and of those that it shares with others, whose newest observation since `since` was refused and gave
 * no row, by kind and address.
 */
export async function listRefusedAccounts(
  sql: Queryable,
  { protocol, since, shared }: RefusedAccountsQuery,
): Promise<RefusedAccount[]> {
  const rows = await sql<RefusedAccount[]>`
    WITH newest AS (
      SELECT DISTINCT ON (q.account_kind, q.address) q.account_kind AS kind, q.address, q.reason_code AS "reasonCode",
        q.data_length AS "dataLength", q.last_seen_at AS "lastSeenAt", q.last_seen_slot,
        q.lending_market, q.listed
      FROM lend.quarantine AS q
      WHERE q.last_seen_at >= ${since}::timestamptz AND ${sql.unsafe(IS_NO_PAST_ORACLE)}
        AND (q.protocol = ${protocol} OR (q.protocol IS NULL AND q.address = ANY(${[...shared]}::text[])))
      ORDER BY q.account_kind, q.address, q.last_seen_slot DESC, q.id DESC
    )
    SELECT n.kind, n.address, n.kind IN ('oracle', 'token_mint') OR coalesce(k.listed, n.listed, false) AS listed, n."reasonCode", n."dataLength", n."lastSeenAt", (
        SELECT min(f.first_seen_at) FROM lend.quarantine AS f
        WHERE f.address = n.address AND f.reason_code = n."reasonCode"
      ) AS "firstSeenAt"
    FROM newest AS n
    LEFT JOIN lend.reserve_latest AS l ON l.reserve = n.address AND n.kind = 'reserve'
    LEFT JOIN lend.reserves AS r ON r.address = n.address AND n.kind = 'reserve'
    LEFT JOIN lend.lending_markets AS m ON m.address = n.address AND n.kind = 'lending_market'
    LEFT JOIN lend.token_mints AS t ON t.address = n.address AND n.kind = 'token_mint'
    LEFT JOIN lend.lending_markets AS k ON k.address = coalesce(r.lending_market, n.lending_market)
    WHERE n.last_seen_slot > coalesce(l.slot, m.slot, t.slot, -1)
      AND r.missing_since_slot IS NULL AND m.missing_since_slot IS NULL
    ORDER BY n.kind COLLATE "C", n.address`;
  return rows.map((row) => ({ ...row }));
}
