import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { renderTypes } from '../scripts/render-types.ts';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

it('the types are those of the committed OpenAPI document', async () => {
  expect(await read('./openapi.ts')).toBe(await renderTypes(await read('../../../apps/api/openapi.json')));
});
