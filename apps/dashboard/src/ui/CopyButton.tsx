import { useCopy } from './copy.ts';

const WORDS = { idle: 'Copy', copied: 'Copied', refused: 'Not allowed' } as const;

interface Props {
  readonly text: string;
  /** What is copied. */
  readonly label: string;
  /** Whether the label is shown, or only said. */
  readonly shown?: boolean;
}

/** Copies a text with one click and says so, also to a screen reader. */
export function CopyButton({ text, label, shown = false }: Props) {
  const [state, copy] = useCopy();
  return (
    <button type="button" className="button small" onClick={() => copy(text)} aria-live="polite">
      {WORDS[state]} <span className={shown ? '' : 'sr-only'}>{label}</span>
    </button>
  );
}
