import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = import.meta.dirname;
/** Where faults are planted. */
const PRIVATE = join('run', 'private-tables.ts');
/** Mutants are edits of the product's own source. */
const IS_MUTANT = /^mutants\//;
/** A relation of the schema below the public one, quoted or not. */
const PRIVATE_NAME = /\blend"?\."?[a-z]/i;
/** What judges: it has a second implementation of what these packages make. */
const JUDGES = /^(?:audit|naive|served|watch)\//;
const OF_STORAGE = /from '@tidemark\/(?:schema|model)/;
/** Makes keys and databases, as an operator does. */
const AS_OPERATOR = new Set([join('served', 'check-keys.ts'), join('audit', 'read-as-user.test.ts')]);

async function sources(): Promise<{ readonly file: string; readonly lines: readonly string[] }[]> {
  const entries = await readdir(ROOT, { recursive: true });
  const files = entries.filter((file) => file.endsWith('.ts') && file !== relative(ROOT, import.meta.filename));
  return Promise.all(
    files.map(async (file) => ({ file, lines: (await readFile(join(ROOT, file), 'utf8')).split('\n') })),
  );
}

function linesWith(pattern: RegExp, file: string, lines: readonly string[]): string[] {
  return lines.flatMap((line, place) => (pattern.test(line) ? [`${file}:${place + 1}: ${line.trim()}`] : []));
}

it('tables below the public views are named where faults are planted, and nowhere else', async () => {
  const files = (await sources()).filter(({ file }) => !IS_MUTANT.test(file));
  const found = files.flatMap(({ file, lines }) => linesWith(PRIVATE_NAME, file, lines));
  expect(found.filter((line) => !line.startsWith(PRIVATE))).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});

it('what judges the product uses nothing of how it stores', async () => {
  const files = (await sources()).filter(({ file }) => JUDGES.test(file) && !AS_OPERATOR.has(file));
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(({ file, lines }) => linesWith(OF_STORAGE, file, lines))).toEqual([]);
});
