import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { generatedFiles, writeGeneratedFiles } from '../scripts/generated-files.ts';

const files = Object.entries(await generatedFiles());

it.each(files)('%s is what the layouts say; run `npm run generate` where it is not', async (path, text) => {
  expect(await readFile(new URL(`../${path}`, import.meta.url), 'utf8')).toBe(text);
});

it('the files of a protocol are written where it has no folder for them yet', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-protocols-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  await writeGeneratedFiles(pathToFileURL(`${dir}/`));
  for (const [path, text] of files) expect(await readFile(join(dir, path), 'utf8')).toBe(text);
});
