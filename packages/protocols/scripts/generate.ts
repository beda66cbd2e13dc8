// Writes what is made from the layouts of accounts. Run it with `npm run generate`.
import { writeGeneratedFiles } from './generated-files.ts';

await writeGeneratedFiles(new URL('../', import.meta.url));
