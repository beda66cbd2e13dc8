import { deriveAt } from './expected-state.ts';
import { differenceOf, type Finding } from './finding.ts';
import type { StoredFacts, StoredRow } from './stored-facts.ts';
import type { Truth } from './truth.ts';

/** What says that the state at an edge is certain to the bit. */
const EXACT_PROOFS = new Set(['same_account', 'later_account']);

/**
 * Hours against the chain: an edge with a proof holds the state that the chain had at the edge's slot. `index_continuity`
 * proves the rate index alone, so only that is compared there.
 */
export function auditHours({ hours }: StoredFacts, truth: Truth): Finding[] {
  return hours.flatMap((row) => [...auditEdge(row, 'open', truth), ...auditEdge(row, 'close', truth)]);
}

function auditEdge(row: StoredRow, side: 'open' | 'close', truth: Truth): Finding[] {
  const proof = row[`${side}_proof`];
  const at = row[`${side}_at`];
  if (typeof proof !== 'string' || !(at instanceof Date)) return [];
  const reserve = String(row['reserve']);
  const slot = Number(row[`${side}_slot`]);
  const account = truth.reserveAt(reserve, slot);
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
  const differences = Object.entries(EXACT_PROOFS.has(proof) ? whole : index).flatMap(([name, value]) => {
    const difference = differenceOf(`${side}_${name}`, row[`${side}_${name}`], value);
    return difference === null ? [] : [difference];
  });
  if (differences.length === 0) return [];
  const hour = row['bucket_start'] instanceof Date ? row['bucket_start'].toISOString() : '?';
  return [
    { invariant: 'rollups', message: `${reserve}, hour ${hour}, ${proof} at slot ${slot}: ${differences.join('; ')}` },
  ];
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
