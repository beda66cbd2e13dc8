// Writes src/openapi.ts from the committed OpenAPI document. Run it with `npm run generate`.
import { readFile, writeFile } from 'node:fs/promises';
import { renderTypes } from './render-types.ts';

const document = await readFile(new URL('../../../apps/api/openapi.json', import.meta.url), 'utf8');
await writeFile(new URL('../src/openapi.ts', import.meta.url), await renderTypes(document));
