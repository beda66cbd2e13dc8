// Writes docs/errors/<code>.md from the registry. Run it with `npm run generate`.
import { mkdir, writeFile } from 'node:fs/promises';
import { errorDefinition, errorNames, renderErrorPage } from '../src/index.ts';

const pagesDir = new URL('../../../docs/errors/', import.meta.url);
await mkdir(pagesDir, { recursive: true });
await Promise.all(
  errorNames.map((name) => writeFile(new URL(`${errorDefinition(name).code}.md`, pagesDir), renderErrorPage(name))),
);
