import type { ReactNode } from 'react';
import type { Formatted } from '../format/number.ts';

interface NumberCellProps {
  /** The field of the API whose value this is. */
  readonly field: string;
  readonly value: Formatted;
  /** What the pointer is told; every digit of the value where it is left out. */
  readonly title?: string;
  /** What stands before the number. */
  readonly children?: ReactNode;
}

/** A number in a table. */
export function NumberCell({ field, value, title = value.exact, children }: NumberCellProps) {
  return (
    <td className="number" title={title} data-field={field} data-value={value.exact}>
      {children}
      {value.text}
    </td>
  );
}
