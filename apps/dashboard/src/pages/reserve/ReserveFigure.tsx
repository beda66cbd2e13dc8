import type { Reserve } from '../../api/queries.ts';
import { FORMATS, type Unit } from '../../format/number.ts';
import { words } from '../../format/words.ts';
import { Figure } from '../../ui/Figure.tsx';
import { originOf } from './origin.ts';

interface Props {
  readonly row: Reserve;
  readonly field: keyof Reserve;
  readonly unit: Unit;
  readonly reason?: string | null;
}

/** A number of the details of a reserve. */
export function ReserveFigure({ row, field, unit, reason }: Props) {
  const value = row[field];
  const number = typeof value === 'number' ? value : null;
  return (
    <Figure
      field={field}
      value={FORMATS[unit](number)}
      reason={reason ?? gapReason(row, field)}
      origin={originOf(row, field)}
    />
  );
}

/** The reason that stands beside a realised rate, or that there is no price. */
function gapReason(row: Reserve, field: string): string {
  if (field.includes('usd')) return 'The account holds no price.';
  const code = Object.entries(row).find(([name]) => name === field.replace(/_f$/, '_gap_str'))?.[1];
  return typeof code === 'string' ? words(code) : 'The API does not know it.';
}
