import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PROTOCOL_NAMES } from '@tidemark/protocols';
import { auditAnswers } from '../audit/audit-answers.ts';
import { auditBuckets } from '../audit/audit-buckets.ts';
import { auditCauses } from '../audit/audit-causes.ts';
import { auditChain, auditStepsBack } from '../audit/audit-chain.ts';
import { auditCompanions, auditOwnFields } from '../audit/audit-companions.ts';
import { auditGaps } from '../audit/audit-gaps.ts';
import { auditMigrations } from '../audit/audit-migrations.ts';
import { auditFollowed, auditPolls, auditRequested } from '../audit/audit-polls.ts';
import { type AuditedReads, auditReads, type ReadCounts } from '../audit/audit-reads.ts';
import { auditPriceBuckets } from '../audit/audit-price-buckets.ts';
import { auditPrices } from '../audit/audit-prices.ts';
import { auditRefusals } from '../audit/audit-refusals.ts';
import { auditInterest } from '../audit/audit-interest.ts';
import { auditHours, auditRebuilt, auditRebuildRun } from '../audit/audit-rollups.ts';
import { auditRows } from '../audit/audit-rows.ts';
import { auditServed } from '../audit/audit-served.ts';
import { auditScene } from '../audit/audit-scenes.ts';
import { auditSettings } from '../audit/audit-settings.ts';
import { auditStream } from '../audit/audit-stream.ts';
import { auditTimes } from '../audit/audit-times.ts';
import { auditTotals } from '../audit/audit-totals.ts';
import { auditValues } from '../audit/audit-values.ts';
import type { Finding } from '../audit/finding.ts';
import { auditDepth } from '../audit/audit-depth.ts';
import { auditPools } from '../audit/audit-pools.ts';
import { readLiquidityFacts } from '../audit/liquidity-facts.ts';
import { readPriceFacts } from '../audit/price-facts.ts';
import { pricedChainOf } from '../audit/price-inputs.ts';
import { reserveReads } from '../audit/reserve-reads.ts';
import { readSentLog, type SentLog } from '../audit/sent-log.ts';
import { readStepsBack, readStoredFacts, type StoredFacts, type StoredRow } from '../audit/stored-facts.ts';
import { readStoredSettings } from '../audit/stored-settings.ts';
import { readTruth, type Truth } from '../audit/truth.ts';
import type { Plan } from '../plan/plan.ts';
import type { ClusterTemplate } from '../processes/cluster-template.ts';
import type { Served } from '../served/read-served.ts';
import { watchApi } from '../watch/watch-api.ts';
import { watchLatest } from '../watch/watch-latest.ts';
import { type SaidCause, watchStatus } from '../watch/watch-status.ts';
import { watchStream } from '../watch/watch-stream.ts';
import { auditAskedEnds, auditUnaskedEnds } from './audit-ends.ts';
import { hasFaults, isScripted, judgedOf } from './judged.ts';
import { auditOverlap, meet, NOTHING_PLAYED } from './overlap.ts';
import { type Played, playPlan, untilFirstData } from './play-plan.ts';
import { rebuildFromNothing } from './rebuild-from-nothing.ts';
import { runToVerdict, type VerdictOptions } from './run-to-verdict.ts';
import type { RunCounts, SeedResult, Verdict } from './seed-result.ts';
import { settle, type Watches } from './settle.ts';
import { startWorld, type World } from './world.ts';

/** Phase that begins when the pipeline has stored data. */
const FIRST_FAULTS = 'faults';

export interface RunOptions extends VerdictOptions {
  readonly template: ClusterTemplate;
  /** Top folder of the version that runs before the deploy; null: this one. */
  readonly oldCodeDir: string | null;
  /** Top folder of the version that is tested, built; null: this repository. */
  readonly codeDir: string | null;
}

/** Processes load a machine most while they start: of several runs at once one starts at a time, until it has data. */
let lastStart: Promise<void> = Promise.resolve();

/** Runs one seed from nothing to the verdict. Never throws: what went wrong is a finding. */
export async function runSeed(plan: Plan, options: RunOptions): Promise<SeedResult> {
  const before = lastStart;
  let letNextStart = (): void => {};
  lastStart = new Promise((resolve) => {
    letNextStart = resolve;
  });
  await before;
  const onPhase: RunOptions['onPhase'] = (phase, seconds) => {
    if (phase === FIRST_FAULTS) letNextStart();
    options.onPhase?.(phase, seconds);
  };
  return runToVerdict(
    plan,
    { ...options, onPhase },
    { start: (dir, keeps) => startWorld(plan, { ...options, dir, keeps }), judge: watchAndJudge },
  ).finally(letNextStart);
}

