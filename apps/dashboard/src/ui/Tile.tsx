import type { ReactNode } from 'react';
import type { Formatted } from '../format/number.ts';

interface TileProps {
  readonly label: string;
  readonly field: string;
  readonly value: Formatted;
  readonly note?: ReactNode;
}

/** A number that heads a page. */
export function Tile({ label, field, value, note }: TileProps) {
  return (
    <div className="tile">
      <div className="tile-label">{label}</div>
      <div className="tile-value" data-field={field} data-value={value.exact} title={value.exact}>
        {value.text}
      </div>
      <div className="tile-note">{note ?? '\u00a0'}</div>
    </div>
  );
}
