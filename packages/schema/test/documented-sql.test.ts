import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '@tidemark/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from './support/open-test-database.ts';

// Statements of scripts and pages that nothing else runs: each is run once against a new database.

const read = (file: string): string => readFileSync(join(repositoryDir(), file), 'utf8');
const statementsOf = (file: string, command: 'sql' | 'query'): [string, string][] =>
  [
    ...read(file).matchAll(
      new RegExp(String.raw`(?<![\w.])${command} (?:"((?:SELECT|SHOW)[^"]+)"|'((?:SELECT|SHOW)[^']+)')`, 'g'),
    ),
  ].map(([, double, single]): [string, string] => [file, double ?? single ?? '']);

const ofCompose = statementsOf('scripts/lib/compose-steps.sh', 'query');
const ofRunbooks = statementsOf('docs/operate/runbooks.md', 'sql');

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

it('statements are found where they stand', () => {
  expect(ofCompose).toHaveLength(read('scripts/lib/compose-steps.sh').match(/(?<![\w.])query ["']/g)?.length ?? 0);
  expect(ofRunbooks.length).toBeGreaterThan(25);
  expect(ofRunbooks).toHaveLength(read('docs/operate/runbooks.md').match(/(?<![\w.])sql ["']/g)?.length ?? 0);
});

it.each([...ofCompose, ...ofRunbooks])('%s: %s', async (_file, statement) => {
  // $1 is a parameter of the shell there, of a time in unix seconds.
  await expect(database.sql.unsafe(statement.replaceAll('$1', '0').replaceAll('\\$', '$'))).resolves.toBeDefined();
});
