import { cpus, totalmem } from 'node:os';
import { INVARIANTS } from '../audit/finding.ts';
import { FAULT_NAMES, FAULTS } from '../plan/fault-list.ts';
import { describePlan } from '../plan/plan.ts';
import type { RunCounts, SeedResult } from '../run/run-seed.ts';

/** Findings of one invariant that are printed for a seed; the rest are counted. */
const MAX_PRINTED = 4;

/** One line for a seed. */
export function renderLine({ plan, findings, struck, counts, seconds }: SeedResult): string {
  const strikes = sum([...struck.values()]);
  const verdict = findings.length === 0 ? 'held' : 'FAILED';
  const facts =
    counts === null
      ? 'did not come to its end'
      : `${counts.batches} batches (${counts.failedBatches} failed), ${counts.snapshots} states, ${counts.gaps} gaps`;
  return `seed ${plan.seed} ${verdict}: ${strikes} faults, ${facts}, ${seconds.toFixed(0)} s`;
}

/** The plan, what did not hold, and how to see it again. */
export function renderFailure({ plan, findings }: SeedResult): string {
  const names = [...new Set(findings.map(({ invariant }) => invariant))];
  const lines = names.flatMap((name) => {
    const messages = findings.filter(({ invariant }) => invariant === name).map(({ message }) => `    ${message}`);
    const rest = messages.length > MAX_PRINTED ? [`    and ${messages.length - MAX_PRINTED} more`] : [];
    return [`  [${name}: ${INVARIANTS[name]}]`, ...messages.slice(0, MAX_PRINTED), ...rest];
  });
  return [describePlan(plan), ...lines, `  again: npm run simulate -- --seed ${plan.seed} --keep`].join('\n');
}

export interface ReportContext {
  readonly command: string;
  readonly seconds: number;
  readonly hasRedis: boolean;
}

/** The summary of a run in Markdown. */
export function renderReport(results: readonly SeedResult[], { command, seconds, hasRedis }: ReportContext): string {
  const failed = results.filter(({ findings }) => findings.length > 0);
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  return [
    `Machine: ${machine}${hasRedis ? '' : ', no Redis'}. Date: ${new Date().toISOString().slice(0, 10)}. Command: \`${command}\`.`,
    '',
    `${results.length} seeds in ${Math.round(seconds / 60)} minutes: ${results.length - failed.length} held, ${failed.length} failed.`,
    '',
    ...renderCounts(results),
    '',
    ...renderInvariants(results),
    '',
    ...renderFaults(results),
    '',
    ...failed.flatMap((result) => ['```', renderFailure(result), '```', '']),
  ].join('\n');
}

const COUNTED: Readonly<Record<keyof RunCounts, string>> = {
  batches: 'batches stored',
  failedBatches: 'batches that failed and said so',
  looks: 'looks at reserves, each explained',
  snapshots: 'states stored, each compared with the chain',
  gaps: 'gaps, each explained',
  hours: 'hours, each made twice',
  streamed: 'states told by the stream',
  answers: 'answers of the API',
  samples: 'samples of the newest rows',
};

function renderCounts(results: readonly SeedResult[]): string[] {
  const rows = Object.entries(COUNTED).map(([name, words]) => {
    const total = sum(results.map(({ counts }) => (counts === null ? 0 : countOf(counts, name))));
    return `| ${words} | ${total.toLocaleString('en')} |`;
  });
  return ['| | |', '|---|---:|', ...rows];
}

function countOf(counts: RunCounts, name: string): number {
  return Object.entries(counts).find(([key]) => key === name)?.[1] ?? 0;
}

function renderInvariants(results: readonly SeedResult[]): string[] {
  const rows = Object.entries(INVARIANTS).map(([name, words]) => {
    const count = sum(results.map(({ findings }) => findings.filter(({ invariant }) => invariant === name).length));
    return `| ${name} | ${words} | ${count} |`;
  });
  return ['| invariant | | violations |', '|---|---|---:|', ...rows];
}

function renderFaults(results: readonly SeedResult[]): string[] {
  const rows = FAULT_NAMES.map((name) => {
    const hit = results.filter(({ struck }) => struck.has(name));
    const { lane, words } = FAULTS[name];
    return `| ${lane} | ${words} | ${sum(hit.map(({ struck }) => struck.get(name) ?? 0))} | ${hit.length} |`;
  });
  return ['| strikes | fault | times | seeds |', '|---|---|---:|---:|', ...rows];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
