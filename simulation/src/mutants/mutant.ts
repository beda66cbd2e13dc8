import type { SceneName } from '../plan/plan.ts';

/** What of the product a planted bug is in. */
export const MUTANT_CLASSES = [
  'fetch',
  'decode',
  'derive',
  'store',
  'rollup',
  'gaps',
  'history pages',
  'coverage',
  'fees',
  'totals',
  'prices',
  'liquidity',
  'provider',
  'stream',
  'keys',
] as const;
export type MutantClass = (typeof MUTANT_CLASSES)[number];

/** A bug that is planted into a copy of the tree: texts of one source file replaced by others. */
export interface Mutant {
  /** Names it on the command line and in the report. */
  readonly id: string;
  readonly class: MutantClass;
  /** What goes wrong, for the report. */
  readonly words: string;
  /** Relative to the top of the repository. */
  readonly file: string;
  /** Each text occurs exactly once in the file. */
  readonly edits: readonly { readonly find: string; readonly replace: string }[];
  /**
   * `audit`: one that an audit of the service planted and the simulation of that time missed or caught; `product`: chosen from
   * the product's code alone, before the parts of the auditor that were written for such bugs.
   */
  readonly origin: 'audit' | 'product';
  /** It shows in this scene, which is run instead of the short seeds. */
  readonly scene?: SceneName;
  /**
   * Short runs show it only by coincidence: it is run with all the others, and its row says what came of it, but not among
   * those that each change has to catch.
   */
  readonly isRare?: true;
}

/** The source with the bug in it. Throws where a text is not there, or there more than once: the mutant is to be mended. */
export function plant({ id, file, edits }: Mutant, source: string): string {
  return edits.reduce((text, { find, replace }) => {
    const pieces = text.split(find);
    if (pieces.length !== 2) {
      throw new Error(`mutant ${id}: ${JSON.stringify(find)} is ${pieces.length - 1} times in ${file}, not once`);
    }
    if (find === replace) throw new Error(`mutant ${id} changes nothing`);
    return pieces.join(replace);
  }, source);
}
