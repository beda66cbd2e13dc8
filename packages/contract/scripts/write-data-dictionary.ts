// Writes docs/data-dictionary.md from the dictionary. Run it with `npm run generate`.
import { writeFile } from 'node:fs/promises';
import { buildOpenApiDocument, renderDataDictionaryPage } from '../src/index.ts';

const page = renderDataDictionaryPage(buildOpenApiDocument({ version: '0', protocols: ['any'] }));
await writeFile(new URL('../../../docs/data-dictionary.md', import.meta.url), page);
