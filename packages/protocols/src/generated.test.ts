import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generatedFiles } from '../scripts/generated-files.ts';

it.each(Object.entries(await generatedFiles()))(
  '%s is what the layouts say; run `npm run generate` where it is not',
  async (path, text) => {
    expect(await readFile(new URL(`../${path}`, import.meta.url), 'utf8')).toBe(text);
  },
);
