// Writes openapi.json of the default deployment. Run it with `npm run generate`.
import { writeFile } from 'node:fs/promises';
import { defaultOpenApiText } from '../src/default-openapi.ts';

await writeFile(new URL('../openapi.json', import.meta.url), defaultOpenApiText());
