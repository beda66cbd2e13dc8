import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { type NamedLayout, renderAccounts } from './render-accounts.ts';

const sources = new URL('../src/', import.meta.url);

/** The files that the layouts of every protocol make, with their paths in the package. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (const protocol of readdirSync(sources).filter((name) => existsSync(new URL(`${name}/layouts.ts`, sources)))) {
    const { LAYOUTS }: { LAYOUTS: readonly NamedLayout[] } = await import(`../src/${protocol}/layouts.ts`);
    files[`src/${protocol}/generated/accounts.ts`] = renderAccounts(LAYOUTS);
  }
  return files;
}

/** Writes them into a folder, with the folders that are not there yet: those of a new protocol. */
export async function writeGeneratedFiles(packageDir: URL): Promise<void> {
  for (const [path, text] of Object.entries(await generatedFiles())) {
    const file = new URL(path, packageDir);
    await mkdir(new URL('./', file), { recursive: true });
    await writeFile(file, text);
  }
}
