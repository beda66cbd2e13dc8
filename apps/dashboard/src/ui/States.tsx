import type { ReactNode } from 'react';
import { explain } from '../api/client.ts';
import type { ReadFailure } from '../api/use-reserves.ts';
import { clock } from '../format/time.ts';
import { capital, verdictWords } from '../format/words.ts';
import { useZone } from './navigation.ts';

interface LoadingProps {
  readonly what: string;
  readonly rows?: number;
  /** What comes in its place, as high as that: style sheets know how high it is. */
  readonly kind?: 'lines' | 'table' | 'charts' | 'curve' | 'short' | 'area';
}

/** Something is on its way: its outline, so that nothing jumps when it comes. */
export function Loading({ what, rows = 6, kind = 'lines' }: LoadingProps) {
  return (
    <div className={`loading ${kind}`} role="status">
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

/** A part did not come: which one, and what that means for what is shown. Nothing where all came. */
export function Partial({
  failures,
  retry,
}: {
  readonly failures: readonly ReadFailure[];
  readonly retry: () => void;
}) {
  const zone = useZone();
  if (failures.length === 0) return null;
  return (
    <div className="notice warn partial" role="alert">
      {failures.map(({ protocol, error, readAt }) => (
        <p key={protocol}>
          <span aria-hidden="true">▲</span> <strong>{capital(protocol)} could not be read.</strong>{' '}
          {readAt === null
            ? 'Its reserves are missing here.'
            : `Its reserves are those read at ${clock(Math.floor(readAt / 1_000), zone)}.`}{' '}
          {explain(error)}
        </p>
      ))}
      <button type="button" className="button small" onClick={retry}>
        Try again
      </button>
    </div>
  );
}

const SHAPES: Readonly<Record<string, string>> = { ok: '●', degraded: '△', unknown: '◌', failing: '▲' };

/** A verdict by shape, word and colour: none of them alone. */
export function Verdict({ verdict, text }: { readonly verdict: string; readonly text?: string }) {
  return (
    <span className={`verdict ${verdict}`}>
      <span aria-hidden="true">{SHAPES[verdict] ?? '◌'}</span> {text ?? verdictWords(verdict)}
    </span>
  );
}
