import { useState } from 'react';

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

const SHOWN_MS = 1_500;

/** Copies a text, and tells for a moment that it did, or that the browser refused. */
function useCopy(): readonly [state: 'idle' | 'copied' | 'refused', copy: (text: string) => void] {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const copy = (text: string): void => {
    const show = (next: 'copied' | 'refused'): void => {
      setState(next);
      setTimeout(() => setState('idle'), SHOWN_MS);
    };
    // Without a secure origin there is no clipboard.
    if (navigator.clipboard === undefined) show('refused');
    else
      navigator.clipboard.writeText(text).then(
        () => show('copied'),
        () => show('refused'),
      );
  };
  return [state, copy];
}
