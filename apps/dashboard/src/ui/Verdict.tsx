import { words } from '../format/words.ts';

const SHAPES: Readonly<Record<string, string>> = { ok: '●', degraded: '▲', unknown: '◆', failing: '■' };

/** A verdict by shape, word and colour: none of them alone. */
export function Verdict({ verdict, text }: { readonly verdict: string; readonly text?: string }) {
  return (
    <span className={`verdict ${verdict}`}>
      <span aria-hidden="true">{SHAPES[verdict] ?? '◆'}</span> {text ?? words(verdict)}
    </span>
  );
}
