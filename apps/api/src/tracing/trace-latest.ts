import type { IncomingMessage } from 'node:http';
import type { OpenSpan, SpanLink, Tracer } from '@tidemark/runtime';
import type { LatestSummaries, LatestTrace } from '@tidemark/schema';
import type { LatestCache } from '../latest/latest-cache.ts';
import type { LatestDataset } from '../latest/latest-dataset.ts';
import { beginClock } from './begin-clock.ts';
import { commitLink } from './commit-link.ts';
import { isTraced, linkRequest } from './request-traces.ts';

export interface TracedLatestOptions {
  readonly tracer: Tracer;
  readonly protocol: string;
  readonly load: () => Promise<LatestSummaries>;
  readonly listTraces: () => Promise<LatestTrace[]>;
  /** Makes the cache over a load. */
  readonly create: (load: () => Promise<LatestSummaries>) => LatestCache;
}

/** Where the rows of a dataset come from, as far as that was traced. */
interface Origins {
  readonly commits: readonly LatestTrace[];
  readonly byReserve: ReadonlyMap<string, LatestTrace>;
}

/** A round of batches is a handful of commits; more than this is no explanation any more. */
const MAX_LINKS = 32;
const NO_ORIGINS: Origins = { commits: [], byReserve: new Map() };

const originsOf = new WeakMap<LatestDataset, Promise<Origins>>();

/**
 * A cache whose reloads are spans, linked to the commits that they brought. Which those are is looked up beside it, so that no
 * answer waits for it, and none is lost when it fails. Without tracing the cache is the plain one.
 */
export function createTracedLatest(options: TracedLatestOptions): LatestCache {
  const { tracer } = options;
  if (!tracer.isEnabled) return options.create(options.load);
  let slots: ReadonlyMap<string, bigint> = new Map();
  let told: ReadonlySet<bigint> = new Set();
  const cache = options.create(async () => {
    const loaded = await options.load();
    slots = new Map(loaded.reserves.map(({ reserve, slot }) => [reserve, slot]));
    return loaded;
  });

  const tell = async (span: OpenSpan, dataset: LatestDataset, endedAt: number): Promise<void> => {
    const { commits } = await findOrigins(dataset, slots, options.listTraces);
    const news = commits.filter(({ commitSeq }) => !told.has(commitSeq));
    if (commits.length > 0) told = new Set(commits.map(({ commitSeq }) => commitSeq));
    span.link(news.slice(-MAX_LINKS).map(commitLink));
    span.end(endedAt);
  };
  return {
    ...cache,
    reload: async () => {
      const clock = beginClock();
      const span = tracer.start('refresh latest', {
        parent: null,
        attributes: { 'tidemark.protocol': options.protocol },
      });
      await tracer.within(span, () => cache.reload());
      const endedAt = clock();
      const { dataset, failing } = cache.status();
      span.set({ 'tidemark.reserves': dataset?.count, 'tidemark.slot': dataset?.slot });
      if (failing) span.fail({ code: 'LOAD_FAILED' });
      if (dataset === null || !span.isRecorded) span.end(endedAt);
      else void tracer.within(span, () => tell(span, dataset, endedAt));
    },
  };
}

/** Links a request to the commits behind the latest rows that it was answered with: of one reserve, or of all. */
export function linkLatest(request: IncomingMessage, dataset: LatestDataset, reserve?: string): void {
  if (!isTraced(request)) return;
  linkRequest(request, async () => {
    const { commits, byReserve } = (await originsOf.get(dataset)) ?? NO_ORIGINS;
    return linksOf(reserve === undefined ? commits : [byReserve.get(reserve)]);
  });
}

function linksOf(commits: readonly (LatestTrace | undefined)[]): SpanLink[] {
  return commits.flatMap((commit) => (commit === undefined ? [] : [commitLink(commit)])).slice(-MAX_LINKS);
}

/** Looked up once per dataset; again when that failed. Rows that were replaced meanwhile are left out. */
function findOrigins(
  dataset: LatestDataset,
  slots: ReadonlyMap<string, bigint>,
  listTraces: () => Promise<LatestTrace[]>,
): Promise<Origins> {
  const found = originsOf.get(dataset);
  if (found !== undefined) return found;
  const finding = listTraces().then(
    (traces) => toOrigins(traces.filter(({ reserve, slot }) => slots.get(reserve) === slot)),
    () => {
      originsOf.delete(dataset);
      return NO_ORIGINS;
    },
  );
  originsOf.set(dataset, finding);
  return finding;
}

function toOrigins(traces: readonly LatestTrace[]): Origins {
  const bySeq = new Map(traces.map((trace) => [trace.commitSeq, trace]));
  const commits = [...bySeq.values()].toSorted((a, b) => (a.commitSeq < b.commitSeq ? -1 : 1));
  return { commits, byReserve: new Map(traces.map((trace) => [trace.reserve, trace])) };
}
