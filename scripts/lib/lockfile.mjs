import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'yaml';

/** `name@1.2.3(peer@4.5.6)` without what pnpm adds to tell peers apart. */
export function withoutPeers(key) {
  const open = key.indexOf('(');
  return open === -1 ? key : key.slice(0, open);
}

/** Name and version of `@scope/name@1.2.3`. */
export function splitKey(key) {
  const at = key.lastIndexOf('@');
  return { name: key.slice(0, at), version: key.slice(at + 1) };
}

/**
 * What the lockfile says: the packages of the repository with their direct dependencies, and everything that is installed
 * with its hash and dependencies. `isShipped`: reached from what the apps and packages need to run.
 */
export function readLockfile(rootDir) {
  const lockfile = parse(readFileSync(join(rootDir, 'pnpm-lock.yaml'), 'utf8'));
  const importers = Object.entries(lockfile.importers)
    // A part of the repository, as an image is built from, is described without the rest.
    .filter(([path]) => existsSync(join(rootDir, path, 'package.json')))
    .map(([path, importer]) => readImporter(rootDir, path, importer));
  const installed = new Map();
  for (const [key, snapshot] of Object.entries(lockfile.snapshots)) {
    const id = withoutPeers(key);
    const known = installed.get(id) ?? { id, ...splitKey(id), dependencies: new Set(), isShipped: false };
    for (const dependency of keysOf({ ...snapshot.dependencies, ...snapshot.optionalDependencies })) {
      known.dependencies.add(dependency);
    }
    known.integrity = lockfile.packages[id]?.resolution?.integrity;
    installed.set(id, known);
  }
  for (const importer of importers) {
    if (!/^(?:apps|packages)\//.test(importer.path)) continue;
    for (const id of importer.dependencies) markShipped(installed, id);
  }
  return { importers, installed: [...installed.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

function readImporter(rootDir, path, importer) {
  const { name, version } = JSON.parse(readFileSync(join(rootDir, path, 'package.json'), 'utf8'));
  const links = (dependencies = {}) =>
    Object.values(dependencies)
      .filter((entry) => entry.version.startsWith('link:'))
      .map((entry) => relative(rootDir, join(rootDir, path, entry.version.slice('link:'.length))));
  const direct = (dependencies = {}) =>
    Object.entries(dependencies)
      .filter(([, entry]) => !entry.version.startsWith('link:'))
      .map(([dependency, entry]) => idOf(dependency, entry.version));
  const shipped = { ...importer.dependencies, ...importer.optionalDependencies };
  return {
    path,
    name,
    version,
    dependencies: direct(shipped),
    devDependencies: direct(importer.devDependencies),
    links: links(shipped),
  };
}

function keysOf(dependencies) {
  return Object.entries(dependencies).map(([name, version]) => idOf(name, version));
}

/** A version that names a package too is an alias. */
function idOf(name, version) {
  const plain = withoutPeers(version);
  return /^@?[a-z].*@/i.test(plain) ? plain : `${name}@${plain}`;
}

function markShipped(installed, id) {
  const found = installed.get(id);
  if (found === undefined || found.isShipped) return;
  found.isShipped = true;
  for (const dependency of found.dependencies) markShipped(installed, dependency);
}
