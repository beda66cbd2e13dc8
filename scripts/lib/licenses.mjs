import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quietEnv } from './pnpm.mjs';
import { pinnedPnpm, rootDir } from './repository.mjs';

const execFileAsync = promisify(execFile);

/** Licences of everything that is installed, by `name@version`, as the packages themselves name them; read from the disk. */
export async function installedLicenses() {
  const args = ['--yes', '--prefer-offline', '--loglevel=error', pinnedPnpm(), 'licenses', 'list', '--json'];
  const { stdout } = await execFileAsync('npx', args, { cwd: rootDir, env: quietEnv, maxBuffer: 2 ** 26 });
  const licenses = new Map();
  for (const [license, packages] of Object.entries(JSON.parse(stdout))) {
    for (const { name, versions } of packages) {
      for (const version of versions) licenses.set(`${name}@${version}`, license);
    }
  }
  return licenses;
}

/** What is allowed: licences for all, and packages with a reason. */
export function allowList() {
  return JSON.parse(readFileSync(join(rootDir, 'scripts', 'licenses.allow.json'), 'utf8'));
}

/** Whether an SPDX expression can be met with allowed licences alone: one of several in an OR, all of them in an AND. */
export function isAllowed(expression, allowed) {
  const plain = expression.trim().replace(/^\((.*)\)$/, '$1');
  if (allowed.includes(plain)) return true;
  const [hasOr, hasAnd] = [/ OR /i.test(plain), / AND /i.test(plain)];
  // Of both at once only a person can say what is meant.
  if (hasOr === hasAnd || /[()]/.test(plain)) return false;
  const parts = plain.split(hasOr ? / OR /i : / AND /i).map((part) => part.trim());
  return hasOr ? parts.some((part) => allowed.includes(part)) : parts.every((part) => allowed.includes(part));
}

/**
 * Packages whose licence is not allowed, and exceptions that no package needs any more. An exception is for a package by
 * its name, or for those whose names begin so (`name*`), as long as it has the licence that the exception was made for.
 */
export function judgeLicenses(licenses, { licenses: allowed, packages }) {
  const exceptions = Object.entries(packages);
  const isFor = ([pattern, { license }], { name, found }) =>
    license === found && (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern);
  const entries = [...licenses].map(([id, found]) => ({ id, name: id.slice(0, id.lastIndexOf('@')), found }));
  const refused = entries.filter(
    (entry) => !isAllowed(entry.found, allowed) && !exceptions.some((exception) => isFor(exception, entry)),
  );
  const unused = exceptions.filter((exception) => !entries.some((entry) => isFor(exception, entry)));
  return {
    refused: refused.map(({ id, found }) => ({ id, license: found })),
    unused: unused.map(([pattern]) => pattern),
  };
}
