import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { renderAnswers } from '../../scripts/render-answers.ts';

it('the schemas of the answers are what the table of fields says; run `npm run generate` where they are not', async () => {
  expect(await readFile(new URL('./answers.ts', import.meta.url), 'utf8')).toBe(renderAnswers());
});
