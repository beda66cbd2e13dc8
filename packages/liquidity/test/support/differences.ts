/** Values beside recorded ones: everything that differs, with what it is of. */
export class Differences {
  readonly found: string[] = [];

  check(what: string, actual: unknown, recorded: unknown): void {
    const [one, other] = [textOf(actual), textOf(recorded)];
    if (one !== other) this.found.push(`${what}: ${one} instead of ${other}`);
  }
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)) ?? 'undefined';
}

/** The value; a test that has none cannot go on. */
export function given<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new RangeError(`no ${what}`);
  return value;
}
