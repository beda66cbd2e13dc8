import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { frameHtml, SIMULATED, SIMULATED_FILE, SIMULATED_MARK } from '../src/ui/frame.ts';

const MAX_SCRIPT_BYTES = 200_000;
const MAX_STYLE_BYTES = 12_000;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-build-'));
  const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url));
  // The tests run with another value, for which React builds its slow and large form.
  const { NODE_ENV: before } = process.env;
  process.env['NODE_ENV'] = 'production';
  await build({ configFile, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
  process.env['NODE_ENV'] = before;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sizeOf = (path: string): number => gzipSync(readFileSync(join(folder, path))).length;

/** What the page names: scripts and style sheets of the first load, the chunks that they share included. */
function namedFiles(kind: 'js' | 'css'): string[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].flatMap(([, path = '']) =>
    path.endsWith(`.${kind}`) ? path : [],
  );
}

it('the first load is under 200 kB of script and 12 kB of style, gzip', () => {
  const scripts = namedFiles('js');
  // Those that the first script imports when it runs are named too, and counted.
  expect(scripts.filter((path) => path.startsWith('/assets/app-'))).toHaveLength(1);
  expect(scripts.reduce((sum, path) => sum + sizeOf(path), 0)).toBeLessThan(MAX_SCRIPT_BYTES);
  expect(namedFiles('css').reduce((sum, path) => sum + sizeOf(path), 0)).toBeLessThan(MAX_STYLE_BYTES);
});

it('charts and popups are no part of it', () => {
  const first = namedFiles('js').map((path) => readFileSync(join(folder, path), 'utf8'));
  const all = readdirSync(join(folder, 'assets'));
  expect(all.some((name) => name.startsWith('TimeChart'))).toBe(true);
  expect(first.some((text) => text.includes('u-over'))).toBe(false);
});

it('nothing of it names another host, and the page has no inline script or style', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page).not.toMatch(/(?:src|href)="https?:/);
  expect(page).not.toMatch(/<style|style="|<script(?![^>]*\ssrc=)/);
});

it('the page has its frame in it, and a place for what it says of a simulation, which is a file beside it', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page).toContain(`<div id="root">${frameHtml()}</div>`);
  expect(page.split(SIMULATED_MARK)).toHaveLength(2);
  expect(readFileSync(join(folder, SIMULATED_FILE), 'utf8')).toContain(SIMULATED.text);
});
