// Writes what is made from the table of fields. Run it with `npm run generate`.
import { writeFile } from 'node:fs/promises';
import { renderStateNumbers } from './render-state-numbers.ts';

await writeFile(new URL('../src/generated/state-numbers.ts', import.meta.url), renderStateNumbers());
