import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { auditAnswers } from '../audit/audit-answers.ts';
import { auditChain, auditStepsBack } from '../audit/audit-chain.ts';
import { auditGaps } from '../audit/audit-gaps.ts';
import { auditHours, auditRebuilt } from '../audit/audit-rollups.ts';
import { auditRows } from '../audit/audit-rows.ts';
import { auditStream } from '../audit/audit-stream.ts';
import { auditTimes } from '../audit/audit-times.ts';
import { auditValues } from '../audit/audit-values.ts';
import { type Finding, type Invariant, INVARIANT_NAMES } from '../audit/finding.ts';
import { readStoredFacts, type StoredFacts } from '../audit/stored-facts.ts';
import { readTruth, type Truth } from '../audit/truth.ts';
import type { FaultName } from '../plan/fault-list.ts';
import type { Plan } from '../plan/plan.ts';
import type { ClusterTemplate } from '../processes/cluster-template.ts';
import { runRebuild } from '../processes/pipeline.ts';
import { type LastLines, readLastLines } from '../processes/program-log.ts';
import { watchApi } from '../watch/watch-api.ts';
import { watchLatest } from '../watch/watch-latest.ts';
import { watchStream } from '../watch/watch-stream.ts';
import { auditAskedEnds, auditUnaskedEnds } from './audit-ends.ts';
import { auditOverlap, meet, type MetStrike, NOTHING_PLAYED, type Overlap } from './overlap.ts';
import { type Played, playPlan, untilFirstData } from './play-plan.ts';
import type { Version } from './pipeline-places.ts';
import { settle } from './settle.ts';
import { startWorld, type World } from './world.ts';

/** What was counted in a run, for the report. */
export interface RunCounts {
  readonly batches: number;
  readonly failedBatches: number;
  readonly snapshots: number;
  readonly looks: number;
  readonly gaps: number;
  readonly hours: number;
  /** Edges of hours that claim a proof. */
  readonly edges: number;
  readonly streamed: number;
  readonly answers: number;
  readonly samples: number;
}

export interface SeedResult {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  /** The faults of the plan that were put in force, and what they met. */
  readonly strikes: readonly MetStrike[];
  /** Faults that this machine does not permit, with the reason. */
  readonly notPermitted: ReadonlyMap<FaultName, string>;
  readonly overlap: Overlap;
  /** Null where the run did not come to its end. */
  readonly counts: RunCounts | null;
  /** What this run could be held to. */
  readonly judged: ReadonlySet<Invariant>;
  /** Of a run that failed, or was to be kept: the folder with its database, its truth and all that its processes said. */
  readonly keptIn: string | null;
  /** Of a run that failed. */
  readonly lastLines: readonly LastLines[];
  readonly seconds: number;
}

export interface RunOptions {
  readonly workDir: string;
  readonly template: ClusterTemplate;
  /** Top folder of the version that runs before the deploy; null: this one. */
  readonly oldCodeDir: string | null;
  /** Leaves the database and the truth where they are, also where all held. */
  readonly keep: boolean;
  /** Told when a part of the run begins. */
  readonly onPhase?: (phase: string, seconds: number) => void;
}

/** Runs one seed from nothing to the verdict. Does not throw for what the pipeline did: that is a finding. */
export async function runSeed(plan: Plan, options: RunOptions): Promise<SeedResult> {
  const { workDir, keep, onPhase } = options;
  const startedAt = performance.now();
  const dir = join(workDir, `seed-${plan.seed}`);
  await rm(dir, { recursive: true, force: true });
  const tell = (phase: string): void => onPhase?.(phase, (performance.now() - startedAt) / 1000);
  tell('start');
  // What does not come to a verdict is kept as well.
  let keeps = true;
  const world = await startWorld(plan, { ...options, dir, keeps: () => keeps });
  try {
    const verdict = await watchAndJudge(world, tell);
    const hasFailed = verdict.findings.length > 0;
    keeps = keep || hasFailed;
    return {
      plan,
      ...verdict,
      keptIn: keeps ? dir : null,
      lastLines: hasFailed ? await readLastLines(world.logDir, TOLD_LINES) : [],
      seconds: (performance.now() - startedAt) / 1000,
    };
  } finally {
    tell('end');
    await world.stop();
    if (!keeps) await rm(dir, { recursive: true, force: true });
  }
}

/** Lines of each process that a failure is told with. */
const TOLD_LINES = 6;

type Verdict = Pick<SeedResult, 'findings' | 'strikes' | 'notPermitted' | 'overlap' | 'counts' | 'judged'>;

