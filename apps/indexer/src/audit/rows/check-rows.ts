import type { Protocol } from '@tidemark/protocols';
import type { AuditFindingRow, SnapshotKey } from '@tidemark/schema';
import { z } from 'zod';
import { type CheckResult, counted, type Finding, ofReserve } from '../finding.ts';
import {
  accrualDirection,
  type AuditedRow,
  borrowIndex,
  publishedNumbers,
  type RowCheck,
  type RowFault,
  supplyIdentity,
  utilizationDefinition,
} from './row-checks.ts';

export const ROW_CHECKS: readonly RowCheck[] = [
  supplyIdentity,
  utilizationDefinition,
  publishedNumbers,
  accrualDirection,
  borrowIndex,
];

/** Wrong rows that a finding names, and that later audits check again. */
export const NAMED_ROWS = 100;

type FaultyRow = {
  readonly table: AuditedRow['table'];
  readonly slot: number;
  readonly observedAt: string;
  readonly faults: readonly RowFault[];
};

/** Checks rows one by one and collects the reserves that have rows which break a rule. */
export class RowJudge {
  readonly #protocol: Protocol;
  readonly #seen = new Set<string>();
  readonly #faulty: ReadonlyMap<RowCheck, Map<string, FaultyRow[]>>;

  constructor(protocol: Protocol, checks: readonly RowCheck[] = ROW_CHECKS) {
    this.#protocol = protocol;
    this.#faulty = new Map(checks.map((check) => [check, new Map<string, FaultyRow[]>()]));
  }

  get rows(): number {
    return this.#seen.size;
  }

  /** The same row may come again: it counts once. */
  add(row: AuditedRow): void {
    const key = `${row.table} ${row.state.reserve} ${row.state.observedAt.getTime()} ${row.state.slot}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    for (const [check, byReserve] of this.#faulty) {
      const faults = check.find(row, this.#protocol);
      if (faults.length === 0) continue;
      const rows = byReserve.get(row.state.reserve) ?? [];
      byReserve.set(row.state.reserve, rows);
      rows.push(toFaultyRow(row, faults));
    }
  }

  results(): CheckResult[] {
    return [...this.#faulty].map(([check, byReserve]) => ({
      checkName: check.checkName,
      kinds: ['reserve'],
      checked: this.rows,
      findings: [...byReserve].map((entry) => toFinding(check, entry)),
    }));
  }
}

function toFaultyRow({ table, state }: AuditedRow, faults: readonly RowFault[]): FaultyRow {
  return {
    table,
    slot: Number(state.slot),
    observedAt: state.observedAt.toISOString(),
    faults,
  };
}

function toFinding({ message }: RowCheck, [reserve, rows]: [string, FaultyRow[]]): Finding {
  return {
    ...ofReserve(reserve),
    severity: 'critical',
    message: `${message} in ${counted(rows.length, 'row')}`,
    // Those that were named before come first, so that they are the ones that stay named.
    detail: { rowCount: rows.length, rows: rows.slice(0, NAMED_ROWS) },
  };
}

const detail = z.object({
  rows: z.array(z.object({ table: z.string(), slot: z.int().nonnegative(), observedAt: z.iso.datetime() })),
});

/** The snapshots that open findings name, so that they are looked at again. */
export function namedSnapshots(findings: readonly Pick<AuditFindingRow, 'subject' | 'detail'>[]): SnapshotKey[] {
  const keys = new Map<string, SnapshotKey>();
  for (const finding of findings) {
    const parsed = detail.safeParse(finding.detail);
    // A finding of another version of the check: it is looked at no more, and closed as all that is found no more.
    if (!parsed.success) continue;
    for (const { table, slot, observedAt } of parsed.data.rows) {
      if (table !== 'reserve_snapshots') continue;
      const key = { reserve: finding.subject, observedAt: new Date(observedAt), slot: BigInt(slot) };
      keys.set(`${finding.subject} ${observedAt} ${slot}`, key);
    }
  }
  return [...keys.values()];
}
