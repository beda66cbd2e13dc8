import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from './lib/repository.mjs';

// Prometheus' own view of ops/prometheus: `npm run ops:check`. promtool comes with Prometheus (Debian: prometheus).
const dir = join(rootDir, 'ops', 'prometheus');
const testsDir = join(dir, 'tests');
const promtool = (args, cwd) => spawnSync('promtool', args, { cwd, stdio: 'inherit' });

if (spawnSync('promtool', ['--version'], { stdio: 'ignore' }).error !== undefined) {
  process.stdout.write('ops:check: skipped, promtool is not installed (Debian: apt-get install prometheus)\n');
  process.exit(0);
}
const tests = readdirSync(testsDir).filter((file) => file.endsWith('.test.yml'));
const runs = [promtool(['check', 'config', 'prometheus.yml'], dir), promtool(['test', 'rules', ...tests], testsDir)];
const failed = runs.some(({ status }) => status !== 0);
process.stdout.write(failed ? 'ops:check: failed\n' : 'ops:check: configuration, rules and their tests are well\n');
process.exit(failed ? 1 : 0);
