import { waitOf } from './client.ts';

interface Polled {
  readonly state: { readonly error: Error | null };
}

/** How long until a query is asked for again: after so many milliseconds, or when the API has asked to wait longer, after that. */
export const every =
  (ms: number) =>
  ({ state }: Polled): number =>
    Math.max(ms, waitOf(state.error));
