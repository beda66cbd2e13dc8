import { checkNode } from './lib/check-node.mjs';
import { install } from './lib/install.mjs';
import { allowList, installedLicenses, judgeLicenses } from './lib/licenses.mjs';

// Lists the licences of everything that is installed, and fails on those that scripts/licenses.allow.json does not hold.
checkNode();
await install();
const licenses = await installedLicenses();
const counts = new Map();
for (const license of licenses.values()) counts.set(license, (counts.get(license) ?? 0) + 1);
for (const [license, count] of [...counts].toSorted(([, a], [, b]) => b - a)) {
  process.stdout.write(`${String(count).padStart(5)}  ${license}\n`);
}
const allowed = allowList();
const { refused, unused } = judgeLicenses(licenses, allowed);
for (const id of unused) process.stderr.write(`scripts/licenses.allow.json names ${id}, which is not installed so\n`);
for (const { id, license } of refused) process.stderr.write(`not allowed: ${id}, ${license}\n`);
process.stdout.write(`${licenses.size} packages, ${refused.length} not allowed\n`);
process.exit(refused.length === 0 && unused.length === 0 ? 0 : 1);
