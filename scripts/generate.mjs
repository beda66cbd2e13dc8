import { checkNode } from './lib/check-node.mjs';
import { install } from './lib/install.mjs';
import { rootDir } from './lib/repository.mjs';
import { runSource } from './lib/run.mjs';

// Writes every generated file but the page of metrics. In this order, because each is made from what those before it wrote.
const WRITERS = [
  'packages/protocols/scripts/generate.ts',
  'packages/model/scripts/generate.ts',
  'packages/schema/scripts/generate-tables.ts',
  'packages/contract/scripts/generate.ts',
  'apps/api/scripts/write-openapi.ts',
  'packages/contract/scripts/write-data-dictionary.ts',
  'packages/contract/scripts/write-error-pages.ts',
  'packages/client/scripts/generate.ts',
  'scripts/write-runbooks.ts',
];

checkNode();
await install();
for (const writer of WRITERS) {
  const code = await runSource(writer, [], { cwd: rootDir });
  if (code !== 0) process.exit(code);
}
