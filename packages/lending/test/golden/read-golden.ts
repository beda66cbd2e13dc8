import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EdgeFile, OnchainFile, SdkFile } from './golden-types.ts';

/** The recorded files; their shapes are fixed, so naming the type is enough. */
export interface GoldenFiles {
  readonly dir: string;
  readonly sdk: SdkFile;
  readonly edge: EdgeFile;
  readonly onchain: OnchainFile;
}

export function readGoldenFiles(dir: string): GoldenFiles {
  const sdk: SdkFile = JSON.parse(readFileSync(join(dir, 'golden', 'sdk.json'), 'utf8'));
  const edge: EdgeFile = JSON.parse(readFileSync(join(dir, 'golden', 'sdk-edge.json'), 'utf8'));
  const onchain: OnchainFile = JSON.parse(readFileSync(join(dir, 'golden', 'onchain.json'), 'utf8'));
  return { dir, sdk, edge, onchain };
}
