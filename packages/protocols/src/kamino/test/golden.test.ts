import { describe, expect, it } from 'vitest';
import { describeLimits } from './golden/limits-suite.ts';
import { describeOffsets } from './golden/offsets-suite.ts';
import { describeOnchain } from './golden/onchain-suite.ts';
import { describePricelessRefresh } from './golden/priceless-refresh-suite.ts';
import { readGoldenFiles } from './golden/read-golden.ts';
import { describeSdkEdge } from './golden/sdk-edge-suite.ts';
import { describeSdk } from './golden/sdk-suite.ts';
import { sharedKlendDir } from './support/shared-klend.ts';

const dir = sharedKlendDir();
const found = dir === null ? [] : [readGoldenFiles(dir)];

describe('golden values', () => {
  it.skipIf(dir === null)('are read from ../shared/klend; all golden suites are skipped where it is absent', () => {
    expect(found.length).toBe(1);
  });

  for (const files of found) {
    describeOffsets(files.dir);
    describeOnchain(files);
    describePricelessRefresh(files);
    describeLimits(files);
    describeSdk(files);
    describeSdkEdge(files);
  }
});
