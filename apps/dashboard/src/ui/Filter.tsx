import { lazy, Suspense, useState } from 'react';
import type { FilterProps } from './CheckMenu.tsx';

const load = () => import('./CheckMenu.tsx');
const CheckMenu = lazy(load);

/** A button that opens a list of choices. Its popup is no part of the first load. */
export function Filter(props: FilterProps) {
  const { label, chosen, keepOrder } = props;
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const button = (
    <button
      type="button"
      className="button"
      aria-haspopup="dialog"
      aria-expanded={open}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => {
        setWanted(true);
        setOpen(true);
      }}
    >
      {label}
      {keepOrder !== true && chosen.length > 0 && <span className="badge">{chosen.length}</span>}
    </button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <CheckMenu {...props} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}
