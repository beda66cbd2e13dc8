import { describe, expect, it } from 'vitest';
import { readGoldenFiles } from './golden/golden-files.ts';
import { describeLimits } from './golden/limits-suite.ts';
import { describeOffsets } from './golden/offsets-suite.ts';
import { describeEdges, describeOnchain } from './golden/program-suite.ts';
import { describeSdk } from './golden/sdk-suite.ts';
import { sharedSaveDir } from './support/shared-save.ts';

const dir = sharedSaveDir();
const found = dir === null ? [] : [readGoldenFiles(dir)];

describe('golden values', () => {
  it.skipIf(dir === null)('are read from ../shared/save; all golden suites are skipped where it is absent', () => {
    expect(found.length).toBe(1);
  });

  for (const files of found) {
    describeOffsets(files.dir);
    describeOnchain(files);
    describeEdges(files);
    describeLimits(files);
    describeSdk(files);
  }
});
