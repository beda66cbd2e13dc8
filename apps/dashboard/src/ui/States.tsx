import type { ReactNode } from 'react';
import { explain } from '../api/client.ts';
import { words } from '../format/words.ts';

/** Something is on its way: its outline, so that nothing jumps when it comes. */
export function Loading({ what, rows = 6 }: { readonly what: string; readonly rows?: number }) {
  return (
    <div className="loading" role="status">
      <span className="sr-only">Loading {what}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="skeleton" aria-hidden="true" />
      ))}
    </div>
  );
}

/** Nothing is there: why, and what would fill it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children !== undefined && <div className="quiet">{children}</div>}
    </div>
  );
}

/** An answer did not come: in the words of the API, with a way to ask again. */
export function Failed({
  what,
  error,
  retry,
}: {
  readonly what: string;
  readonly error: unknown;
  readonly retry?: () => void;
}) {
  return (
    <div className="failed" role="alert">
      <p>
        <strong>{what} could not be loaded.</strong> {explain(error)}
      </p>
      {retry !== undefined && (
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

const SHAPES: Readonly<Record<string, string>> = { ok: '●', degraded: '▲', unknown: '◆', failing: '■' };

/** A verdict by shape, word and colour: none of them alone. */
export function Verdict({ verdict, text }: { readonly verdict: string; readonly text?: string }) {
  return (
    <span className={`verdict ${verdict}`}>
      <span aria-hidden="true">{SHAPES[verdict] ?? '◆'}</span> {text ?? words(verdict)}
    </span>
  );
}
