import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HistoryGap, HistoryMeta } from '@tidemark/contract';
import { firstSightsMs, whyEmpty } from '../../rows/why-empty.ts';
import { historyParts } from './history-items.ts';
import type { ItemsInput } from './history-parts.ts';
import { PageTally } from './page-tally.ts';
import { type HistoryPlace, INTERVAL_MS } from './query.ts';

/** Rows up to a limit, written, and where to go on. */
export interface HistoryPage {
  readonly count: number;
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  readonly next: HistoryPlace | null;
  /** Newest chain time in unix seconds and slot that a row is as of. */
  readonly asOf: number | null;
  readonly slot: number | null;
  /** Reserves that were looked at, with rows or without. */
  readonly reserves: readonly string[];
  /** Stretches that nothing is known of. */
  readonly unknown: readonly HistoryGap[];
  /** Whether nothing but a correction of what is stored changes the page; of a range that is over. */
  readonly isFinal: boolean;
  /** SHA-256 of the written rows; null of a page that has a revision, and of files. */
  readonly digest: string | null;
}

/** How many buckets one call goes through before it says "go on from here", with fewer rows than its limit. */
const MAX_ITEMS = 100_000;
/** How many gaps an answer lists. */
export const MAX_GAPS = 100;
export const METHODOLOGY = 'history-1.1';

/**
 * Takes rows until there are `limit` and one more, which tells that more follow, or until it is enough for one call. `hasVersion`: the
 * page has a revision if it is final, and needs no digest then. Other pages in JSON are hashed while the database sends the rest.
 */
export async function readHistoryPage(input: ItemsInput, limit: number, hasVersion: boolean): Promise<HistoryPage> {
  const tally = new PageTally(limit, INTERVAL_MS[input.ask.interval]);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const hash = createHash('sha256');
  const isHashed = (): boolean => input.ask.format === 'json' && !(hasVersion && tally.isFinal);
  let hashed = 0;
  let isCut = false;
  for await (const bytes of historyParts(input, tally)) {
    if (bytes.length > 0) chunks.push(bytes);
    if (isHashed()) for (; hashed < chunks.length; hashed += 1) hash.update(chunks[hashed] ?? '');
    isCut = tally.looked > MAX_ITEMS;
    if (tally.isOver || isCut) break;
    // Thousands of rows are milliseconds: others get their turn in between.
    await nextTurn();
  }
  const { count, asOf, slot, reserves, unknown, isFinal } = tally;
  const cutAt = isCut ? tally.lastLooked : null;
  const next = tally.isOver ? tally.lastShown : cutAt;
  const digest = isHashed() ? hash.digest('base64url') : null;
  return { chunks, next, count, asOf, slot, reserves, unknown, isFinal, digest };
}

/** What an answer says about itself. */
export async function describePage(
  { reads, ask, reserves, archived }: ItemsInput,
  page: HistoryPage,
  tier: HistoryMeta['tier_str'],
): Promise<HistoryMeta> {
  const from = new Date(ask.fromMs);
  const to = new Date(ask.toMs);
  // One more than is listed tells that there are more.
  const limit = MAX_GAPS + 1;
  const known = page.reserves.length === 0 ? [] : await reads.gaps({ reserves: page.reserves, from, to, limit });
  const clipped = known.map(
    (gap): HistoryGap => ({
      reserve: gap.reserve,
      from: Math.floor(Math.max(gap.from.getTime(), ask.fromMs) / 1000),
      to: Math.ceil(Math.min(gap.to.getTime(), ask.toMs) / 1000),
      gap_reason_str: gap.reason,
    }),
  );
  const gaps = [...archivedGaps(ask, archived), ...clipped, ...page.unknown].toSorted(
    (left, right) => compare(left.reserve ?? '', right.reserve ?? '') || left.from - right.from,
  );
  const isRaw = ask.interval === 'raw';
  const next = page.next === null ? null : ask.cursorAfter(page.next);
  return {
    from: Math.floor(ask.fromMs / 1000),
    to: Math.ceil(ask.toMs / 1000),
    interval_str: ask.interval,
    agg_str: isRaw ? null : ask.agg,
    fill_str: isRaw ? null : ask.fill,
    count: page.count,
    next_cursor: next,
    ...whyEmpty({
      count: page.count,
      next,
      toMs: ask.toMs,
      firstSeenMs: firstSightsMs(reserves),
      rows: 'buckets',
      unreadable: archived.filter(({ isReadable }) => !isReadable).map(({ file }) => file),
    }),
    as_of: page.asOf,
    slot: page.slot,
    tier_str: tier,
    methodology: METHODOLOGY,
    gaps: gaps.slice(0, MAX_GAPS),
    gaps_truncated_b: gaps.length > MAX_GAPS,
  };
}

/** Months whose single reads are in files that are not read here. */
function archivedGaps({ fromMs, toMs }: ItemsInput['ask'], archived: ItemsInput['archived']): HistoryGap[] {
  return archived
    .filter(({ isReadable }) => !isReadable)
    .map(({ from, to }) => ({
      reserve: null,
      from: Math.floor(Math.max(from.getTime(), fromMs) / 1000),
      to: Math.ceil(Math.min(to.getTime(), toMs) / 1000),
      gap_reason_str: 'archived',
    }));
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
