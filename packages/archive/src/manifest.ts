import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ArchiveError } from './archive-error.ts';

export const FORMATS = ['parquet', 'csv', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

const fileSchema = z.object({
  /** Below the root of the table. */
  path: z.string(),
  /** Rows are those of `[from, to)`; null of a table without a time. */
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime().nullable(),
  rows: z.number().int().min(0),
  bytes: z.number().int().min(0),
  sha256: z.string().length(64),
});
const manifestSchema = z.object({
  version: z.literal(1),
  table: z.string(),
  format: z.enum(FORMATS),
  timeColumn: z.string().nullable(),
  key: z.array(z.string()),
  columns: z.array(z.object({ name: z.string(), type: z.string(), postgresType: z.string() })),
  rows: z.number().int().min(0),
  files: z.array(fileSchema),
});

/** What a folder holds: `manifest.json` at the root of a table. */
export type Manifest = z.output<typeof manifestSchema>;
export type ManifestFile = z.output<typeof fileSchema>;

const NAME = 'manifest.json';

/** Null where there is none. Throws `MANIFEST_UNREADABLE` for one of another form. */
export async function readManifest(root: string): Promise<Manifest | null> {
  const path = join(root, NAME);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ArchiveError('MANIFEST_UNREADABLE', `${path} is no manifest of this version`, { cause });
  }
}

/** In one step: a reader finds the old one or the new one. */
export async function writeManifest(root: string, manifest: Manifest): Promise<void> {
  const draft = join(root, `${NAME}.partial`);
  await writeFile(draft, `${JSON.stringify(manifestSchema.parse(manifest), null, 2)}\n`);
  await rename(draft, join(root, NAME));
}

/** The manifest with this file, in the place of one of the same path. */
export function withFile(manifest: Manifest, file: ManifestFile): Manifest {
  const files = [...manifest.files.filter(({ path }) => path !== file.path), file].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  return { ...manifest, files, rows: files.reduce((sum, { rows }) => sum + rows, 0) };
}
