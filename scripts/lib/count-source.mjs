import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that git knows or would add, without those deleted in the working tree. */
export function listFiles(rootDir) {
  const git = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: rootDir,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (git.status !== 0) throw new Error(`git ls-files failed: ${git.stderr}`);
  return [...new Set(git.stdout.split('\n'))]
    .filter((path) => path !== '' && existsSync(join(rootDir, path)))
    .toSorted();
}

/** A generated file says so: one of its first three lines is a comment that begins with "Generated", or asks not to edit it. */
export function isGenerated(text) {
  return text
    .split('\n', 3)
    .some((line) =>
      /^\s*(?:\/\/|--|#|\/?\*+)\s*(?:@?generated\b|.*(?:\bdo not edit\b|\bwritten by `npm run generate))/i.test(line),
    );
}

export function isTest(path) {
  return /\.test\.[cm]?[jt]sx?$/.test(path) || /(?:^|\/)test\//.test(path);
}

/** Lines as an editor numbers them, without the empty one after the last line break. */
export function countLines(text) {
  const breaks = text.split('\n').length - 1;
  return text.endsWith('\n') || text === '' ? breaks : breaks + 1;
}

function readSources(rootDir, files, pattern) {
  return files
    .filter((path) => pattern.test(path) && !isTest(path))
    .map((path) => ({ path, text: readFileSync(join(rootDir, path), 'utf8') }))
    .filter(({ text }) => !isGenerated(text));
}

/** What belongs to one protocol only and must not stand outside `packages/protocols/src/<name>`. */
export const SEAM_RULES = [
  { name: 'protocol names', pattern: /kamino|klend|solend|marginfi|['"`/]save['"`/]|\bsave-/i },
  { name: '2^60 by hand', pattern: /\b2n \*\* 60n|\b1n << 60n|2(?:::numeric)? ?\^ ?60/ },
  { name: 'sf and bsf names', pattern: /\bb?sf\b|(?:[a-z0-9](?:Sf|Bsf)|_b?sf)(?![a-z])/ },
  { name: 'account offsets', pattern: /\boffset(?:Of\w*)?\b[^\w'"`]{1,4}\d{2,}/i },
];

/** For each rule the lines and files that break it, outside of the protocols' own folders and the list of them, which names them. */
export function findSeamBreaks(files) {
  const outside = files.filter(({ path }) => !/^packages\/protocols\/src\/(?:[^/]+\/|index\.ts$)/.test(path));
  return SEAM_RULES.map(({ name, pattern }) => {
    const hits = outside
      .map(({ path, text }) => ({ path, lines: text.split('\n').filter((line) => pattern.test(line)).length }))
      .filter(({ lines }) => lines > 0);
    return { name, files: hits.length, lines: sum(hits.map(({ lines }) => lines)), hits };
  });
}

/** The words of a field's name that its spellings share. */
const wordsOf = (field) =>
  field
    .replace(/_f$/, '')
    .split('_')
    .map((word) => word.replace(/\W/g, ''));

/** The files that spell a field in any of its spellings: `supply_apy_f`, `supplyApyF`, `supplyApy`, `SUPPLY_APY_F`. */
export function findSpellings(files, field) {
  const pattern = new RegExp(`(?<!\\w)${wordsOf(field).join('_?')}(?:_?f)?(?!\\w)`, 'i');
  return files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

/** Files that a published field may be spelled in by hand: its entry, its formulas, and where it appears. */
export const MAX_SPELLINGS = 6;

/**
 * Published fields by the number of files that spell them, the most first. Those of one word (`slot`, `count`) are words of English.
 */
export function countSpellings(files, dictionary) {
  const fields = new Set([...dictionary.matchAll(/^\| `([a-z0-9_]+)` \|/gm)].map(([, field]) => field));
  return [...fields]
    .filter((field) => wordsOf(field).length > 1)
    .map((field) => ({ field, files: findSpellings(files, field).length }))
    .toSorted((a, b) => b.files - a.files || (a.field < b.field ? -1 : 1));
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function measure(name, files) {
  const lines = files.map(({ text }) => countLines(text));
  return { name, files: files.length, lines: sum(lines), median: median(lines), longest: Math.max(0, ...lines) };
}

const CODE = /\.(?:[cm]?[jt]sx?)$/;

/** The hand-written source of apps and packages. */
export function readProduct(rootDir, all = listFiles(rootDir)) {
  const inside = all.filter((path) => /^(?:apps|packages)\//.test(path));
  return readSources(rootDir, inside, CODE);
}

/** Everything that `npm run count` prints. */
export function countSource(rootDir) {
  const all = listFiles(rootDir);
  const product = readProduct(rootDir, all);
  const rooms = [...new Set(product.map(({ path }) => path.split('/', 2).join('/')))];
  const beside = ['scripts', 'bench', 'simulation', 'e2e'];
  return {
    rooms: rooms.map((room) =>
      measure(
        room,
        product.filter(({ path }) => path.startsWith(`${room}/`)),
      ),
    ),
    product: measure('apps and packages', product),
    migrations: measure('migrations (SQL)', readSources(rootDir, all, /^packages\/.*\.sql$/)),
    beside: beside.map((room) =>
      measure(
        room,
        readSources(
          rootDir,
          all.filter((path) => path.startsWith(`${room}/`)),
          CODE,
        ),
      ),
    ),
    spellings: countSpellings(product, readFileSync(join(rootDir, 'docs/data-dictionary.md'), 'utf8')),
    seam: findSeamBreaks(product),
  };
}
