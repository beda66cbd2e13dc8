import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from './lib/count-source.mjs';
import { rootDir } from './lib/repository.mjs';

const files: readonly string[] = listFiles(rootDir);
const pages = files.filter((path) => path.endsWith('.md'));
const read = (path: string): string => readFileSync(join(rootDir, path), 'utf8');

/** Links of a page to places in the repository, without those in blocks of code. */
function linksOf(page: string): string[] {
  const prose = read(page).replaceAll(/^```.*?^```/gms, '');
  const links = [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target ?? '');
  return links.filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const headings = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading ?? '');
  return new Set(
    headings.map((heading) =>
      heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test.each(pages)('every link of %s leads to a file and a heading', (page) => {
  const broken = linksOf(page).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : relative(rootDir, join(rootDir, dirname(page), path));
    if (!existsSync(join(rootDir, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
  });
  expect(broken).toEqual([]);
});

test('no source or page names a document that is not there', () => {
  const named = files
    .filter((path) => /\.(?:[cm]?[jt]s|sql|md|ya?ml|json|mts|sh|example)$/.test(path) && path !== 'CHANGELOG.md')
    .flatMap((path) =>
      [...read(path).matchAll(/(?<![\w./-])docs\/[\w./-]*?\.md\b/g)].map(([name]) => `${path}: ${name}`),
    );
  expect(named.filter((entry) => !existsSync(join(rootDir, entry.split(': ')[1] ?? '')))).toEqual([]);
});
