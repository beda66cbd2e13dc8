import {
  type AccountConfigChange,
  lendingMarketParameters,
  type LendingMarketParameters,
  listConfigDifferences,
  writeConfigChanges,
} from '../config-changes/write-config-changes.ts';
import type { Queryable, Sql } from '../create-database.ts';
import { columnList, listColumnSpecs, recordsetColumns } from '../rows/column-specs.ts';
import { encodeRecord, findRowProblem, type RowProblem, toJson } from '../rows/encode-record.ts';
import { type LendingMarketInput, lendingMarkets } from '../tables/index.ts';
import { retryConflicts } from './retry-conflicts.ts';
import type { UpsertResult } from './upsert-reserves.ts';

const SPECS = listColumnSpecs(lendingMarkets, ['firstSeenSlot', 'firstSeenAt', 'missingSinceSlot', 'missingSinceAt']);

const INSERT_NEW_SQL = `
INSERT INTO lend.lending_markets (${columnList(SPECS)}, first_seen_slot, first_seen_at)
SELECT ${columnList(SPECS)}, slot, observed_at
FROM json_to_recordset($1::text::json) AS i(${recordsetColumns(SPECS)})
ORDER BY address COLLATE "C"
ON CONFLICT (address) DO NOTHING
RETURNING address`;

const SET_ALL = SPECS.filter((spec) => spec.name !== 'address')
  .map((spec) => `${spec.name} = CASE WHEN i.slot > m.slot THEN i.${spec.name} ELSE m.${spec.name} END`)
  .join(', ');

const UPDATE_KNOWN_SQL = `
UPDATE lend.lending_markets AS m SET ${SET_ALL},
  first_seen_slot = least(m.first_seen_slot, i.slot),
  first_seen_at = least(m.first_seen_at, i.observed_at),
  missing_since_slot = CASE WHEN i.slot >= m.missing_since_slot THEN NULL ELSE m.missing_since_slot END,
  missing_since_at = CASE WHEN i.slot >= m.missing_since_slot THEN NULL ELSE m.missing_since_at END
FROM json_to_recordset($1::text::json) AS i(${recordsetColumns(SPECS)})
WHERE m.address = i.address`;

/** First value of the row that cannot be stored, null when there is none; `upsertLendingMarkets` refuses all rows for it. */
export function findLendingMarketProblem(row: LendingMarketInput): RowProblem | null {
  return findRowProblem(SPECS, row);
}

interface LastKnownMarket extends LendingMarketParameters {
  readonly address: string;
  readonly slot: bigint;
  readonly observedAt: Date;
}

/**
 * Stores lending markets as seen at one slot, and logs the parameters that changed; only a newer slot replaces anything.
 * Being seen clears a missing mark. Throws `INVALID_ROW`, `WRITE_CONFLICT`.
 */
export async function upsertLendingMarkets(sql: Sql, rows: readonly LendingMarketInput[]): Promise<UpsertResult> {
  if (rows.length === 0) return { inserted: [], configChanges: [] };
  const records = toJson(rows.map((row) => encodeRecord(SPECS, row, row.address)));
  return retryConflicts(() =>
    sql.begin('isolation level read committed', async (tx) => {
      const added = await tx.unsafe<{ address: string }[]>(INSERT_NEW_SQL, [records], { prepare: true });
      const inserted = new Set(added.map(({ address }) => address));
      const known = rows.filter(({ address }) => !inserted.has(address));
      const configChanges = known.length === 0 ? [] : await writeKnown(tx, known);
      return { inserted: [...inserted].toSorted(), configChanges };
    }),
  );
}

async function writeKnown(tx: Queryable, rows: readonly LendingMarketInput[]): Promise<AccountConfigChange[]> {
  const stored = await tx<LastKnownMarket[]>`
    SELECT address, name, quote_currency AS "quoteCurrency", config, slot, observed_at AS "observedAt"
    FROM lend.lending_markets WHERE address = ANY(${rows.map(({ address }) => address)}::text[])
    ORDER BY address FOR NO KEY UPDATE`;
  const lastByAddress = new Map(stored.map((row) => [row.address, row]));
  const changes = rows.flatMap((row) => {
    const last = lastByAddress.get(row.address);
    return last === undefined || row.slot <= last.slot ? [] : listMarketChanges(row, last);
  });
  const records = rows.map((row) => encodeRecord(SPECS, row, row.address));
  await tx.unsafe(UPDATE_KNOWN_SQL, [toJson(records)], { prepare: true });
  await writeConfigChanges(tx, changes, null);
  return changes;
}

function listMarketChanges(row: LendingMarketInput, last: LastKnownMarket): AccountConfigChange[] {
  return listConfigDifferences({
    account: row.address,
    accountKind: 'lending_market',
    lendingMarket: row.address,
    protocol: row.protocol,
    slot: row.slot,
    observedAt: row.observedAt,
    previousSlot: last.slot,
    previousObservedAt: last.observedAt,
    before: lendingMarketParameters(last),
    after: lendingMarketParameters(row),
  });
}
