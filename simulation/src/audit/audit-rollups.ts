import { DAY_MS, floorMs, HOUR_MS } from '@tidemark/core';
import type { ProcessExit } from '@tidemark/embedded-postgres';
import { decimalOf } from '../naive/decimals.ts';
import { differenceOf, type Finding } from './finding.ts';
import { committedOf, observedBy } from './observations.ts';
import type { StoredBatch, StoredFacts, StoredRow } from './stored-facts.ts';
import type { Truth } from './truth.ts';

/** Proofs that the state at an edge is exact. */
const EXACT_PROOFS = new Set(['same_account', 'later_account']);

/**
 * The slot of an edge lies on the line between two observations. Their times and its own are whole seconds, and it is a whole
 * slot of at most one second: so far it may be from the truth.
 */
const SLOT_TOLERANCE_SECONDS = 3;

interface AuditedHours {
  readonly findings: readonly Finding[];
  /** Edges that claim a proof, each compared with the chain. */
  readonly edges: number;
}

interface ObservedSpan {
  readonly firstMs: number;
  readonly newestMs: number;
}

/**
 * Hours against the chain: an edge with a proof is at the bound of its hour, or at the first or the newest observation where those
 * are within it, and holds the state that the chain had at the edge's slot. `index_continuity` proves the rate index alone,
 * so only that is compared there. Of each reserve no hour and no day is left out.
 */
export function auditHours(
  { hours, days, batches }: Pick<StoredFacts, 'hours' | 'days' | 'batches'>,
  truth: Truth,
): AuditedHours {
  const spansOf = spanOfObservations(batches);
  const edges = hours.flatMap((row) =>
    (['open', 'close'] as const).flatMap((side) => {
      const findings = auditEdge(row, side, spansOf.get(String(row['reserve'])), truth);
      return findings === null ? [] : [findings];
    }),
  );
  const leftOut = truth.reserves.flatMap((reserve) => {
    const observations = spansOf.get(reserve);
    if (observations === undefined) return [];
    return [
      ...findLeftOut(reserve, observations, 'hours', hours, HOUR_MS),
      ...findLeftOut(reserve, observations, 'days', days, DAY_MS),
    ];
  });
  return { findings: [...edges.flat(), ...leftOut], edges: edges.length };
}

/** Unobserved time has its hours, too, from the first observation of a reserve until the newest one. */
function findLeftOut(
  reserve: string,
  { firstMs, newestMs }: ObservedSpan,
  name: 'hours' | 'days',
  rows: readonly StoredRow[],
  widthMs: number,
): Finding[] {
  const own = rows.filter((row) => row['reserve'] === reserve).map((row) => row['bucket_start']);
  const known = new Set(own.map((start) => (start instanceof Date ? start.getTime() : null)));
  const leftOut: Date[] = [];
  for (let ms = floorMs(firstMs, widthMs); ms < newestMs; ms += widthMs) {
    if (!known.has(ms)) leftOut.push(new Date(ms));
  }
  const [first] = leftOut;
  if (first === undefined) return [];
  const message = `${reserve}: ${leftOut.length} ${name} are left out beside ${known.size}, first ${first.toISOString()}`;
  return [{ invariant: 'rollups', message }];
}

/** The first and the newest observation of each reserve. */
function spanOfObservations(batches: readonly StoredBatch[]): Map<string, ObservedSpan> {
  const spans = new Map<string, ObservedSpan>();
  for (const batch of committedOf(batches)) {
    const ms = batch.observedAt.getTime();
    for (const reserve of observedBy(batch)) {
      const { firstMs, newestMs } = spans.get(reserve) ?? { firstMs: ms, newestMs: ms };
      spans.set(reserve, { firstMs: Math.min(firstMs, ms), newestMs: Math.max(newestMs, ms) });
    }
  }
  return spans;
}

/** Null where the edge claims no proof. */
function auditEdge(
  row: StoredRow,
  side: 'open' | 'close',
  observations: ObservedSpan | undefined,
  truth: Truth,
): Finding[] | null {
  const proof = row[`${side}_proof_str`];
  if (typeof proof !== 'string') return null;
  const [at, hour] = [row[`${side}_at`], row['bucket_start']];
  const [reserve, slot] = [String(row['reserve']), Number(row[`${side}_slot`])];
  const name = `${reserve}, hour ${hour instanceof Date ? hour.toISOString() : '?'}, ${side}, ${proof} at slot ${slot}`;
  const problems =
    at instanceof Date && hour instanceof Date && observations !== undefined
      ? [
          ...misplaced(side, { at, hour, slot }, observations, truth),
          ...differencesAt(row, side, { at, slot, proof }, truth),
        ]
      : ['has a proof and no time, no hour or no observation'];
  return problems.length === 0 ? [] : [{ invariant: 'rollups', message: `${name}: ${problems.join('; ')}` }];
}

