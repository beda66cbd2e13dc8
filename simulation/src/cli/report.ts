import { cpus, totalmem } from 'node:os';
import { type Invariant, INVARIANT_NAMES, INVARIANTS } from '../audit/finding.ts';
import { FAULT_NAMES, FAULTS } from '../plan/fault-list.ts';
import { describePlan, type Plan } from '../plan/plan.ts';
import type { Overlap } from '../run/overlap.ts';
import type { RunCounts, SeedResult } from '../run/seed-result.ts';

/** Findings of one invariant that are printed for a seed; the rest are counted. */
const MAX_PRINTED = 4;

/** One line for a seed. */
export function renderLine({ plan, findings, strikes, overlap, counts, seconds }: SeedResult): string {
  const effective = strikes.filter(({ effects }) => effects > 0).length;
  const verdict = findings.length === 0 ? 'held' : 'FAILED';
  const facts =
    counts === null
      ? 'did not complete'
      : `${counts.batches} batches (${counts.failedBatches} failed), ${counts.reads} reads (${counts.excusedReads} excused), ${counts.notifications} notifications (${counts.excusedNotifications} excused), ${counts.snapshots} states, ${counts.gaps} gaps`;
  const { requests, committed, failed } = overlap;
  const met = `under faults ${requests} requests, ${committed} commits, ${failed} failures`;
  return `seed ${plan.seed} ${verdict}: ${effective} of ${strikes.length} faults had an effect, ${met}; ${facts}, ${seconds.toFixed(0)} s`;
}

/** The plan, what did not hold, and how to see it again; `command` is the one that the seed was run with. */
export function renderFailure({ plan, findings, keptIn, lastLines }: SeedResult, command: string): string {
  const names = [...new Set(findings.map(({ invariant }) => invariant))];
  const lines = names.flatMap((name) => {
    const messages = findings.filter(({ invariant }) => invariant === name).map(({ message }) => `    ${message}`);
    const rest = messages.length > MAX_PRINTED ? [`    and ${messages.length - MAX_PRINTED} more`] : [];
    return [`  [${name}: ${INVARIANTS[name]}]`, ...messages.slice(0, MAX_PRINTED), ...rest];
  });
  const kept = keptIn === null ? [] : [`  kept in ${keptIn}: database, truth, logs`];
  const said = lastLines.flatMap(({ name, lines: last }) => [
    `  last lines of ${name}:`,
    ...last.map((line) => `    ${line}`),
  ]);
  // Another version before the deploy makes another run of it.
  const [old = ''] = /\s--old[= ]\S+/.exec(command) ?? [];
  const again = `  again: npm run simulate -- --seed ${plan.seed}${old}`;
  return [describePlan(plan), ...lines, again, ...kept, ...said].join('\n');
}

export interface ReportContext {
  readonly command: string;
  /** Seeds that the command asked for; more than there are results while it runs, or when it was interrupted. */
  readonly asked: number;
  readonly seconds: number;
  readonly hasRedis: boolean;
}

/** The summary of a run in Markdown. */
export function renderReport(
  results: readonly SeedResult[],
  { command, asked, seconds, hasRedis }: ReportContext,
): string {
  const failed = results.filter(({ findings }) => findings.length > 0);
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  return [
    `Machine: ${machine}${hasRedis ? '' : ', no Redis'}. Date: ${new Date().toISOString().slice(0, 10)}. Command: \`${command}\`.`,
    '',
    `${results.length}${asked > results.length ? ` of ${asked}` : ''} seeds in ${Math.round(seconds / 60)} minutes: ${results.length - failed.length} held, ${failed.length} failed.`,
    '',
    renderLosses(results),
    '',
    ...renderCounts(results),
    '',
    ...renderInvariants(results),
    '',
    ...renderFaults(results),
    '',
    ...failed.flatMap((result) => ['```', renderFailure(result, command), '```', '']),
  ].join('\n');
}

/** What the whole thing is about, in a sentence that can be false. */
function renderLosses(results: readonly SeedResult[]): string {
  const count = (name: Invariant): number =>
    sum(results.map(({ findings }) => findings.filter(({ invariant }) => invariant === name).length));
  const states = sum(results.map(({ counts }) => counts?.snapshots ?? 0)).toLocaleString('en');
  const observations = sum(results.map(({ counts }) => counts?.observations ?? 0)).toLocaleString('en');
  const unfinished = results.filter(({ counts }) => counts === null).length;
  const rest = unfinished === 0 ? '' : ` ${unfinished} seeds did not complete, and their data were not judged.`;
  return `Of ${observations} observations and ${states} states that were acknowledged: ${count('lost')} lost, ${count('doubled')} doubled, ${count('values')} wrong, ${count('gaps')} holes unexplained.${rest}`;
}

