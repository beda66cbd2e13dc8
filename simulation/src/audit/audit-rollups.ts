import { deriveAt } from './expected-state.ts';
import { differenceOf, type Finding } from './finding.ts';
import { committedOf, observedBy } from './looks.ts';
import type { StoredBatch, StoredFacts, StoredRow } from './stored-facts.ts';
import type { Truth } from './truth.ts';

/** What says that the state at an edge is certain to the bit. */
const EXACT_PROOFS = new Set(['same_account', 'later_account']);

const HOUR_MS = 3_600_000;
/**
 * The slot of an edge lies on the line between two looks. Their times and its own are whole seconds, and it is a whole
 * slot of at most one second: so far it may be from the truth.
 */
const SLOT_TOLERANCE_SECONDS = 3;

interface AuditedHours {
  readonly findings: readonly Finding[];
  /** Edges that claim a proof, each compared with the chain. */
  readonly edges: number;
}

interface Looks {
  readonly firstMs: number;
  readonly newestMs: number;
}

/**
 * Hours against the chain: an edge with a proof is at the bound of its hour, or at the first or the newest look where those
 * are within it, and holds the state that the chain had at the edge's slot. `index_continuity` proves the rate index alone,
 * so only that is compared there.
 */
export function auditHours({ hours, batches }: StoredFacts, truth: Truth): AuditedHours {
  const looksOf = spanOfLooks(batches);
  const edges = hours.flatMap((row) =>
    (['open', 'close'] as const).flatMap((side) => {
      const findings = auditEdge(row, side, looksOf.get(String(row['reserve'])), truth);
      return findings === null ? [] : [findings];
    }),
  );
  return { findings: edges.flat(), edges: edges.length };
}

/** The first and the newest look at each reserve. */
function spanOfLooks(batches: readonly StoredBatch[]): Map<string, Looks> {
  const spans = new Map<string, Looks>();
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
function auditEdge(row: StoredRow, side: 'open' | 'close', looks: Looks | undefined, truth: Truth): Finding[] | null {
  const proof = row[`${side}_proof`];
  if (typeof proof !== 'string') return null;
  const [at, hour] = [row[`${side}_at`], row['bucket_start']];
  const [reserve, slot] = [String(row['reserve']), Number(row[`${side}_slot`])];
  const name = `${reserve}, hour ${hour instanceof Date ? hour.toISOString() : '?'}, ${side}, ${proof} at slot ${slot}`;
  const problems =
    at instanceof Date && hour instanceof Date && looks !== undefined
      ? [...misplaced(side, { at, hour, slot }, looks, truth), ...differencesAt(row, side, { at, slot, proof }, truth)]
      : ['has a proof and no time, no hour or no look'];
  return problems.length === 0 ? [] : [{ invariant: 'rollups', message: `${name}: ${problems.join('; ')}` }];
}

function misplaced(
  side: 'open' | 'close',
  { at, hour, slot }: { readonly at: Date; readonly hour: Date; readonly slot: number },
  { firstMs, newestMs }: Looks,
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
  const account = truth.reserveAt(String(row['reserve']), slot);
  const derived = deriveAt(truth, account, { slot, unixTime: at.getTime() / 1000, slotDurationMs: 400 });
  const { accrued } = derived;
  const index = { cumulative_borrow_rate_bsf: accrued.cumulativeBorrowRateBsf };
  const whole = {
    ...index,
    available_amount_raw: accrued.availableRaw,
    borrowed_amount_sf: accrued.borrowedSf,
    total_supply_sf: accrued.totalSupplySf,
    collateral_supply_raw: account.collateral.mintTotalSupplyRaw,
    market_price_sf: account.liquidity.marketPriceSf,
  };
  return Object.entries(EXACT_PROOFS.has(proof) ? whole : index).flatMap(
    ([name, value]) => differenceOf(`${side}_${name}`, row[`${side}_${name}`], value) ?? [],
  );
}

/** What grew during the run against the same made again at its end. */
export function auditRebuilt(grown: StoredFacts, rebuilt: StoredFacts): Finding[] {
  return (['spans', 'gaps', 'hours', 'days'] as const).flatMap((name) => {
    const [before, after] = [grown[name].map(toText), rebuilt[name].map(toText)];
    const known = new Set(after);
    const odd = before.filter((text) => !known.has(text));
    if (odd.length === 0 && before.length === after.length) return [];
    const message = `${name} differ when they are made again: ${before.length} grown, ${after.length} rebuilt; first that differs: ${firstDifference(odd[0], after)}`;
    return [{ invariant: 'rollups', message }];
  });
}

/** Whatever is stored but the time at which it was. */
function toText(row: object): string {
  const { computed_at: _, recorded_at: __, ...rest } = { ...row } as Record<string, unknown>;
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
