import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeVersionProblem } from './lib/check-node.mjs';
import { installFingerprint } from './lib/install.mjs';
import { describeLongest } from './lib/longest-files.mjs';
import { pinnedPnpm } from './lib/repository.mjs';
import { runningStackDatabaseUrl } from './lib/stack-file.mjs';
import { failedTests, summarizeReport, summaryLine } from './lib/test-summary.mjs';

function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-scripts-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.0.0', true],
  ['20.18.3', false],
  ['18.20.8', false],
  ['9.99.0', false],
])('Node %s is accepted: %s', (version, accepted) => {
  expect(nodeVersionProblem(version) === null).toBe(accepted);
});

test('the message about an old Node names both versions', () => {
  expect(nodeVersionProblem('18.1.0')).toMatch(/needs Node 20\.19 or newer; this is Node 18\.1\.0/);
});

test('pnpm is pinned to an exact version', () => {
  expect(pinnedPnpm()).toMatch(/^pnpm@\d+\.\d+\.\d+$/);
});

test('an install is done again when the lockfile or any manifest changes, and only then', () => {
  const dir = temporaryDir();
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']) writeFileSync(join(dir, file), file);
  mkdirSync(join(dir, 'packages', 'lending'), { recursive: true });
  writeFileSync(join(dir, 'packages', 'lending', 'package.json'), '{}');
  const first = installFingerprint(dir);
  expect(installFingerprint(dir)).toBe(first);
  for (const file of ['pnpm-lock.yaml', join('packages', 'lending', 'package.json')]) {
    const before = installFingerprint(dir);
    writeFileSync(join(dir, file), 'changed');
    expect(installFingerprint(dir)).not.toBe(before);
  }
  const moved = join(temporaryDir(), 'moved');
  cpSync(dir, moved, { recursive: true });
  expect(installFingerprint(moved)).not.toBe(installFingerprint(dir));
});

test('the database of a stack is found only while that stack runs', () => {
  const dir = temporaryDir();
  expect(runningStackDatabaseUrl(dir)).toBeNull();
  const databaseUrl = 'postgres://u:p@127.0.0.1:5433/tidemark_x';
  writeFileSync(join(dir, 'stack.json'), JSON.stringify({ pid: process.pid, databaseUrl }));
  expect(runningStackDatabaseUrl(dir)).toBe(databaseUrl);
  writeFileSync(join(dir, 'stack.json'), JSON.stringify({ pid: 2 ** 22 + 7, databaseUrl }));
  expect(runningStackDatabaseUrl(dir)).toBeNull();
});

test('the summary counts tests, and a file that could not be loaded as one that failed', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    success: false,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [] },
    ],
  };
  expect(summaryLine(summarizeReport(report))).toBe('5 passed, 2 failed, 3 skipped');
});

test('a run that failed outside of its tests does not look like a success', () => {
  const report = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  expect(summaryLine(summarizeReport({ ...report, success: false }))).toBe('5 passed, 1 failed, 0 skipped');
  expect(summaryLine(summarizeReport({ ...report, success: true }))).toBe('5 passed, 0 failed, 0 skipped');
});

test('each failed test and each file that could not be loaded has a line of its own', () => {
  const report = {
    testResults: [
      {
        name: '/tree/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'sums balance', failureMessages: ['expected 1 to be 2\n    at a.test.ts:3'] },
        ],
      },
      { name: '/tree/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      {
        name: '/tree/c.test.ts',
        status: 'passed',
        assertionResults: [{ status: 'passed', fullName: 'x', failureMessages: [] }],
      },
    ],
  };
  expect(failedTests(report, '/tree')).toEqual([
    'failed: a.test.ts > sums balance: expected 1 to be 2',
    'failed: b.test.ts: Cannot find module',
  ]);
});

test('the ten files that took longest are printed, the longest first', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.test.ts`, ms: 1_000 * (index + 1) }));
  const lines = describeLongest(files).split('\n');
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('   12.0 s  11.test.ts');
  expect(lines.at(-1)).toBe('    3.0 s  2.test.ts');
});