/** What a run can be held to that did not come to its end. */
const JUDGED_EARLY: readonly Invariant[] = ['answers', 'processes', 'recovery', 'overlap'];

/** Times of batches that an earlier version stored are not judged. */
function judgedOf(isSettled: boolean, { oldCodeDir }: Version): ReadonlySet<Invariant> {
  const all = INVARIANT_NAMES.filter((name) => name !== 'times' || oldCodeDir === null);
  return new Set(isSettled ? all : JUDGED_EARLY);
}

async function watchAndJudge(world: World, tell: (phase: string) => void): Promise<Verdict> {
  const { database, apiUrl, apiKey, plan } = world;
  const stream = watchStream(apiUrl, apiKey);
  const latest = watchLatest(database.admin, apiUrl);
  const api = watchApi(apiUrl, plan.seed);
  const findings: Finding[] = [];
  let played: Played = NOTHING_PLAYED;
  let isSettled = false;
  try {
    tell('first data');
    await untilFirstData(world);
    tell('faults');
    played = await playPlan(world);
    tell('quiet');
    await settle(world, { latest, stream, api });
    isSettled = true;
  } catch (error) {
    findings.push({ invariant: 'recovery', message: error instanceof Error ? error.message : String(error) });
  }
  await Promise.all([latest.stop(), api.stop(), stream.stop()]);
  const met = await meet(database.admin, played);
  findings.push(
    ...played.failures.map((message): Finding => ({ invariant: 'processes', message })),
    ...(hasFaults(plan) ? auditOverlap(met.overlap, met.strikes) : []),
    ...[...world.indexers, world.api].flatMap(({ unasked, asked }) => [
      ...auditUnaskedEnds(unasked),
      ...auditAskedEnds(asked, played.strikes, played.to),
    ]),
    ...latest.stepsBack.map((message): Finding => ({ invariant: 'backwards', message })),
    ...auditAnswers(api, played.strikes),
  );
  const shared = { findings, notPermitted: played.notPermitted, judged: judgedOf(isSettled, world.version), ...met };
  if (!isSettled) return { ...shared, counts: null };

  tell('audit');
  const facts = await readStoredFacts(database.admin);
  await writeFile(join(dirname(world.truthFile), 'facts.json'), JSON.stringify(facts));
  // The truth is whole when its node has closed the file.
  await world.nodes[0]?.stop();
  const truth = await readTruth(world.truthFile, plan);
  const verdict = judge(facts, truth, world);
  findings.push(...verdict.findings, ...auditStream(facts, stream), ...(await auditRebuild(world, facts)));
  const { sql, api: apiSamples } = latest.samples();
  return {
    ...shared,
    counts: {
      ...countFacts(facts),
      edges: verdict.edges,
      streamed: stream.told.length,
      answers: [...api.statuses.values()].reduce((sum, count) => sum + count, 0),
      samples: sql + apiSamples,
    },
  };
}

/** Hardly ever a plan has nothing but its deploy. */
function hasFaults({ episodes }: Plan): boolean {
  return episodes.some(({ lane }) => lane !== 'deploy');
}

function judge(
  facts: StoredFacts,
  truth: Truth,
  { plan, nodes, version }: World,
): { readonly findings: readonly Finding[]; readonly edges: number } {
  const hours = auditHours(facts, truth);
  const findings = [
    ...auditChain(facts, nodes[0]?.genesisHash ?? ''),
    ...auditStepsBack(facts),
    ...auditValues(facts, truth, plan.slotMs),
    ...(version.oldCodeDir === null ? auditTimes(facts) : []),
    ...auditRows(facts, truth),
    ...auditGaps(facts, truth),
    ...hours.findings,
  ];
  return { findings, edges: hours.edges };
}

async function auditRebuild({ database }: World, grown: StoredFacts): Promise<Finding[]> {
  const times = grown.batches
    .flatMap(({ observedAt }) => observedAt ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime());
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  await runRebuild(database.directUrl, first, last);
  return auditRebuilt(grown, await readStoredFacts(database.admin));
}

function countFacts(facts: StoredFacts): Omit<RunCounts, 'edges' | 'streamed' | 'answers' | 'samples'> {
  const committed = facts.batches.filter(({ outcome }) => outcome === 'committed');
  return {
    batches: committed.length,
    failedBatches: facts.batches.length - committed.length,
    snapshots: facts.snapshots.length,
    looks: committed.reduce(
      (sum, { requested, notObserved }) => sum + (requested?.length ?? 0) - notObserved.length,
      0,
    ),
    gaps: facts.gaps.length,
    hours: facts.hours.length,
  };
}
