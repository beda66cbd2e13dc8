import type { MutantResult } from './run-mutants.ts';

const LONGEST_MESSAGE = 200;

/** One line for a mutant, or for the tree as it is. */
export function renderMutantLine({ mutant, seeds, isCaught, seconds }: MutantResult): string {
  const name = mutant === null ? 'without a bug' : `mutant ${mutant.id}`;
  const verdict = mutant === null ? (isCaught ? 'FAILED' : 'held') : isCaught ? 'caught' : 'MISSED';
  const signs = seeds
    .filter(({ invariants }) => invariants.length > 0)
    .map(
      ({ seed, invariants, message }) =>
        ` by seed ${seed}: ${invariants.join(', ')}; ${(message ?? '').slice(0, LONGEST_MESSAGE)}`,
    );
  return `${name} ${verdict}${signs.join('')} (${seeds.length} seeds, ${seconds.toFixed(0)} s)`;
}

/** The table of a mutation run in Markdown. */
export function renderMutants(results: readonly MutantResult[], command: string, seconds: number): string {
  const mutants = results.filter(({ mutant }) => mutant !== null);
  const caught = mutants.filter(({ isCaught }) => isCaught);
  const control = results.find(({ mutant }) => mutant === null);
  const rows = mutants.map(({ mutant, seeds, isCaught }) => {
    const signs = seeds.filter(({ invariants }) => invariants.length > 0);
    const seen = isCaught
      ? signs.map(({ seed }) => seed).join(', ')
      : `**none** of ${seeds.map(({ seed }) => seed).join(', ')}`;
    const invariants = [...new Set(signs.flatMap((sign) => sign.invariants))].join(', ');
    return `| ${mutant?.class} | ${mutant?.words} | ${mutant?.origin} | ${seen} | ${invariants} |`;
  });
  return [
    `Date: ${new Date().toISOString().slice(0, 10)}. Command: \`${command}\`. ${Math.round(seconds / 60)} minutes.`,
    '',
    `${caught.length} of ${mutants.length} planted bugs were caught; the same seeds without a bug ${control?.isCaught === true ? '**failed**' : 'held'}.`,
    '',
    '| class | planted bug | chosen from | caught by seed | invariants |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