const COUNTED: Readonly<Record<keyof RunCounts, string>> = {
  batches: 'batches stored',
  failedBatches: 'batches that failed and said so',
  observations: 'observations of reserves, each explained',
  reads: 'reads that nodes have answered whole',
  excusedReads: 'of these, those of which nothing is on record because of a fault',
  notifications: 'notifications that nodes have sent whole',
  excusedNotifications: 'of these, those that led to no read because of a fault',
  snapshots: 'states stored, each compared with the chain',
  gaps: 'gaps, each explained',
  hours: 'hours, each made twice',
  prices: 'prices of tokens, each compared with the accounts of oracles',
  pools: 'reads of pools, each compared with its accounts',
  edges: 'edges of hours that claim a proof, each compared with the chain',
  exactHours: 'hours whose interest is that of the chain to the last bit',
  streamed: 'states delivered by the stream',
  answers: 'answers of the API',
  unanswered: 'requests to the API that got no whole answer',
  refused: 'requests to the API that were refused a connection',
  samples: 'samples of the newest rows',
};

const MET: Readonly<Record<keyof Overlap, string>> = {
  requests: 'requests to nodes while a fault was in force',
  requestsThroughout: 'requests to nodes from the first fault to the last',
  committed: 'batches stored while faults were played',
  failed: 'batches that failed while faults were played',
  seconds: 'seconds of faults',
};

function renderCounts(results: readonly SeedResult[]): string[] {
  const rows = Object.entries(COUNTED).map(([name, words]) => {
    const total = sum(results.map(({ counts }) => (counts === null ? 0 : countOf(counts, name))));
    return `| ${words} | ${total.toLocaleString('en')} |`;
  });
  const met = Object.entries(MET).map(([name, words]) => {
    const total = Math.round(sum(results.map(({ overlap }) => countOf(overlap, name))));
    return `| ${words} | ${total.toLocaleString('en')} |`;
  });
  return ['| | |', '|---|---:|', ...rows, ...met];
}

function countOf(counts: RunCounts | Overlap, name: string): number {
  return Object.entries(counts).find(([key]) => key === name)?.[1] ?? 0;
}

function renderInvariants(results: readonly SeedResult[]): string[] {
  const rows = INVARIANT_NAMES.map((name) => {
    const count = sum(results.map(({ findings }) => findings.filter(({ invariant }) => invariant === name).length));
    const judged = results.filter((result) => result.judged.has(name)).length;
    // Zero violations of what was not judged would claim too much.
    return `| ${name} | ${INVARIANTS[name]} | ${judged} | ${judged === 0 && count === 0 ? 'not judged' : count} |`;
  });
  return ['| invariant | | seeds judged | violations |', '|---|---|---:|---:|', ...rows];
}

/** Applied: how often it was put in force. Effective: how often it met the pipeline. Effects: how many calls, connections or lines it affected. */
function renderFaults(results: readonly SeedResult[]): string[] {
  const strikes = results.flatMap((result) => result.strikes);
  const rows = FAULT_NAMES.map((name) => {
    const { lane, words } = FAULTS[name];
    const all = strikes.filter(({ fault }) => fault === name);
    const effective = all.filter(({ effects }) => effects > 0);
    const reason = results.flatMap(({ notPermitted }) => notPermitted.get(name) ?? [])[0];
    if (all.length === 0)
      return `| ${lane} | ${words} | not tried${reason === undefined ? '' : `: ${reason}`} | | | | |`;
    const numbers = [
      all.length,
      effective.length === 0 ? '**0, no effect**' : effective.length,
      sum(all.map(({ effects }) => effects)).toLocaleString('en'),
      sum(all.map(({ committed }) => committed)).toLocaleString('en'),
      sum(all.map(({ failed }) => failed)).toLocaleString('en'),
    ];
    return `| ${lane} | ${words} | ${numbers.join(' | ')} |`;
  });
  return [
    '| part | fault | applied | effective | effects | polls stored under it | polls failed under it |',
    '|---|---|---:|---:|---:|---:|---:|',
    ...rows,
    ...renderWorlds(results),
  ];
}

/** Faults that last for a whole run. */
function renderWorlds(results: readonly SeedResult[]): string[] {
  const row = (words: string, holds: (plan: Plan) => boolean): string => {
    const those = results.filter(({ plan }) => holds(plan));
    const of = (name: 'committed' | 'failed'): string =>
      sum(those.map(({ overlap }) => overlap[name])).toLocaleString('en');
    return `| whole runs | ${words} | ${those.length} | | | ${of('committed')} | ${of('failed')} |`;
  };
  return [
    row('two or three indexers at once', ({ indexers }) => indexers > 1),
    row('a second node of another chain (another genesis)', ({ secondNode }) => secondNode === 'foreign'),
    row('a second node of the same chain', ({ secondNode }) => secondNode === 'same'),
    row('queue on Redis', ({ queue }) => queue === 'redis'),
  ];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
