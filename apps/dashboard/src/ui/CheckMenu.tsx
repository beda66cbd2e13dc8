import { Popover } from '@base-ui/react/popover';
import { useId, useState } from 'react';

export interface Option {
  readonly value: string;
  readonly text: string;
  readonly hint?: string;
}

export interface FilterProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** What is chosen keeps the order of the options. */
  readonly keepOrder?: boolean;
}

interface CheckMenuProps extends FilterProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** More choices than this get a field to search in them. */
const SEARCH_FROM = 9;

/** A list of choices to tick, in a popup: loaded when somebody first goes for it. */
export default function CheckMenu({ label, options, chosen, onChange, open, onOpenChange, keepOrder }: CheckMenuProps) {
  const [needle, setNeedle] = useState('');
  const id = useId();
  const shown = options.filter(({ text }) => text.toLowerCase().includes(needle.toLowerCase()));
  const toggle = (value: string): void => {
    const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
    const order = options.map((option) => option.value);
    onChange(keepOrder === true ? order.filter((each) => next.includes(each)) : next);
  };
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger className="button">
        {label}
        {keepOrder !== true && chosen.length > 0 && <span className="badge">{chosen.length}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className="positioner">
          <Popover.Popup className="popup menu" aria-labelledby={id}>
            <div className="menu-head">
              <Popover.Title id={id}>{label}</Popover.Title>
              <button
                type="button"
                className="button small"
                onClick={() => onChange([])}
                disabled={chosen.length === 0}
              >
                {keepOrder === true ? 'Default' : 'Clear'}
              </button>
            </div>
            {options.length >= SEARCH_FROM && (
              <input
                type="search"
                value={needle}
                onChange={(event) => setNeedle(event.target.value)}
                placeholder="Search"
                aria-label={`Search in ${label}`}
              />
            )}
            <ul>
              {shown.map(({ value, text, hint }) => (
                <li key={value}>
                  <label>
                    <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
                    <bdi>{text}</bdi>
                    {hint !== undefined && <small>{hint}</small>}
                  </label>
                </li>
              ))}
              {shown.length === 0 && <li className="quiet">Nothing has this name.</li>}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
