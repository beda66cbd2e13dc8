import type { Closers } from '@tidemark/runtime';
import type { Logger } from 'pino';
import type { IndexerConfig } from '../config.ts';
import { inTurn } from '../run-alone.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { JobQueue, QueueBackend } from '../queues/queue-types.ts';
import { ScheduleKeeper } from '../queues/schedules.ts';
import { waitUntilAvailable } from '../wait-until-available.ts';
import { type Job, keepFinished, type ProcessorDeps, processorOf } from './job.ts';
import { BATCH_QUEUE, createPollBatchJob, createPollJob } from './poll.ts';
import { createLiquidityJobs, createPriceJobs, createUpkeepJobs, LIQUIDITY_JOB, type UpkeepWork } from './upkeep.ts';

export interface StartJobsDeps extends ProcessorDeps {
  readonly config: IndexerConfig;
  readonly backend: QueueBackend;
  readonly pipelines: readonly Pipeline[];
  readonly work: Omit<UpkeepWork, 'discover'>;
  readonly closers: Closers;
  /** Aborted when the indexer is to stop before it has started. */
  readonly signal: AbortSignal;
}

/** A job that runs may wait for one RPC answer and one commit. */
const FINISH_TIMEOUT_MS = 20_000;
/** Several processes that start together, or are notified of the same new reserve, request one run. */
const ASK_WINDOW_MS = 5_000;

/** A start has polls to do first: the search for pools takes more calls than anything else. */
const POLLS_BEFORE_SEARCH = 2;

/** What other parts may request of the jobs while they run. */
export interface RunningJobs {
  /** Puts a discovery on the queue, unless one was asked for in the same seconds. */
  readonly requestDiscovery: () => Promise<void>;
  /** Puts a read of pools on the queue, unless one was asked for in the same seconds. */
  readonly requestLiquidity: () => Promise<void>;
}

/** Opens the queues, sets the schedules, and starts the workers. */
export async function startJobs(deps: StartJobsDeps): Promise<RunningJobs> {
  const { config, backend, logger, metrics, closers, pipelines } = deps;
  const opened = new Map<string, JobQueue>();
  const queueOf = (name: string): JobQueue => {
    const queue = opened.get(name) ?? backend.createQueue(name);
    opened.set(name, queue);
    return queue;
  };
  const batchQueue = queueOf(BATCH_QUEUE);
  const reportRate = createRateReporter(config, logger);
  let wholePolls = 0;
  const poll = createPollJob({
    everyMs: config.pollIntervalMs,
    gapAfterMs: config.gapAfterMs,
    listBatches: async () => (await inTurn(pipelines, (pipeline) => pipeline.listBatches())).flat(),
    batchQueue,
    onListed(reserves, calls) {
      metrics.reserves.set(reserves);
      reportRate(calls);
    },
    onSkipped: () => metrics.skippedTicks.inc(),
    onWhole: () => {
      wholePolls += 1;
    },
    recordWaiting: (protocol, work) => pipelineOf(pipelines, protocol).recordWaiting(work),
  });
  const pollBatch = createPollBatchJob(config.batchConcurrency, (protocol, work) =>
    pipelineOf(pipelines, protocol).runBatch(work),
  );
  const discover = (id: string) => inTurn(pipelines, (pipeline) => pipeline.discover(id));
  const upkeep = createUpkeepJobs(config, { ...deps.work, discover });
  const requestLiquidity = () => runNow(queueOf(LIQUIDITY_JOB), { name: LIQUIDITY_JOB, options: keepFinished(50) });
  const isSearchDue = () => wholePolls >= POLLS_BEFORE_SEARCH;
  const liquidityJobs = createLiquidityJobs(config, deps.work, { requestRead: requestLiquidity, isSearchDue });
  const others = [...createPriceJobs(config, deps.work), ...liquidityJobs];
  const schedules = [upkeep.discover, poll, upkeep.maintain, upkeep.rollup, upkeep.audit, ...others].map(
    ({ name, everyMs, options }) => ({ queue: queueOf(name), name, everyMs, options }),
  );
  const queues = [...opened.values()];
  closers.add('queues', () => Promise.all(queues.map((queue) => queue.close())));
  metrics.queueDepths.observe(() => readDepths(queues));
  closers.add('queue metrics', () => metrics.queueDepths.observe(undefined));

  const keeper = new ScheduleKeeper(schedules, logger);
  closers.add('schedules', () => keeper.stop());
  // Two processes that start at once may be in each other's way for a moment, and a queue that was there may be gone again.
  const wait = { deadline: performance.now() + config.startTimeoutMs, logger, signal: deps.signal };
  const begun = await waitUntilAvailable(() => keeper.ensure(), { ...wait, what: 'the schedules' });
  // Not before: a run that is taken while its schedule is being set would plan the next one beside it.
  const start = <Payload>(job: Job<Payload>, queue = job.name) =>
    backend.createWorker(queue, processorOf(job, deps), job);
  const workers = [
    start(pollBatch, BATCH_QUEUE),
    ...[poll, ...Object.values(upkeep), ...others].map((job) => start(job)),
  ];
  closers.add('workers', () => Promise.all(workers.map((worker) => worker.close())), FINISH_TIMEOUT_MS);

  const requestDiscovery = () => runNow(queueOf(upkeep.discover.name), upkeep.discover);
  // A schedule that was there already is not due at the start, but what was listed before may be old.
  if (!begun.includes(upkeep.discover.name)) {
    await waitUntilAvailable(requestDiscovery, { ...wait, what: 'the discovery queue' });
  }
  return { requestDiscovery, requestLiquidity };
}

