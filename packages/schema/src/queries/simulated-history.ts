import {
  type AccountConfigChange,
  listConfigDifferences,
  writeConfigChanges,
} from '../config-changes/write-config-changes.ts';
import type { Queryable, Sql } from '../create-database.ts';
import { toJson } from '../rows/encode-record.ts';
import type { ChainRow, JsonObject, SimulatedHistoryRow } from '../tables/index.ts';

/** The past of the simulated chain, and how much of it is stored; null where none was asked for. */
export async function getSimulatedHistory(sql: Queryable): Promise<SimulatedHistoryRow | null> {
  const [row] = await sql<SimulatedHistoryRow[]>`
    SELECT from_at AS "fromAt", to_at AS "toAt", filled_from AS "filledFrom", started_at AS "startedAt",
      completed_at AS "completedAt", updated_at AS "updatedAt"
    FROM lend.simulated_history`;
  return row === undefined ? null : { ...row };
}

/** Asks for a past that begins at a time. One that begins earlier is kept; a later one is gone on with. */
export async function requestSimulatedHistory(
  sql: Queryable,
  { fromAt, toAt }: Pick<SimulatedHistoryRow, 'fromAt' | 'toAt'>,
): Promise<void> {
  await sql`
    INSERT INTO lend.simulated_history AS h (from_at, to_at, filled_from) VALUES (${fromAt}, ${toAt}, ${toAt})
    ON CONFLICT (only_row) DO UPDATE SET from_at = excluded.from_at, completed_at = NULL, updated_at = now()
    WHERE excluded.from_at < h.from_at`;
}

/** Says that everything from a time on is stored. Never goes back. */
export async function setSimulatedHistoryFilled(sql: Queryable, filledFrom: Date): Promise<void> {
  await sql`
    UPDATE lend.simulated_history SET filled_from = greatest(from_at, ${filledFrom}::timestamptz), updated_at = now()
    WHERE filled_from > ${filledFrom}::timestamptz`;
}

/** Says that all of it is stored and rolled up. */
export async function completeSimulatedHistory(sql: Queryable): Promise<void> {
  await sql`
    UPDATE lend.simulated_history SET completed_at = now(), updated_at = now()
    WHERE completed_at IS NULL AND filled_from = from_at`;
}

/** The chain's name, and whether it is simulated; null where none is registered. */
export async function getChainLabel(sql: Queryable): Promise<Pick<ChainRow, 'clusterLabel' | 'isSimulated'> | null> {
  const [row] = await sql<Pick<ChainRow, 'clusterLabel' | 'isSimulated'>[]>`
    SELECT cluster_label AS "clusterLabel", is_simulated AS "isSimulated" FROM lend.chain`;
  return row === undefined ? null : { ...row };
}

/** Says that the chain is simulated, which is proved by its genesis hash. */
export async function markChainSimulated(sql: Queryable, genesisHash: string): Promise<void> {
  await sql`UPDATE lend.chain SET is_simulated = true WHERE genesis_hash = ${genesisHash} AND NOT is_simulated`;
}

/** Whether an attempt at a batch is recorded. */
export async function isAttemptRecorded(
  sql: Queryable,
  { protocol, batchId }: { readonly protocol: string; readonly batchId: string },
): Promise<boolean> {
  const rows = await sql`
    SELECT FROM lend.failed_attempts WHERE protocol = ${protocol} AND batch_id = ${batchId} LIMIT 1`;
  return rows.length > 0;
}

interface Bank {
  readonly slot: bigint;
  readonly observedAt: Date;
}

/** A configuration that an account had before it was read first. */
export interface EarlierConfiguration {
  readonly account: string;
  readonly config: JsonObject;
  /** The first bank that had it, and the last one that did not; null: none is known. */
  readonly seen: Bank;
  readonly before: Bank | null;
}

interface OldestRow extends Bank {
  readonly lendingMarket: string;
  readonly protocol: string;
  readonly config: JsonObject;
}

/**
 * Stores what an account was configured like before it was read first (the oldest first), with the changes from one to the next and to
 * what was read first. `last` is the newest bank of that past. Does nothing the second time.
 */
export async function addEarlierConfigurations(
  sql: Sql,
  configurations: readonly EarlierConfiguration[],
  last: Bank,
): Promise<readonly AccountConfigChange[]> {
  const [first] = configurations;
  if (first === undefined) return [];
  return sql.begin('isolation level read committed', async (tx) => {
    await tx`SELECT FROM lend.reserves WHERE address = ${first.account} FOR NO KEY UPDATE`;
    const [oldest] = await tx<OldestRow[]>`
      SELECT lending_market AS "lendingMarket", protocol, from_slot AS slot, observed_at AS "observedAt", config
      FROM lend.configurations WHERE account = ${first.account} ORDER BY from_slot LIMIT 1`;
    if (oldest === undefined) return [];
    const earlier = configurations.filter(({ seen }) => seen.slot < oldest.slot);
    // What the account says beside its configuration stays: the story of a past changes parameters alone.
    const identity = oldest.config['identity'] ?? null;
    const complete = earlier.map((entry) => ({ ...entry, config: asStored({ identity, ...entry.config }) }));
    const all = [...complete, { account: first.account, config: oldest.config, seen: oldest, before: last }];
    const changes = all.slice(1).flatMap((entry, place) => listChanges(oldest, all[place]?.config ?? {}, entry));
    await writeConfigChanges(tx, changes, null);
    await tx`SELECT lend.add_earlier_configurations(${toJson(
      complete.map(({ account, config, seen }) => ({
        account,
        config,
        from_slot: seen.slot,
        observed_at: seen.observedAt,
      })),
    )}::text::jsonb)`;
    return changes;
  });
}

function listChanges(
  { lendingMarket, protocol }: OldestRow,
  before: JsonObject,
  { account, config, seen, before: previous }: EarlierConfiguration,
): AccountConfigChange[] {
  const { slot, observedAt } = seen;
  const { slot: previousSlot, observedAt: previousObservedAt } = previous ?? seen;
  const bank = { slot, observedAt, previousSlot, previousObservedAt };
  return listConfigDifferences({
    ...bank,
    account,
    accountKind: 'reserve',
    lendingMarket,
    protocol,
    before,
    after: config,
  });
}

function asStored(config: JsonObject): JsonObject {
  return JSON.parse(toJson(config));
}
