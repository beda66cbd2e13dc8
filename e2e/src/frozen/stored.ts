import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { FrozenAnswer } from './request.ts';
import type { Table } from './dump-views.ts';

const FOLDER = join(import.meta.dirname, 'stored');

/** What is stored: a folder of its own each, a file for each view, function or endpoint. */
export type Kind = 'views' | 'functions' | 'requests';

/** The same numbers stand in many answers, hundreds of kilobytes apart. A better quality takes a sixth off, and minutes. */
const OPTIONS = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
};

/** Names of what is stored. */
export function listStored(kind: Kind): string[] {
  const folder = join(FOLDER, kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((file) => (file.endsWith('.br') ? [file.slice(0, -'.br'.length)] : []))
    .sort();
}

/** The text that is stored under the name; empty where there is none. */
export function readStored(kind: Kind, name: string): string {
  const file = fileOf(kind, name);
  return existsSync(file) ? brotliDecompressSync(readFileSync(file)).toString('utf8') : '';
}

export function storeTables(kind: 'views' | 'functions', tables: ReadonlyMap<string, Table>): void {
  write(kind, new Map([...tables].map(([name, table]) => [name, textOfTable(table)])));
}

export function storeAnswers(answers: ReadonlyMap<string, readonly FrozenAnswer[]>): void {
  write('requests', new Map([...answers].map(([name, list]) => [name, textOfAnswers(list)])));
}

/** Stores the texts and removes every other one of this kind. */
function write(kind: Kind, texts: ReadonlyMap<string, string>): void {
  mkdirSync(join(FOLDER, kind), { recursive: true });
  for (const name of listStored(kind)) if (!texts.has(name)) rmSync(fileOf(kind, name));
  for (const [name, text] of texts) {
    // A file that says the same is left alone: another version of the library may compress it otherwise.
    if (readStored(kind, name) !== text) writeFileSync(fileOf(kind, name), brotliCompressSync(text, OPTIONS));
  }
}

/** Of all files together. */
export function bytesStored(): number {
  const kinds: readonly Kind[] = ['views', 'functions', 'requests'];
  const files = kinds.flatMap((kind) => listStored(kind).map((name) => fileOf(kind, name)));
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}

function fileOf(kind: Kind, name: string): string {
  return join(FOLDER, kind, `${name}.br`);
}

/**
 * A table as text: a line for each column, its name first. Values of a column are alike, those of a row are not: this takes four fifths of the
 * bytes.
 */
export function textOfTable({ columns, lines }: Table): string {
  const rows = lines.map((line) => line.split('\t'));
  return columns.map((column, place) => `${[column, ...rows.map((cells) => cells[place])].join('\t')}\n`).join('');
}

export function tableOf(text: string): Table {
  const cells = text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));
  const rows = (cells[0] ?? []).slice(1);
  return {
    columns: cells.map(([name = '']) => name),
    lines: rows.map((_, row) => cells.map((column) => column[row + 1]).join('\t')),
  };
}

/** Answers as text: a line of JSON each. */
const textOfAnswers = (answers: readonly FrozenAnswer[]): string =>
  answers.map((answer) => `${JSON.stringify(answer)}\n`).join('');

export function answersOf(text: string): FrozenAnswer[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): FrozenAnswer => JSON.parse(line));
}

/** The name of a file for an endpoint: `GET /v1/{protocol}/lend/fees` is `v1-protocol-lend-fees`. */
export function fileNameOf(endpoint: string): string {
  const [, method = '', path = ''] = /^(\w+) (.*)$/.exec(endpoint) ?? [];
  const words = path.split(/[^\w.]+/).filter((word) => word !== '');
  return [...(method === 'GET' ? [] : [method.toLowerCase()]), ...(words.length === 0 ? ['index'] : words)].join('-');
}
