import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './scripts/long-files-first.ts';

// `@tidemark/source` makes tests run on the sources of our packages, without a build. The other conditions must be
// repeated because the list replaces the defaults, but for `import` and `module`: Node itself gets the list too, and with them
// its `require` would be given files that only an import or a bundler can read.
const conditions = ['@tidemark/source', 'node', 'development|production'];

export default defineConfig({
  ssr: { resolve: { conditions } },
  test: {
    // Not of a project: one order for all.
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'tidemark',
          include: [
            '{apps,packages,e2e}/*/{src,test}/**/*.test.ts',
            '{bench,e2e,simulation}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          globalSetup: ['./packages/testing/src/global-setup.ts'],
          pool: 'forks',
          // More than there are processors: most tests wait for a database, a process or a time limit. One Postgres serves them all.
          maxWorkers: Math.min(8, 2 * availableParallelism()),
          // Files share the modules of their worker, whose loading takes as long as most tests do. No test replaces a module,
          // and what a test opens or sets it puts back.
          isolate: false,
          // Far beyond what `waitFor` gives a condition, so that its message comes, and no test fails for a slow machine.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
