import { type NaiveRate, naiveWindow, WINDOWS } from '../naive/naive-realised.ts';
import { observationsOfReserves } from '../naive/observations-of-reserve.ts';
import type { ServedLending } from '../served/read-lending.ts';
import { differenceOf } from './finding.ts';
import type { StoredFacts } from './stored-facts.ts';
import type { Truth } from './truth.ts';

/** The program accrues slot by slot, clocks count whole seconds, and the line between two rows knows of neither. */
const TOLERANCE_SECONDS = 3;
/** Of a rate near zero, compounded continuously: what the program cuts off of each number, for a year. */
const LEAST = 1e-9;

/** The realised rates of the newest state of each reserve, against a naive calculation over its observations. */
export function auditServedRealised({ details }: ServedLending, facts: StoredFacts, truth: Truth): string[] {
  const all = new Map(observationsOfReserves(facts, truth).map((own) => [own.reserve, own]));
  return details.flatMap((row) => {
    const own = all.get(String(row['reserve']));
    if (own === undefined) return [];
    const end = { slot: Number(row['slot']), unixTime: Number(row['timestamp']) };
    return Object.entries(WINDOWS).flatMap(([name, seconds]) => {
      const window = naiveWindow(own, end, seconds);
      const side = (of: 'borrow' | 'supply', gap: string) =>
        rateProblem(`${of}_apy_realised_${name}`, row, {
          wanted: window?.[of] ?? null,
          tolerance: TOLERANCE_SECONDS / seconds,
          gap: window === null ? 'not_enough_history' : gap,
        });
      const problems = [
        differenceOf(`realised_${name}_seconds`, row[`realised_${name}_seconds`], window?.seconds ?? null),
        side('borrow', 'index_reset'),
        side('supply', 'no_collateral'),
      ].filter((problem) => problem !== null);
      return problems.length === 0 ? [] : [`${own.reserve} at ${end.unixTime}: ${problems.join('; ')}`];
    });
  });
}

function rateProblem(
  name: string,
  row: Readonly<Record<string, unknown>>,
  { wanted, tolerance, gap }: { readonly wanted: NaiveRate; readonly tolerance: number; readonly gap: string },
): string | null {
  const [rate, reason] = [row[`${name}_f`], row[`${name}_gap_str`]];
  if (wanted === null)
    return rate === null && reason === gap ? null : `${name} is ${String(rate)}, not null for ${gap}`;
  const [least, most] = [Math.log1p(wanted[0]), Math.log1p(wanted[1])];
  const room = (bound: number) => Math.abs(bound) * tolerance + LEAST;
  const grown = typeof rate === 'number' ? Math.log1p(rate) : Number.NaN;
  const isIn = grown >= least - room(least) && grown <= most + room(most);
  return isIn && reason === null ? null : `${name} is ${String(rate)}, not within ${wanted[0]} and ${wanted[1]}`;
}
