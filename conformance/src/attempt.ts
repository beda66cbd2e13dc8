/** What a piece of work gave, or what it threw. */
export type Attempt<T> = { readonly value: T } | { readonly thrown: unknown };

export function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() };
  } catch (thrown) {
    return { thrown };
  }
}
