import { type Row, type RowName, ROWS } from '../numbers/rows.ts';
import type { Ledger, Tally } from './ledger.ts';
import { rowNames } from './ledger.ts';

const TITLES: Readonly<Record<Row['kind'], string>> = {
  field: 'Decoded fields',
  number: 'Numbers that must agree',
  known: 'Known differences',
};
const HEADS: Readonly<Record<Row['kind'], readonly string[]>> = {
  field: ['what', 'values', 'different', 'verdict'],
  number: ['what', 'cases', 'worst difference', 'tolerance', 'worst share of it', 'verdict'],
  known: ['what', 'cases', 'largest difference', 'explained by', 'unexplained, share of tolerance', 'verdict'],
};

/** The report as Markdown: a table for each kind of row. `h`, `d`, `D`, `s`, `f`, `n`, `c` are explained above them. */
export function renderReport({ tallies }: Ledger, needEveryRow: boolean): string {
  const tables = (['field', 'number', 'known'] as const).map((kind) => {
    const rows = rowNames().filter((name) => ROWS[name].kind === kind);
    const lines = rows.map((name) => renderRow(name, tallies.get(name), needEveryRow));
    return [`## ${TITLES[kind]}`, '', line(HEADS[kind]), line(HEADS[kind].map(() => '---')), ...lines].join('\n');
  });
  return `${LEGEND}\n\n${tables.join('\n\n')}\n`;
}

const LEGEND =
  'Differences are relative to the value, or to one where it is smaller. h = 2^-53 (half a unit in the last place of a double), d = 5e-20 and D = 5e-40 (half a unit ' +
  "of the SDK's 20 and 40 digits), s = 2^-60 (one unit of the program's fixed point), c = growth over n slots, " +
  'f = 500 ms / slot duration, Δ = tolerance of.';

/** True where nothing failed and, for a run long enough to demand it, every row saw a case. */
export function isGreen({ tallies }: Ledger, needEveryRow: boolean): boolean {
  return [...tallies.values()].every((tally) => tally.failures === 0 && (!needEveryRow || tally.cases > 0));
}

function renderRow(name: RowName, tally: Tally | undefined, needEveryRow: boolean): string {
  const { what, tolerance, kind } = ROWS[name];
  if (tally === undefined) return line([what, '0']);
  const verdict = verdictOf(tally, needEveryRow);
  if (kind === 'field') return line([what, String(tally.cases), String(tally.failures), verdict]);
  return line([what, String(tally.cases), small(tally.worst), tolerance, small(tally.worstShare), verdict]);
}

function verdictOf(tally: Tally, needEveryRow: boolean): string {
  if (tally.failures > 0) return `**${tally.failures} FAILED**`;
  if (tally.cases === 0) return needEveryRow ? '**never exercised**' : 'no case';
  return 'ok';
}

/** What failed, with the accounts that show it. Empty where nothing did. */
export function renderFailures({ tallies }: Ledger): string {
  const failed = [...tallies].filter(([, tally]) => tally.examples.length > 0);
  return failed.map(([name, { examples }]) => `### ${name}\n${examples.join('\n')}\n`).join('\n');
}

function small(value: number): string {
  return value === 0 ? '0' : value >= 0.01 && value < 1000 ? value.toPrecision(3) : value.toExponential(1);
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