/** Says once, and again when it changes, where a poll takes more calls than the endpoints are asked in its time. */
export function createRateReporter(
  { pollIntervalMs, rpcRequestsPerSecond }: Pick<IndexerConfig, 'pollIntervalMs' | 'rpcRequestsPerSecond'>,
  logger: Pick<Logger, 'warn'>,
): (calls: number) => void {
  let reported = 0;
  return (calls) => {
    const neededPerSecond = Math.ceil((calls * 1000) / pollIntervalMs);
    const isEnough = neededPerSecond <= rpcRequestsPerSecond;
    if (calls === reported) return;
    reported = calls;
    if (isEnough) return;
    const pollsPerMinute = Math.round((600 * rpcRequestsPerSecond) / calls) / 10;
    const message = `a poll takes ${calls} calls: its interval of ${pollIntervalMs} ms needs ${neededPerSecond} calls a second, and ${rpcRequestsPerSecond} (RPC_REQUESTS_PER_SECOND) give ${pollsPerMinute} polls a minute`;
    logger.warn({ calls, pollIntervalMs, neededPerSecond, rpcRequestsPerSecond, pollsPerMinute }, message);
  };
}

/** Puts a job on its queue, once in {@link ASK_WINDOW_MS}. */
async function runNow(queue: JobQueue, { name, options }: Pick<Job<unknown>, 'name' | 'options'>): Promise<void> {
  const window = Math.floor(Date.now() / ASK_WINDOW_MS) * ASK_WINDOW_MS;
  await queue.add([{ name, id: `${name}-asked-${window}`, payload: {} }], options);
}

function pipelineOf(pipelines: readonly Pipeline[], protocol: string): Pipeline {
  const found = pipelines.find(({ name }) => name === protocol);
  if (found === undefined) throw new RangeError(`this process does not index ${protocol}`);
  return found;
}

async function readDepths(queues: readonly JobQueue[]) {
  const depths = await Promise.all(queues.map(async (queue) => ({ queue: queue.name, depth: await queue.depth() })));
  return depths.flatMap(({ queue, depth }) =>
    Object.entries(depth).map(([state, jobs]: [string, number]) => ({ queue, state, jobs })),
  );
}
