import { useState } from 'react';

const SHOWN_MS = 1_500;

/** Copies a text, and tells for a moment that it did, or that the browser refused. */
export function useCopy(): readonly [state: 'idle' | 'copied' | 'refused', copy: (text: string) => void] {
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
