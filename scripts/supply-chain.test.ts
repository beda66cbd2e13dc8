import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { allowList, installedLicenses, isAllowed, judgeLicenses } from './lib/licenses.mjs';
import { readLockfile, splitKey, withoutPeers } from './lib/lockfile.mjs';
import { makeSbom } from './lib/make-sbom.mjs';
import { rootDir } from './lib/repository.mjs';

const execFileAsync = promisify(execFile);

it('everything that is installed has a licence that is allowed, and every exception is needed', async () => {
  expect(judgeLicenses(await installedLicenses(), allowList())).toEqual({ refused: [], unused: [] });
});

it('a choice of licences is met by one of them, a conjunction by all', () => {
  const allowed = ['MIT', 'Zlib'];
  const verdicts = ['MIT', '(MIT OR GPL-3.0)', 'MIT AND GPL-3.0', '(MIT AND Zlib)', 'Unknown', 'MIT OR (A AND B)'];
  expect(verdicts.map((expression) => isAllowed(expression, allowed))).toEqual([true, true, false, true, false, false]);
});

it('a package whose licence has changed loses its exception', () => {
  const list = { licenses: ['MIT'], packages: { odd: { license: 'LGPL-3.0-only', why: 'x' } } };
  expect(judgeLicenses(new Map([['odd@1.0.0', 'LGPL-3.0-only']]), list)).toEqual({ refused: [], unused: [] });
  expect(judgeLicenses(new Map([['odd@2.0.0', 'AGPL-3.0-only']]), list)).toEqual({
    refused: [{ id: 'odd@2.0.0', license: 'AGPL-3.0-only' }],
    unused: ['odd'],
  });
});

it('the bill of materials holds every package of the lockfile with its hash, the same bytes each time', () => {
  const lockfile = readLockfile(rootDir);
  const text = makeSbom(lockfile, new Map([['express@5.3.0', 'MIT']]));
  expect(makeSbom(readLockfile(rootDir), new Map([['express@5.3.0', 'MIT']]))).toBe(text);
  const bom = JSON.parse(text);
  expect([bom.bomFormat, bom.specVersion]).toEqual(['CycloneDX', '1.6']);
  expect(bom.components).toHaveLength(lockfile.installed.length + lockfile.importers.length - 1);
  const express = bom.components.find((component: { purl?: string }) => component.purl === 'pkg:npm/express@5.3.0');
  expect(express).toMatchObject({ scope: 'required', licenses: [{ license: { id: 'MIT' } }] });
  expect(express.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  const vitest = bom.components.find((component: { name: string }) => component.name === 'vitest');
  expect(vitest.scope).toBe('excluded');
  const api = bom.dependencies.find(({ ref }: { ref: string }) => ref.startsWith('@tidemark/api@'));
  expect(api.dependsOn).toEqual(expect.arrayContaining(['express@5.3.0', '@tidemark/schema@0.1.0']));
});

it('versions are separated from peers and from scopes', () => {
  expect(withoutPeers('a@1.0.0(b@2.0.0(c@3.0.0))')).toBe('a@1.0.0');
  expect(splitKey('@scope/a@1.0.0')).toEqual({ name: '@scope/a', version: '1.0.0' });
});

it('no file of the repository is a secret by its name', async () => {
  const { stdout } = await execFileAsync('git', ['ls-files'], { cwd: rootDir });
  const suspects = stdout
    .split('\n')
    .filter((path) => /(?:^|\/)\.env(?!\.example$)|\.(?:pem|key|p12|pfx)$|id_rsa/.test(path));
  expect(suspects).toEqual([]);
});
