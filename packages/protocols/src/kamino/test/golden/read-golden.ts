import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EdgeFile, LimitsFile, OnchainFile, PricelessRefreshFile, SdkFile } from './golden-types.ts';

/** The recorded files. */
export interface GoldenFiles {
  readonly dir: string;
  readonly sdk: SdkFile;
  readonly edge: EdgeFile;
  readonly onchain: OnchainFile;
  readonly limits: LimitsFile;
  readonly pricelessRefresh: PricelessRefreshFile;
}

export function readGoldenFiles(dir: string): GoldenFiles {
  const read = (name: string): string => readFileSync(join(dir, 'golden', name), 'utf8');
  // The shapes of the recorded files are fixed, so naming the types is enough.
  const sdk: SdkFile = JSON.parse(read('sdk.json'));
  const edge: EdgeFile = JSON.parse(read('sdk-edge.json'));
  const onchain: OnchainFile = JSON.parse(read('onchain.json'));
  const limits: LimitsFile = JSON.parse(read('limits.json'));
  const pricelessRefresh: PricelessRefreshFile = JSON.parse(read('refresh-without-price.json'));
  return { dir, sdk, edge, onchain, limits, pricelessRefresh };
}
