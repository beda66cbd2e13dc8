import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { putLongFirst } from './long-files.ts';

/**
 * Begins with the files that are known to take long. A fresh clone has no durations of an earlier run, and vitest then goes
 * by the size of the files, which says little: a file that waits for processes is short.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    return putLongFirst(await super.sort(files), ({ moduleId }) => relative(root, moduleId));
  }
}
