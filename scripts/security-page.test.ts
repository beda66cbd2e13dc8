import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rootDir } from './lib/repository.mjs';

const page = readFileSync(join(rootDir, 'SECURITY.md'), 'utf8');
const files = execFileSync('git', ['ls-files'], { cwd: rootDir, encoding: 'utf8' }).split('\n');

it('SECURITY.md names no test and no source that is not there', () => {
  const named = [...page.matchAll(/`([\w./*-]+\.(?:ts|sql|yml|yaml))`/g)].map(([, name]) => name ?? '');
  expect(named.length).toBeGreaterThan(40);
  const missing = named.filter((name) => {
    const pattern = new RegExp(`(?:^|/)${name.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*')}$`);
    return !files.some((file) => pattern.test(file));
  });
  expect(missing).toEqual([]);
});

it('every threat of SECURITY.md is tested by something that can fail', () => {
  const tables = page.slice(page.indexOf('### From'), page.indexOf('## What is not protected'));
  const rows = tables.split('\n').filter((line) => /^\| (?!(?:threat|login) \|)/.test(line));
  expect(rows.length).toBeGreaterThan(20);
  const untested = rows.filter((row) => {
    const cells = row.slice(2, -2).split(' | ');
    return !/\.test\.ts`|\bthe same\b/.test(cells.at(-1) ?? '');
  });
  expect(untested.map((row) => row.slice(0, 60))).toEqual([]);
});
