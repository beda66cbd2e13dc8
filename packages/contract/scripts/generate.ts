// Writes what is made from the table of fields. Run it with `npm run generate`.
import { writeFile } from 'node:fs/promises';
import { renderAnswers } from './render-answers.ts';

await writeFile(new URL('../src/generated/answers.ts', import.meta.url), renderAnswers());
