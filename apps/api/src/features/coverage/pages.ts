import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CoverageRow, ReserveInfo } from '@tidemark/contract';
import type { CoverageFacts, FirstFailure, GapOfRange } from '@tidemark/schema';
import type { TimeRange } from '../../rows/query.ts';
import { createExplainers, type GapReason } from './gaps.ts';
import { createObservationClasses, joinRuns, type ObservationClass, type ObservedTime } from './observed-time.ts';
import {
  countClass,
  type CoverageDraft,
  draftCoverageRow,
  measureShare,
  type MeasuredShare,
  type ObservationCounts,
} from './rows.ts';

/** A reserve and the protocol that it belongs to. */
export interface CoveredReserve {
  readonly protocol: string;
  readonly info: ReserveInfo;
}

/** Rows that are handed on at once. */
const ROWS_A_PAGE = 100;
/** Milliseconds of work after which others get their turn. */
const TURN_MS = 5;

/** What is known of a protocol. */
export interface CoverageReads {
  readonly facts: (protocol: string) => Promise<CoverageFacts>;
  /** The first attempt of each gap that failed, in their order. */
  readonly gapFailures: (protocol: string, gaps: readonly GapOfRange[]) => Promise<readonly (FirstFailure | null)[]>;
  /** What the clock of the chain says now; null where nothing was read. */
  readonly chainNowMs: (protocol: string) => number | null;
}

/** A row in the making, with what is known of the reasons of its gaps. */
interface ExplainedDraft extends CoverageDraft {
  readonly reserve: string;
  readonly reasons: readonly GapReason[];
}

/** The rows of the reserves, which come by protocol: what is on record is read once for each. */
export async function* coveragePages(
  reserves: readonly CoveredReserve[],
  asked: TimeRange,
  reads: CoverageReads,
): AsyncGenerator<readonly CoverageRow[]> {
  let turnedAt = performance.now();
  for (const protocol of new Set(reserves.map((row) => row.protocol))) {
    const own = reserves.filter((row) => row.protocol === protocol);
    const facts = await reads.facts(protocol);
    const range = { ...asked, nowMs: reads.chainNowMs(protocol) ?? asked.fromMs };
    const explainersOf = createExplainers(facts);
    const observationsOf = createObservationClasses(facts.runs);
    // A few classes for hundreds of reserves: what is the same for all of one is worked out once.
    const knownOf = new Map<ObservationClass, KnownClass>();
    let drafts: ExplainedDraft[] = [];
    for (const { info } of own) {
      // Years of observations are milliseconds for each reserve: others get their turn in between.
      if (performance.now() - turnedAt > TURN_MS) {
        await nextTurn();
        turnedAt = performance.now();
      }
      const observations = observationsOf(info.reserve);
      const known = knownOf.get(observations) ?? new KnownClass(observations, range);
      knownOf.set(observations, known);
      const share = known.shareFrom(info.first_seen_timestamp * 1000);
      const draft = draftCoverageRow({ protocol, reserve: info, share, counts: known.counts });
      const reasons = draft.listed.map(explainersOf(info.reserve, observations));
      drafts.push({ ...draft, reserve: info.reserve, reasons });
      if (drafts.length < ROWS_A_PAGE) continue;
      yield await toRows(protocol, drafts, reads);
      drafts = [];
    }
    if (drafts.length > 0) yield await toRows(protocol, drafts, reads);
  }
}

/** What is the same for all reserves of a class. */
class KnownClass {
  readonly counts: ObservationCounts;
  readonly #times: readonly ObservedTime[];
  readonly #range: TimeRange & { readonly nowMs: number };
  /** By the moment from which a reserve counts. */
  readonly #shares = new Map<number, MeasuredShare>();

  constructor(observations: ObservationClass, range: TimeRange & { readonly nowMs: number }) {
    this.counts = countClass(observations, range);
    this.#times = joinRuns(observations.observed);
    this.#range = range;
  }

  /** Of a reserve that was first seen then. */
  shareFrom(firstSeenMs: number): MeasuredShare {
    const fromMs = Math.max(this.#range.fromMs, firstSeenMs);
    const known = this.#shares.get(fromMs) ?? measureShare(this.#times, { ...this.#range, fromMs });
    this.#shares.set(fromMs, known);
    return known;
  }
}

/** Rows with the reasons that have to be looked up, all of them at once. */
async function toRows(
  protocol: string,
  drafts: readonly ExplainedDraft[],
  { gapFailures }: CoverageReads,
): Promise<CoverageRow[]> {
  const asked = drafts.flatMap(({ reserve, listed, reasons }) =>
    listed
      .filter((_, place) => typeof reasons[place] !== 'string')
      .map((gap) => ({ gap, times: { ...gap, reserve, from: new Date(gap.fromMs) } })),
  );
  const times = asked.map((entry) => entry.times);
  const found = times.length === 0 ? [] : await gapFailures(protocol, times);
  const failureOf = new Map(asked.map(({ gap }, place) => [gap, found[place] ?? null]));
  return drafts.map(({ listed, reasons, toRow }) =>
    toRow(
      listed.map((gap, place) => {
        const reason = reasons[place] ?? '';
        return typeof reason === 'string' ? reason : reason(failureOf.get(gap) ?? null);
      }),
    ),
  );
}
