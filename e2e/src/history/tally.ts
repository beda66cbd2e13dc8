import type { Doubt } from './proof.ts';

/** How many values were held against the truth, and which of them were not proven, by the reason. */
export class Tally {
  #proven = 0;
  readonly #unproven = new Map<Doubt, number>();
  /** What is not as it should be, in words. */
  readonly wrong: string[] = [];

  get proven(): number {
    return this.#proven;
  }

  get unproven(): number {
    return [...this.#unproven.values()].reduce((sum, count) => sum + count, 0);
  }

  /** A proven value, and what of it differs from the truth. */
  addProven(what: string, differences: readonly string[]): void {
    this.#proven += 1;
    this.wrong.push(...differences.map((difference) => `${what}: ${difference}`));
  }

  /** A value without proof, and why it has none by the truth. */
  addUnproven(what: string, doubt: Doubt | null): void {
    if (doubt === null) this.wrong.push(`${what}: not proven, though only one state can have been in force`);
    else this.#unproven.set(doubt, (this.#unproven.get(doubt) ?? 0) + 1);
  }

  /** In words, for the report. */
  describe(what: string): string {
    const doubts = [...this.#unproven].map(([doubt, count]) => `${count} ${doubt}`).join(', ');
    const all = this.#proven + this.unproven;
    return `${what}: ${this.#proven} of ${all} proven and equal to the truth; not proven: ${doubts === '' ? 'none' : doubts}`;
  }
}
