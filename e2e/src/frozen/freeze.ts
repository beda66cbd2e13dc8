import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareAnswers } from './compare-answers.ts';
import { compareTables } from './compare-tables.ts';
import { type Change, detail, type Difference, headOf, summarize } from './difference.ts';
import type { Table } from './dump-views.ts';
import type { FrozenAnswer, FrozenRequest } from './request.ts';
import { answersOf, fileNameOf, type Kind, listStored, readStored, tableOf, textOfTable } from './stored.ts';

/** What differs from the stored tables. */
export function changedTables(kind: 'views' | 'functions', tables: ReadonlyMap<string, Table>): Change[] {
  return namesOf(kind, tables).flatMap((name) => {
    const [stored, table] = [readStored(kind, name), tables.get(name)];
    if (table !== undefined && textOfTable(table) === stored) return [];
    return [{ name: `${kind} ${name}`, of: table?.lines.length ?? 0, items: compareStored(stored, table) }];
  });
}

function compareStored(stored: string, table: Table | undefined): Change['items'] {
  const only = (place: string, before = '', now = '') => [{ item: 'all of it', differences: [{ place, before, now }] }];
  if (table === undefined) return only('is gone');
  if (stored === '') return only('is not stored');
  const before = tableOf(stored);
  const rows = compareTables(before, table).map(({ row, differences }) => ({ item: row, differences }));
  return rows.length > 0 ? rows : only('the order of columns', before.columns.join(' '), table.columns.join(' '));
}

/** What differs from the stored answers. */
export function changedAnswers(answers: ReadonlyMap<string, readonly FrozenAnswer[]>): Change[] {
  return namesOf('requests', answers).flatMap((name) => {
    const now = answers.get(name) ?? [];
    const items = compareByRequest(answersOf(readStored('requests', name)), now);
    return items.length === 0 ? [] : [{ name: `requests ${name}`, of: now.length, items }];
  });
}

function compareByRequest(stored: readonly FrozenAnswer[], now: readonly FrozenAnswer[]): Change['items'] {
  const nowByRequest = new Map(now.map((answer) => [answer.request, answer]));
  const storedByRequest = new Map(stored.map((answer) => [answer.request, answer]));
  const only = (place: string): Difference[] => [{ place, before: '', now: '' }];
  return [
    ...stored.map((answer) => {
      const own = nowByRequest.get(answer.request);
      return {
        item: answer.request,
        differences: own === undefined ? only('is not asked any more') : compareAnswers(answer, own),
      };
    }),
    ...now.flatMap(({ request }) =>
      storedByRequest.has(request) ? [] : [{ item: request, differences: only('was not asked') }],
    ),
  ].filter(({ differences }) => differences.length > 0);
}

const namesOf = (kind: Kind, made: ReadonlyMap<string, unknown>): string[] =>
  [...new Set([...listStored(kind), ...made.keys()])].sort();

/** Answers by the file that they are stored in. */
export function answersByFile(
  requests: readonly FrozenRequest[],
  answers: readonly FrozenAnswer[][],
): Map<string, FrozenAnswer[]> {
  const files = new Map<string, FrozenAnswer[]>();
  for (const [place, { endpoint }] of requests.entries()) {
    const name = fileNameOf(endpoint);
    const known = files.get(name) ?? [];
    known.push(...(answers[place] ?? []));
    files.set(name, known);
  }
  return files;
}

/** So many files are told of in the message; of the others only that they differ. */
const TOLD = 12;

/** The differences in words, short; all of them go into a file that the words name. Empty where nothing differs. */
export function report(changes: readonly Change[]): string {
  if (changes.length === 0) return '';
  const file = join(mkdtempSync(join(tmpdir(), 'tidemark-frozen-')), 'differences.txt');
  writeFileSync(file, changes.map(detail).join('\n'));
  const head = `${changes.length} frozen outputs differ, all of it in ${file}; npm run freeze -- --write stores what is given now`;
  const others = changes.slice(TOLD).map(headOf);
  return [head, ...changes.slice(0, TOLD).map(summarize), others.join('\n')].join('\n\n').trimEnd();
}