async function watchAndJudge(world: World, verdict: Verdict, tell: (phase: string) => void): Promise<void> {
  const { database, apiUrl, apiKey, plan, version } = world;
  const { findings } = verdict;
  const isDeployedFromOld = version.oldCodeDir !== null;
  const watches: Watches = {
    stream: watchStream(apiUrl, apiKey),
    latest: watchLatest(database.admin, apiUrl),
    api: watchApi(apiUrl, plan.seed),
  };
  const { stream, latest, api } = watches;
  const status = plan.scene === undefined ? null : watchStatus(apiUrl);
  let played: Played = NOTHING_PLAYED;
  let served: Served | null = null;
  try {
    tell('first data');
    await untilFirstData(world);
    tell(FIRST_FAULTS);
    played = await playPlan(world);
    await status?.stop();
    tell('quiet');
    served = await settle(world, watches);
  } catch (error) {
    findings.push({ invariant: 'recovery', message: error instanceof Error ? error.message : String(error) });
  }
  await Promise.all([latest.stop(), api.stop(), stream.stop(), status?.stop()]);
  verdict.notPermitted = played.notPermitted;
  findings.push(
    ...played.failures.map((message): Finding => ({ invariant: 'processes', message })),
    ...[...world.indexers, world.api].flatMap(({ unasked, asked }) => [
      ...auditUnaskedEnds(unasked),
      ...auditAskedEnds(asked, played.strikes, played.to),
    ]),
    ...latest.stepsBack.map((message): Finding => ({ invariant: 'backwards', message })),
    ...auditAnswers(api, played.strikes),
    ...auditMigrations(world.failedMigrations, played.strikes),
  );
  const met = await meet(database.admin, played);
  verdict.strikes = met.strikes;
  verdict.overlap = met.overlap;
  if (hasFaults(plan)) findings.push(...auditOverlap(verdict.overlap, verdict.strikes));
  verdict.judged = judgedOf(plan, { isAudited: false, isDeployedFromOld });
  if (served === null) return;

  tell('audit');
  const causes = status?.causes ?? [];
  verdict.counts = await auditData(world, watches, { served, played, causes }, verdict);
  verdict.judged = judgedOf(plan, { isAudited: true, isDeployedFromOld });
}

/** What was stored against the truth. Adds each part of what it finds as it finds it. */
async function auditData(
  { plan, nodes, version, truthFile, answerFiles, indexers, ...world }: World,
  { stream, latest, api }: Watches,
  {
    served,
    played: { to: quietFrom, paced },
    causes,
  }: { readonly served: Served; readonly played: Played; readonly causes: readonly SaidCause[] },
  { findings, strikes }: Pick<Verdict, 'findings' | 'strikes'>,
): Promise<RunCounts> {
  const { facts, settings, priceFacts, liquidityFacts } = await readAndKeepFacts(world.database, dirname(truthFile));
  findings.push(...auditChain(facts, nodes[0]?.genesisHash ?? ''));
  findings.push(...auditStepsBack(await readStepsBack(world.database.admin)));
  findings.push(...auditStream(facts, stream));
  if (version.oldCodeDir === null) findings.push(...auditTimes(facts), ...auditRefusals(facts, strikes));
  // The truth is whole when its node has closed the file.
  await Promise.all(nodes.map((node) => node.stop()));
  const truth = await readTruth(truthFile, plan);
  const sent = await readSentLog(answerFiles);
  const told = { facts, sent, truth, own: [...facts.own, ...latest.own()] };
  const reads = auditPolled({ plan, version, indexers }, told, { strikes, quietFrom });
  findings.push(...reads.findings);
  findings.push(...auditRows(facts, truth));
  findings.push(...auditGaps(facts, truth));
  findings.push(...auditStates(plan, told, { strikes, causes, paced }));
  if (version.oldCodeDir === null) findings.push(...auditSettings(settings, truth));
  const { priceAnswers: answers } = sent;
  const priceReads = { answers, reads: reserveReads(facts.batches, sent.answers, strikes) };
  const prices = auditPrices(priceFacts, { chain: pricedChainOf(truth), ...priceReads, strikes, slotMs: plan.slotMs });
  // Times that are computed from slots are those of the measured length, which follows a change within minutes.
  if (version.oldCodeDir === null && paced.length === 0) findings.push(...prices.findings);
  if (version.oldCodeDir === null) findings.push(...auditPriceBuckets(priceFacts));
  const pools = auditPools(liquidityFacts, { truth, answers: sent.liquidityAnswers, strikes });
  if (version.oldCodeDir === null) findings.push(...pools.findings, ...auditDepth(liquidityFacts, strikes));
  findings.push(...auditServed(served, facts, settings, truth));
  findings.push(...auditBuckets(facts, settings, truth));
  const interest = auditInterest(facts, truth);
  findings.push(...interest.findings);
  findings.push(...auditTotals(facts, settings));
  const hours = auditHours(facts, truth);
  findings.push(...hours.findings);
  findings.push(...(await auditRebuild({ ...world, version }, facts)));
  const { sql, api: apiSamples } = latest.samples();
  return {
    ...countFacts(facts),
    ...reads.counts,
    edges: hours.edges,
    prices: prices.judged,
    pools: pools.judged,
    exactHours: interest.hours,
    streamed: stream.received.length,
    answers: [...api.statuses.values()].reduce((sum, count) => sum + count, 0),
    unanswered: api.broken.length,
    refused: api.refused(),
    samples: sql + apiSamples,
  };
}

