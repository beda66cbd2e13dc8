import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const packageDir = fileURLToPath(new URL('..', import.meta.url));
const repositoryDir = join(packageDir, '../..');
const moduleDir = (name: string, from: string) =>
  dirname(createRequire(join(from, 'package.json')).resolve(`${name}/package.json`));

let folder: string;
/** What `npm pack` made, and where npm has installed it. */
let packed: { readonly filename: string; readonly files: readonly { readonly path: string }[] };
let installedDir: string;

/** An empty project of somebody else, with nothing around it that could be found by accident. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-client-'));
  // Before packing, npm has the package built; where processes are started from the build, it is there.
  const asBuilt = process.env['TEST_PROCESSES'] === 'built' ? ['--ignore-scripts'] : [];
  const pack = ['pack', '--json', '--silent', ...asBuilt, '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: packageDir });
  [packed] = JSON.parse(stdout.slice(stdout.indexOf('[')));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, packed.filename)], {
    cwd: folder,
  });
  installedDir = join(folder, 'node_modules/@tidemark/client');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const manifestOf = async (dir: string) => JSON.parse(await readFile(join(dir, 'package.json'), 'utf8'));

describe('the package', () => {
  it('holds the code, its types and how to use it, and nothing of the repository', () => {
    const strange = packed.files
      .map(({ path }) => path)
      .filter((path) => !/^(?:package\.json|README\.md|dist\/[\w-]+\.(?:js|d\.ts))$/.test(path));
    expect(strange).toEqual([]);
    expect(packed.files.map(({ path }) => path)).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts']));
  });

  it('names versions that any installer understands, those of the repository', async () => {
    const manifest = await manifestOf(installedDir);
    expect(JSON.stringify(manifest)).not.toMatch(/"(?:workspace|catalog|link|file):/);
    const workspace = await readFile(join(repositoryDir, 'pnpm-workspace.yaml'), 'utf8');
    const catalog = new Map([...workspace.matchAll(/^ {2}"?([@\w/.-]+?)"?: (\d\S*)$/gm)].map(([, k, v]) => [k, v]));
    const named = { ...manifest.dependencies, ...manifest.devDependencies };
    // The compiler of the types' generator is older than that of the rest.
    const differing = Object.entries(named).filter(([name, version]) => catalog.get(name) !== version);
    expect(differing.map(([name]) => name)).toEqual(['typescript']);
  });

  it('brings one library along', async () => {
    const names = (await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'));
    expect(names.toSorted()).toEqual(['@tidemark', 'openapi-fetch', 'openapi-typescript-helpers']);
  });
});

describe('in an empty project', () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    const row = { timestamp: 1_790_000_000, borrow_apy_f: 0.05, quality_str: 'ok' };
    server = createServer((request, response) => {
      const isFirst = !(request.url ?? '').includes('cursor=');
      const meta = { next_cursor: isFirst ? 'more' : null };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: [{ ...row, key: request.headers['x-service-api-key'] ?? null }], meta }));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  });
  afterAll(() => new Promise((resolve) => void server.close(resolve)));

  it('is imported by Node as it is, and reads to the last page without a key where the key is empty', async () => {
    await writeFile(
      join(folder, 'main.js'),
      `import { createTidemarkClient, rows } from '@tidemark/client';
       const client = createTidemarkClient({ baseUrl: '${url}', apiKey: '' });
       const hours = rows((start) => client.GET('/v1/coverage', { params: { query: { ...start } } }));
       for await (const { key, quality_str } of hours) console.log(key, quality_str);`,
    );
    const { stdout } = await run(process.execPath, ['main.js'], { cwd: folder });
    expect(stdout.trim().split('\n')).toEqual(['null ok', 'null ok']);
  });

  it('the printed examples compile against its types, and an unknown path does not', async () => {
    const compile = (...files: string[]) =>
      run(
        process.execPath,
        [
          // That of the repository: it checks in a fifth of the time of the one that builds this package.
          join(moduleDir('typescript', repositoryDir), 'bin/tsc'),
          ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2023'],
          ...[
            '--lib',
            'es2023,dom',
            '--types',
            'node',
            '--typeRoots',
            join(moduleDir('@types/node', packageDir), '..'),
            ...files,
          ],
        ],
        { cwd: folder },
      ).then(
        () => '',
        (error: unknown) => (error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)),
      );
    const examples: string[] = [];
    for (const page of ['docs/use/data.md', 'packages/client/README.md']) {
      const text = await readFile(join(repositoryDir, page), 'utf8');
      for (const [, code = ''] of text.matchAll(/```ts\n(.+?)```/gs)) {
        const file = `example-${examples.length}.ts`;
        await writeFile(join(folder, file), code);
        examples.push(file);
      }
    }
    expect(examples.length).toBeGreaterThan(2);
    await writeFile(
      join(folder, 'wrong.ts'),
      `import { createTidemarkClient } from '@tidemark/client';
       await createTidemarkClient({ baseUrl: '' }).GET('/v1/nothing');`,
    );
    expect((await compile(...examples, 'wrong.ts')).trim().split('\n')).toEqual([
      expect.stringMatching(/^wrong\.ts\(2,\d+\): error TS/),
    ]);
  });
});
