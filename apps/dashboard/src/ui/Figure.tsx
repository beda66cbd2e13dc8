import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { type Formatted, UNKNOWN } from '../format/number.ts';
import { fieldWords } from '../format/words.ts';
import type { FigureProps } from './Provenance.tsx';

const load = () => import('./Provenance.tsx');
const Provenance = lazy(load);

/** A number with its origin one click away. */
export function Figure(props: FigureProps) {
  const { field, value, reason } = props;
  const isChanged = useChange(value.text);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const title = value.exact === '' ? (reason ?? 'Unknown') : value.exact;
  const button = (
    <button
      type="button"
      className="figure"
      data-field={field}
      data-value={value.exact}
      data-changed={isChanged ? '' : undefined}
      title={title}
      aria-haspopup="dialog"
      aria-expanded={open}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => {
        setWanted(true);
        setOpen(true);
      }}
    >
      {value.text}
      <span className="sr-only">, {fieldWords(field)}: where this comes from</span>
    </button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <Provenance {...props} open={open} onOpenChange={setOpen} title={title} />
    </Suspense>
  );
}

interface TileProps {
  readonly label: string;
  readonly field: string;
  readonly value: Formatted;
  readonly note?: ReactNode;
}

/** A number that heads a page. */
export function Tile({ label, field, value, note }: TileProps) {
  const isChanged = useChange(value.text);
  return (
    <div className="tile">
      <div className="tile-label">{label}</div>
      <div
        className="tile-value"
        data-field={field}
        data-value={value.exact}
        data-changed={isChanged ? '' : undefined}
        title={value.exact}
      >
        {value.text}
      </div>
      <div className="tile-note">{note ?? '\u00a0'}</div>
    </div>
  );
}

const MARKED_MS = 2_500;

/** Whether a text has just changed: true for a moment. Its first appearance is no change. */
function useChange(text: string): boolean {
  const before = useRef(text);
  const [isChanged, setIsChanged] = useState(false);
  useEffect(() => {
    const previous = before.current;
    before.current = text;
    if (previous === text || previous === UNKNOWN) return undefined;
    setIsChanged(true);
    const timer = setTimeout(() => setIsChanged(false), MARKED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return isChanged;
}
