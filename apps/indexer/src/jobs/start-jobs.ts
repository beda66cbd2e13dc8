import type { Closers } from '@tidemark/runtime';
import type { JobsOptions } from 'bullmq';
import type { Logger } from 'pino';
import type { IndexerConfig } from '../config.ts';
import type { Pipeline } from '../create-pipeline.ts';
import { type JobDefinition, type ProcessorDeps, processorOf } from './job-definition.ts';
import { createPollBatchJob, createPollJob, POLL_BATCH_JOB, POLL_JOB } from './poll.ts';
import {
  AUDIT_JOB,
  type AuditJobDeps,
  createAuditJob,
  createDiscoverJob,
  createMaintainJob,
  createRollupJob,
  DISCOVER_JOB,
  MAINTAIN_INTERVAL_MS,
  MAINTAIN_JOB,
  type MaintainJobDeps,
  ROLLUP_JOB,
  type RollupJobDeps,
} from './upkeep.ts';
import type { IndexerMetrics } from '../metrics.ts';
import type { JobQueue, JobWorker, QueueBackend } from '../queues/queue-types.ts';
import { createScheduleKeeper } from '../queues/schedules.ts';
import { inTurn } from '../in-turn.ts';
import { systemClock } from '../rpc/index.ts';
import { waitUntilAvailable } from '../wait-until-available.ts';

export interface StartJobsDeps {
  readonly config: IndexerConfig;
  readonly backend: QueueBackend;
  readonly pipelines: readonly Pipeline[];
  readonly maintenance: MaintainJobDeps;
  readonly rollUp: RollupJobDeps['rollUp'];
  readonly audit: AuditJobDeps['audit'];
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
  readonly closers: Closers;
  /** Aborted when the indexer is to stop before it has started. */
  readonly signal: AbortSignal;
  readonly onEnd?: NonNullable<ProcessorDeps['onEnd']>;
}

/** A job in hand may wait for one RPC answer and one commit. */
const FINISH_PATIENCE_MS = 20_000;
/** Several processes that start together, or hear of the same new reserve, ask for one discovery. */
const ASK_WINDOW_MS = 5_000;

/** What others may ask of the jobs while they run. */
export interface RunningJobs {
  /** Puts a discovery on the queue, unless one was asked for in the same seconds. */
  readonly requestDiscovery: () => Promise<void>;
}

/** Opens the queues, sets the schedules, and starts the workers. */
export async function startJobs(deps: StartJobsDeps): Promise<RunningJobs> {
  const { config, backend, logger, metrics, closers } = deps;
  const queues = {
    poll: backend.createQueue(POLL_JOB),
    pollBatch: backend.createQueue(POLL_BATCH_JOB),
    discover: backend.createQueue(DISCOVER_JOB),
    maintain: backend.createQueue(MAINTAIN_JOB),
    rollup: backend.createQueue(ROLLUP_JOB),
    audit: backend.createQueue(AUDIT_JOB),
  };
  const allQueues = Object.values(queues);
  closers.add('queues', () => Promise.all(allQueues.map((queue) => queue.close())));
  metrics.observeQueues(() => readDepths(allQueues));
  closers.add('queue metrics', () => metrics.observeQueues(undefined));

  const definitions = defineJobs(deps, queues.pollBatch);
  const { discover, poll, maintain, rollup, audit } = definitions;
  const keeper = createScheduleKeeper(
    [
      { queue: queues.discover, everyMs: config.discoverIntervalMs, ...jobOf(discover) },
      { queue: queues.poll, everyMs: config.pollIntervalMs, ...jobOf(poll) },
      { queue: queues.maintain, everyMs: MAINTAIN_INTERVAL_MS, ...jobOf(maintain) },
      { queue: queues.rollup, everyMs: config.rollupIntervalMs, ...jobOf(rollup) },
      { queue: queues.audit, everyMs: config.auditIntervalMs, ...jobOf(audit) },
    ],
    logger,
  );
  closers.add('schedules', () => keeper.stop());
  // Two processes that start at once may be in each other's way for a moment, and a queue that was there may be gone again.
  const wait = { deadline: performance.now() + config.startTimeoutMs, logger, signal: deps.signal };
  const begun = await waitUntilAvailable(() => keeper.ensure(), { ...wait, what: 'the schedules' });
  // Not before: a run that is taken while its schedule is being set would plan the next one beside it.
  const workers = startWorkers(deps, definitions);
  closers.add('workers', () => Promise.all(workers.map((worker) => worker.close())), FINISH_PATIENCE_MS);
  const requestDiscovery = () => discoverNow(queues.discover, jobOf(discover));
  if (!begun.includes(DISCOVER_JOB))
    await waitUntilAvailable(requestDiscovery, { ...wait, what: 'the discovery queue' });
  return { requestDiscovery };
}

function startWorkers(deps: StartJobsDeps, definitions: ReturnType<typeof defineJobs>): readonly JobWorker[] {
  const work = <Payload>(definition: JobDefinition<Payload>): JobWorker =>
    deps.backend.createWorker(definition.name, processorOf(definition, deps), definition);
  const { poll, pollBatch, discover, maintain, rollup, audit } = definitions;
  return [work(poll), work(pollBatch), work(discover), work(maintain), work(rollup), work(audit)];
}

/** What a schedule needs of a definition; the rest of it must not travel along into the queue. */
function jobOf({ name, options }: { name: string; options: JobsOptions }) {
  return { name, options };
}

function defineJobs(deps: StartJobsDeps, batchQueue: JobQueue) {
  const { config, pipelines, metrics } = deps;
  return {
    poll: createPollJob({
      listBatches: async () => (await inTurn(pipelines, (pipeline) => pipeline.listBatches())).flat(),
      batchQueue,
      onListed: (count) => metrics.reserves.set(count),
      onSkipped: () => metrics.skippedTicks.inc(),
      clock: systemClock,
    }),
    pollBatch: createPollBatchJob({
      concurrency: config.batchConcurrency,
      runBatch: (protocol, work) => pipelineOf(pipelines, protocol).runBatch(work),
    }),
    discover: createDiscoverJob({ discover: (id) => inTurn(pipelines, (pipeline) => pipeline.discover(id)) }),
    maintain: createMaintainJob(deps.maintenance),
    rollup: createRollupJob({ rollUp: deps.rollUp }),
    audit: createAuditJob({ audit: deps.audit }),
  };
}

function pipelineOf(pipelines: readonly Pipeline[], protocol: string): Pipeline {
  const found = pipelines.find(({ name }) => name === protocol);
  if (found === undefined) throw new RangeError(`this process does not index ${protocol}`);
  return found;
}

/** A schedule that was there already is not due at the start, but what was listed before may be old. */
async function discoverNow(
  queue: JobQueue,
  { name, options }: Pick<JobDefinition<unknown>, 'name' | 'options'>,
): Promise<void> {
  const window = Math.floor(Date.now() / ASK_WINDOW_MS) * ASK_WINDOW_MS;
  await queue.add([{ name, id: `${name}-asked-${window}`, payload: {} }], options);
}

async function readDepths(queues: readonly JobQueue[]) {
  const depths = await Promise.all(queues.map(async (queue) => ({ queue: queue.name, depth: await queue.depth() })));
  return depths.flatMap(({ queue, depth }) =>
    Object.entries(depth).map(([state, jobs]: [string, number]) => ({ queue, state, jobs })),
  );
}
