import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { renderStateNumbers } from '../../scripts/render-state-numbers.ts';

it('the numbers of a state are what the table of fields says; run `npm run generate` where they are not', async () => {
  expect(await readFile(new URL('./state-numbers.ts', import.meta.url), 'utf8')).toBe(renderStateNumbers());
});