function misplaced(
  side: 'open' | 'close',
  { at, hour, slot }: { readonly at: Date; readonly hour: Date; readonly slot: number },
  { firstMs, newestMs }: ObservedSpan,
  truth: Truth,
): string[] {
  const [begin, end] = [hour.getTime(), hour.getTime() + HOUR_MS];
  const expected = side === 'open' ? Math.max(begin, firstMs) : Math.min(end, newestMs);
  const offSeconds = Math.abs(truth.unixTimeAt(slot) - at.getTime() / 1000);
  return [
    ...(at.getTime() === expected ? [] : [`is at ${at.toISOString()}, not ${new Date(expected).toISOString()}`]),
    ...(offSeconds <= SLOT_TOLERANCE_SECONDS ? [] : [`its slot is ${offSeconds} s from its time`]),
  ];
}

function differencesAt(
  row: StoredRow,
  side: 'open' | 'close',
  { at, slot, proof }: { readonly at: Date; readonly slot: number; readonly proof: string },
  truth: Truth,
): string[] {
  const reserve = String(row['reserve']);
  if (truth.at(reserve, slot) === null) return ['the chain had no such account at its slot'];
  const account = truth.reserveAt(reserve, slot);
  if (truth.at(account.lendingMarket, slot) === null) return ['the chain had no lending market of it at its slot'];
  const state = account.accrue({ slot, unixTime: at.getTime() / 1000 }, 400);
  const exact = (parts: bigint): string => decimalOf(parts, account.protocol.scale);
  const index = { cumulative_borrow_rate_raw: exact(state.borrowIndex) };
  const whole = {
    ...index,
    available_amount_raw: state.available,
    borrowed_amount_raw: exact(state.borrowed),
    total_supply_raw: exact(state.supplied),
    collateral_supply_raw: account.receiptSupply,
    price_raw: exact(account.price),
  };
  return Object.entries(EXACT_PROOFS.has(proof) ? whole : index).flatMap(
    ([name, value]) => differenceOf(`${side}_${name}`, row[`${side}_${name}`], value) ?? [],
  );
}

/** A run of `rebuild` that has ended. */
export interface RebuildRun {
  readonly exit: ProcessExit;
  /** Its last lines of output. */
  readonly lines: readonly string[];
}

/** It ends with 0 also where it refused to make the hours of a reserve, and says so. */
const REFUSAL = /^rebuild: no hours of /;
const TOLD_LINES = 12;

/** A rebuild makes everything. */
export function auditRebuildRun({ exit, lines }: RebuildRun): Finding[] {
  const refusals = lines.filter((line) => REFUSAL.test(line));
  const end = `rebuild ended with ${exit.signal ?? exit.code}:\n${lines.slice(-TOLD_LINES).join('\n')}`;
  return [...refusals, ...(exit.code === 0 ? [] : [end])].map((message) => ({ invariant: 'rollups', message }));
}

/** What grew during the run against the same made again from nothing at its end. */
export function auditRebuilt(grown: StoredFacts, rebuilt: StoredFacts): Finding[] {
  return (['spans', 'gaps', 'quarters', 'hours', 'days'] as const).flatMap((name) => {
    const [before, after] = [grown[name].map(toText), rebuilt[name].map(toText)];
    const known = new Set(after);
    const odd = before.filter((text) => !known.has(text));
    if (odd.length === 0 && before.length === after.length) return [];
    const message = `${name} differ when they are made again: ${before.length} grown, ${after.length} rebuilt; first that differs: ${firstDifference(odd[0], after)}`;
    return [{ invariant: 'rollups', message }];
  });
}

/** Whatever is stored but when it was. */
function toText(row: object): string {
  const { change_id: _, computed_at: __, recorded_at: ___, ...rest } = { ...row } as Record<string, unknown>;
  return JSON.stringify(rest);
}

function firstDifference(text: string | undefined, after: readonly string[]): string {
  if (text === undefined) return 'none of the grown ones';
  const grown: Record<string, unknown> = JSON.parse(text);
  const twin = after
    .map((each): Record<string, unknown> => JSON.parse(each))
    .find(
      (row) =>
        row['reserve'] === grown['reserve'] &&
        (row['bucket_start'] ?? row['from']) === (grown['bucket_start'] ?? grown['from']),
    );
  if (twin === undefined) return `${text.slice(0, 300)}, which is gone`;
  const columns = Object.keys(grown).filter((column) => JSON.stringify(grown[column]) !== JSON.stringify(twin[column]));
  const words = columns.map((column) => `${column} ${JSON.stringify(grown[column])} → ${JSON.stringify(twin[column])}`);
  return `${String(grown['reserve'])} ${String(grown['bucket_start'] ?? grown['from'])}: ${words.join(', ')}`;
}
