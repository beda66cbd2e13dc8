import type { Protocol } from '@tidemark/protocols';
import type { AuditFindingInput } from '@tidemark/schema';
import { counted, ofReserve } from '../finding.ts';
import { accrualDirection } from './accrual-direction.ts';
import type { AuditedRow, RowCheck, RowFault } from './audited-row.ts';
import { borrowIndex } from './borrow-index.ts';
import { publishedNumbers } from './published-numbers.ts';
import { supplyIdentity } from './supply-identity.ts';
import { utilizationDefinition } from './utilization-definition.ts';

export const ROW_CHECKS: readonly RowCheck[] = [
  supplyIdentity,
  utilizationDefinition,
  publishedNumbers,
  accrualDirection,
  borrowIndex,
];

/** Wrong rows that a finding names, and that later audits look at again. */
export const NAMED_ROWS = 100;

type FaultyRow = {
  readonly table: AuditedRow['table'];
  readonly slot: number;
  readonly observedAt: string;
  readonly faults: readonly RowFault[];
};

/** Judges rows as they come, and tells in the end which reserves have rows that break a rule. */
export interface RowJudge {
  /** The same row may come again: it counts once. */
  add(row: AuditedRow): void;
  readonly rows: number;
  findings(): AuditFindingInput[];
}

export function createRowJudge(protocol: Protocol, checks: readonly RowCheck[] = ROW_CHECKS): RowJudge {
  const seen = new Set<string>();
  const faulty = new Map(checks.map((check) => [check, new Map<string, FaultyRow[]>()]));
  return {
    add(row) {
      const key = `${row.table} ${row.state.reserve} ${row.state.observedAt.getTime()} ${row.state.slot}`;
      if (seen.has(key)) return;
      seen.add(key);
      for (const [check, byReserve] of faulty) {
        const faults = check.find(row, protocol);
        if (faults.length === 0) continue;
        const rows = byReserve.get(row.state.reserve) ?? [];
        byReserve.set(row.state.reserve, rows);
        rows.push(toFaultyRow(row, faults));
      }
    },
    get rows() {
      return seen.size;
    },
    findings: () => [...faulty].flatMap(([check, byReserve]) => [...byReserve].map((entry) => toFinding(check, entry))),
  };
}

function toFaultyRow({ table, state }: AuditedRow, faults: readonly RowFault[]): FaultyRow {
  return {
    table,
    slot: Number(state.slot),
    observedAt: state.observedAt.toISOString(),
    faults,
  };
}

function toFinding({ checkName, message }: RowCheck, [reserve, rows]: [string, FaultyRow[]]): AuditFindingInput {
  return {
    ...ofReserve(reserve),
    checkName,
    severity: 'critical',
    message: `${message} in ${counted(rows.length, 'row')}`,
    // Those that were named before come first, so that they are the ones that stay named.
    detail: { rowCount: rows.length, rows: rows.slice(0, NAMED_ROWS) },
  };
}
