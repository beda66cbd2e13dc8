import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

// Makes of each named program of the package in the working directory (`src/<name>.ts`) one file `dist/<name>.js`, from
// the sources of all packages: a process that reads two files instead of two thousand starts with a third of the processor time.
// Types are not checked here: `pnpm typecheck` does that.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { external: { type: 'string', multiple: true, default: [] } },
});

/** Optional add-ons, compiled for a machine, that `pg` and `ws` do without. */
const NATIVE = ['pg-native', 'bufferutil', 'utf-8-validate'];

/** Libraries in it that are CommonJS expect these three. */
const COMMONJS = `import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;`;

const packageDir = process.cwd();
const outdir = join(packageDir, 'dist');
await rm(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: packageDir,
  entryPoints: positionals.map((name) => join('src', `${name}.ts`)),
  outdir,
  bundle: true,
  // What several programs share is a file of its own.
  splitting: true,
  chunkNames: 'shared-[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  conditions: ['@tidemark/source'],
  external: [...NATIVE, ...values.external],
  banner: { js: COMMONJS },
  // Comments and white space are a quarter of a bundle, and one character beyond Latin-1 in a comment makes Node keep the whole file at two bytes a character.
  // Names stay, for stack traces.
  minifyWhitespace: true,
  lineLimit: 160,
  sourcemap: 'linked',
  legalComments: 'inline',
  logLevel: 'warning',
});
