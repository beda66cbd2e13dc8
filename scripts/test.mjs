import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNode } from './lib/check-node.mjs';
import { install } from './lib/install.mjs';
import { pnpm, quietEnv } from './lib/pnpm.mjs';
import { rootDir } from './lib/repository.mjs';
import { run } from './lib/run.mjs';
import { failedTests, summarizeReport, summaryLine } from './lib/test-summary.mjs';

// Installs, builds, runs the suite (or the part of it named by the arguments), and ends with one plain line of counts. Processes of
// tests are started from the build: a start from source takes two and a half times the processor time, hundreds of times in a run.
checkNode();
await install();
await pnpm(['exec', 'turbo', 'run', 'build', '--output-logs=errors-only'], { quiet: true });
const dir = mkdtempSync(join(tmpdir(), 'tidemark-report-'));
const reportFile = join(dir, 'report.json');
const vitest = join(rootDir, 'node_modules', 'vitest', 'vitest.mjs');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
if (process.env.CI) reporters.push('--reporter=./scripts/lib/longest-files.mjs');
const code = await run(process.execPath, [vitest, 'run', ...reporters, ...process.argv.slice(2)], {
  cwd: rootDir,
  env: { ...quietEnv, TEST_PROCESSES: 'built' },
});
let report;
try {
  report = JSON.parse(readFileSync(reportFile, 'utf8'));
} catch {
  // Without a report the run itself has failed.
}
rmSync(dir, { recursive: true, force: true });
const counts = report ? summarizeReport(report) : { passed: 0, failed: 1, skipped: 0 };
process.stdout.write([...(report ? failedTests(report, rootDir) : []), summaryLine(counts), ''].join('\n'));
process.exit(code);
