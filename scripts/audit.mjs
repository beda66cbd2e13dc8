import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { checkNode } from './lib/check-node.mjs';
import { judgeAudit, notDone } from './lib/audit.mjs';
import { quietEnv } from './lib/pnpm.mjs';
import { pinnedPnpm, rootDir } from './lib/repository.mjs';

// Asks the registry for known vulnerabilities of the packages in the lockfile: `npm run audit`. Exits with 1 where there is one
// at the level or above it. A registry that cannot be reached or has no audit service is neither a finding nor a pass: a
// visible warning says so, and with `--required` it exits with 2. `--registry URL` asks another registry.
checkNode();
const { values } = parseArgs({
  options: {
    level: { type: 'string', default: 'high' },
    required: { type: 'boolean', default: false },
    registry: { type: 'string' },
  },
});
const TIMEOUT_MS = 120_000;
const args = ['--yes', '--prefer-offline', '--loglevel=error', pinnedPnpm(), 'audit', '--json'];
if (values.registry !== undefined) args.push('--registry', values.registry);
// The exit code tells nothing apart: it is 1 for a finding and for a service that is away.
const { stdout, stderr, error } = spawnSync('npx', args, {
  cwd: rootDir,
  env: quietEnv,
  encoding: 'utf8',
  timeout: TIMEOUT_MS,
  maxBuffer: 2 ** 26,
});
const result = error === undefined ? judgeAudit(stdout || stderr || '', values.level) : { unreachable: error.message };
if (result.unreachable !== undefined) {
  process.stderr.write(notDone(result.unreachable));
  process.stdout.write('audit: NOT DONE\n');
  process.exit(values.required ? 2 : 0);
}
const counts = Object.entries(result.counts).map(([severity, count]) => `${count} ${severity}`);
process.stdout.write(`audit: ${counts.join(', ')}; ${values.level} and above must not stay\n`);
for (const { severity, what } of result.severe) process.stderr.write(`${severity}: ${what}\n`);
process.exit(result.isSevere ? 1 : 0);
