import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootDir } from './lib/repository.mjs';
import { LONG_FILES, putLongFirst } from './long-files.ts';

test('every file that is begun first exists, and is named once', () => {
  expect(LONG_FILES.filter((file) => !existsSync(join(rootDir, file)))).toEqual([]);
  expect(new Set(LONG_FILES).size).toBe(LONG_FILES.length);
});

test('long files come first, the longest of them at the head; the others keep their order, and none is lost', () => {
  const [longest = '', second = ''] = LONG_FILES;
  const files = ['b.test.ts', second, 'a.test.ts', longest, 'c.test.ts'].map((path) => ({ path }));
  const sorted = putLongFirst(files, ({ path }) => path).map(({ path }) => path);
  expect(sorted).toEqual([longest, second, 'b.test.ts', 'a.test.ts', 'c.test.ts']);
});