/** What was stored, what the nodes have said, and what the chain held. */
interface Told {
  readonly facts: StoredFacts;
  readonly sent: SentLog;
  readonly truth: Truth;
  /** Own fields of all states that were seen to be the newest. */
  readonly own: readonly StoredRow[];
}

/** What nodes have said against what was stored of it; without findings where an earlier version stored some. */
function auditPolled(
  { plan, version, indexers }: Pick<World, 'plan' | 'version' | 'indexers'>,
  { facts, sent, truth, own }: Told,
  { strikes, quietFrom }: { readonly strikes: Verdict['strikes']; readonly quietFrom: Date },
): AuditedReads {
  const ends = indexers.flatMap(({ asked }) => asked);
  const { counts, findings } = auditReads(facts, sent, truth, { strikes, ends });
  if (version.oldCodeDir !== null) return { counts, findings: [] };
  const processes = indexers.length;
  const fewKeysFrom = strikes.find(({ fault }) => fault === 'fewKeys')?.from ?? null;
  // From the end of the faults on no process of the indexers begins, until the last of them has ended.
  const lastEnd = new Date(Math.max(...ends.map(({ to }) => to.getTime())));
  return {
    counts,
    findings: [
      ...findings,
      ...auditPolls(facts, sent, placeOf(truth), { processes, fewKeysFrom }),
      ...(isScripted(plan) ? auditCauses(facts, sent, strikes) : []),
      ...auditFollowed(facts, sent, truth),
      ...auditRequested(facts),
      ...auditOwnFields(own, sent, truth, strikes),
      ...auditCompanions(facts, sent, truth, { from: quietFrom, to: lastEnd, processes }),
    ],
  };
}

/** Stored states against the chain, and what a scene is about. */
function auditStates(
  { slotMs, scene }: Plan,
  { facts, sent, truth }: Told,
  {
    paced,
    ...given
  }: Pick<Played, 'paced'> & { readonly strikes: Verdict['strikes']; readonly causes: readonly SaidCause[] },
): Finding[] {
  const paces = [{ at: new Date(0), slotMs }, ...paced];
  const lengths = paces.map((pace) => pace.slotMs);
  const ofScene = scene === undefined ? [] : auditScene(scene, { ...given, facts, sent, truth, paced: paces });
  return [...auditValues(facts, truth, lengths), ...ofScene];
}

/** What is stored, also as a file, for whoever looks for the cause of a finding. */
async function readAndKeepFacts({ admin }: World['database'], dir: string) {
  const facts = await readStoredFacts(admin);
  const settings = await readStoredSettings(admin);
  const priceFacts = await readPriceFacts(admin);
  const liquidityFacts = await readLiquidityFacts(admin);
  const kept = { ...facts, settings, prices: priceFacts, liquidity: liquidityFacts };
  await writeFile(join(dir, 'facts.json'), JSON.stringify(kept));
  return { facts, settings, priceFacts, liquidityFacts };
}

/** The place of the protocol of a reserve, in which polls read; null for what is no reserve. */
function placeOf(truth: Truth): (address: string) => number | null {
  const places = new Map(
    truth.reserves.map((reserve) => [reserve, PROTOCOL_NAMES.indexOf(truth.protocolOf(reserve).name)]),
  );
  return (address) => places.get(address) ?? null;
}

/** Last, and once the facts are read: it takes the grown rows away. By then every process of the pipeline has ended. */
async function auditRebuild(
  world: Pick<World, 'database' | 'logDir' | 'version'>,
  grown: StoredFacts,
): Promise<Finding[]> {
  const times = grown.batches
    .flatMap(({ observedAt }) => observedAt ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime());
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) {
    return [{ invariant: 'rollups', message: 'no batch knows a bank, so there is nothing to make again' }];
  }
  const rebuild = await rebuildFromNothing(world, first, last);
  const rebuilt = await readStoredFacts(world.database.admin);
  const settings = await readStoredSettings(world.database.admin);
  return [...auditRebuildRun(rebuild), ...auditRebuilt(grown, rebuilt), ...auditTotals(rebuilt, settings)];
}

function countFacts(
  facts: StoredFacts,
): Omit<
  RunCounts,
  | keyof ReadCounts
  | 'edges'
  | 'prices'
  | 'pools'
  | 'exactHours'
  | 'streamed'
  | 'answers'
  | 'unanswered'
  | 'refused'
  | 'samples'
> {
  const committed = facts.batches.filter(({ outcome }) => outcome === 'committed');
  return {
    batches: committed.length,
    failedBatches: facts.batches.length - committed.length,
    snapshots: facts.snapshots.length,
    observations: committed.reduce(
      (sum, { requested, notObserved }) => sum + (requested?.length ?? 0) - notObserved.length,
      0,
    ),
    gaps: facts.gaps.length,
    hours: facts.hours.length,
  };
}
