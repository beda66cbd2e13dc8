import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkNode } from './lib/check-node.mjs';
import { install } from './lib/install.mjs';
import { rootDir } from './lib/repository.mjs';

// The bill of materials: `npm run sbom`, or `npm run sbom -- --out FILE`. Everything comes from the lockfile and the disk.
checkNode();
const { values } = parseArgs({ options: { out: { type: 'string', default: 'sbom.cdx.json' } } });
await install();
const [{ installedLicenses }, { readLockfile }, { makeSbom }] = await Promise.all([
  import('./lib/licenses.mjs'),
  import('./lib/lockfile.mjs'),
  import('./lib/make-sbom.mjs'),
]);
const lockfile = readLockfile(rootDir);
const out = resolve(rootDir, values.out);
writeFileSync(out, makeSbom(lockfile, await installedLicenses()));
const shipped = lockfile.installed.filter(({ isShipped }) => isShipped).length;
process.stdout.write(`${out}: ${lockfile.installed.length} packages, ${shipped} of them in the apps\n`);
