import { spawnSync } from 'node:child_process';
import { checkNode } from './lib/check-node.mjs';
import { judgeAudit } from './lib/audit.mjs';
import { quietEnv } from './lib/pnpm.mjs';
import { pinnedPnpm, rootDir } from './lib/repository.mjs';

// Asks the registry for known holes in what the lockfile names. Fails on high and critical ones. Where the registry has no
// such service, or cannot be reached, it says so and does not fail: that is no finding.
checkNode();
const TIMEOUT_MS = 120_000;
const args = ['--yes', '--prefer-offline', '--loglevel=error', pinnedPnpm(), 'audit', '--json'];
// The exit code tells nothing apart: it is 1 for a finding and for a service that is away.
const { stdout, stderr, error } = spawnSync('npx', args, {
  cwd: rootDir,
  env: quietEnv,
  encoding: 'utf8',
  timeout: TIMEOUT_MS,
  maxBuffer: 2 ** 26,
});
const result = error === undefined ? judgeAudit(stdout || stderr) : { unreachable: error.message };
if (result.unreachable !== undefined) {
  process.stdout.write(`audit: NOT DONE, the audit service cannot be asked: ${result.unreachable}\n`);
  process.exit(0);
}
const counts = Object.entries(result.counts).map(([severity, count]) => `${count} ${severity}`);
process.stdout.write(`audit: ${counts.join(', ')}\n`);
for (const { severity, what } of result.severe) process.stderr.write(`${severity}: ${what}\n`);
process.exit(result.isSevere ? 1 : 0);
