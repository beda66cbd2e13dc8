import { memo } from 'react';
import { percent } from '../format/number.ts';

const [WIDTH, HEIGHT, AIR] = [100, 24, 2];

/** A smaller part of a value is what is left of arithmetic on doubles: no course of a rate. */
const NOISE = 1e-9;

/** The course of a rate in a cell of a table: from its least to its greatest value, a hole where nothing is known. */
export const Sparkline = memo(function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return <span title="Nothing is known of these days yet.">–</span>;
  const [least, greatest] = [Math.min(...known), Math.max(...known)];
  const label = `from ${percent(known[0]).text} to ${percent(known.at(-1)).text}, least ${percent(least).text}, greatest ${percent(greatest).text}, ${known.length} of ${values.length} points known`;
  const step = WIDTH / Math.max(1, values.length - 1);
  const isFlat = greatest - least <= NOISE * Math.max(Math.abs(greatest), Math.abs(least));
  const y = (value: number): number =>
    isFlat ? HEIGHT / 2 : HEIGHT - AIR - ((value - least) / (greatest - least)) * (HEIGHT - 2 * AIR);
  return (
    <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <title>{label}</title>
      <path d={pathOf(values, step, y)} />
    </svg>
  );
});

/** Lines end at holes; a lonely point is a dash. */
export function pathOf(values: readonly (number | null)[], step: number, y: (value: number) => number): string {
  return values
    .map((value, index) => {
      if (value === null) return '';
      const [x, height] = [(index * step).toFixed(1), y(value).toFixed(1)];
      const isBegun = (values[index - 1] ?? null) !== null;
      if (isBegun) return `L${x} ${height}`;
      const isAlone = (values[index + 1] ?? null) === null;
      return isAlone ? `M${x} ${height}h2` : `M${x} ${height}`;
    })
    .join('');
}
