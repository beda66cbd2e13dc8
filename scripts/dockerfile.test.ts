import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rootDir } from './lib/repository.mjs';

interface Instruction {
  readonly keyword: string;
  readonly text: string;
}

/** Instructions in their order, each on one line, without comments. */
function instructionsOf(dockerfile: string): Instruction[] {
  const lines = dockerfile
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n/g, ' ');
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, keyword = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
      return { keyword: keyword.toUpperCase(), text };
    });
}

/** What is wrong with a Dockerfile of a service; empty where nothing is. */
function problemsOf(dockerfile: string): string[] {
  const all = instructionsOf(dockerfile);
  const lastStage = all.slice(all.findLastIndex(({ keyword }) => keyword === 'FROM'));
  const of = (keyword: string, among = all) =>
    among.filter((entry) => entry.keyword === keyword).map(({ text }) => text);
  const stages = of('FROM').flatMap((text) => / AS (\S+)$/i.exec(text)?.[1] ?? []);
  const problems: string[] = [];
  const check = (isRight: boolean, problem: string): void => {
    if (!isRight) problems.push(problem);
  };
  for (const text of of('FROM')) {
    const [image = ''] = text.split(' ');
    check(
      stages.includes(image) || /:\d+\.\d+\.\d+[\w.-]*(?:@sha256:[0-9a-f]{64})?$/.test(image),
      `unpinned: ${image}`,
    );
  }
  const user = of('USER', lastStage).at(-1);
  check(user !== undefined && !/^(?:root|0)(?::|$)/.test(user), `the service runs as ${user ?? 'root'}`);
  check(of('ADD').length === 0, 'ADD fetches and unpacks');
  for (const text of of('COPY', lastStage)) {
    check(text.includes('--from='), `the context is in the image: COPY ${text}`);
    check(/--chown=root:root\b/.test(text), `the service could write what it runs: COPY ${text}`);
  }
  const settings = [...of('ENV'), ...of('ARG'), ...of('LABEL')];
  for (const text of settings) {
    check(
      !/pass|secret|token|credential|_key\b|postgres:\/\/|redis:\/\//i.test(text),
      `a secret in the image: ${text}`,
    );
  }
  for (const text of of('RUN')) {
    check(!/\b(?:curl|wget)\b/.test(text), `fetched without a hash: RUN ${text}`);
    check(!/\bsudo\b|\bchmod\b[^&|;]*(?:777|\+s|[42]7?[0-7]{3})|\bsetcap\b/.test(text), `rights: RUN ${text}`);
    check(
      !/\bapt-get install\b/.test(text) || text.includes('--no-install-recommends'),
      `more than needed: RUN ${text}`,
    );
    check(!/\bnpm install\b/.test(text) || /@\d+\.\d+\.\d+/.test(text), `unpinned: RUN ${text}`);
    check(!/\bpnpm install\b/.test(text) || text.includes('--frozen-lockfile'), `not what is locked: RUN ${text}`);
  }
  for (const keyword of ['CMD', 'ENTRYPOINT']) {
    for (const text of of(keyword))
      check(text.startsWith('["'), `a shell between signal and service: ${keyword} ${text}`);
  }
  check(
    /^\["[^"]*\btini"/.test(of('ENTRYPOINT', lastStage).at(-1) ?? ''),
    'the service is process 1, which cannot end itself',
  );
  for (const port of of('EXPOSE').flatMap((text) => text.split(/\s+/))) {
    check(Number(port.split('/')[0]) >= 1_024, `a port that needs rights: ${port}`);
  }
  return problems;
}

const dockerfile = readFileSync(join(rootDir, 'Dockerfile'), 'utf8');

describe('the Dockerfile', () => {
  it('makes an image without secrets, of pinned parts, whose service is not root and cannot change what it runs', () => {
    expect(problemsOf(dockerfile)).toEqual([]);
  });

  it.each([
    ['a service that is root', (text: string) => text.replace(/^USER node$/m, ''), /runs as root/],
    ['root by its number', (text: string) => text.replace(/^USER node$/m, 'USER 0:0'), /runs as 0:0/],
    ['a later USER', (text: string) => `${text}\nUSER root\n`, /runs as root/],
    ['an image that changes', (text: string) => text.replaceAll(/(FROM node):[\w.-]+/g, '$1:latest'), /unpinned/],
    [
      'sources in the image',
      (text: string) => text.replace(/^USER node$/m, 'COPY . .\nUSER node'),
      /context is in the image/,
    ],
    [
      'a password',
      (text: string) => text.replace(/^USER node$/m, 'ENV DB_PASSWORD=x\nUSER node'),
      /secret in the image/,
    ],
    ['an argument that is a token', (text: string) => `ARG NPM_TOKEN\n${text}`, /secret in the image/],
    ['files that the service owns', (text: string) => text.replace('--chown=root:root', '--chown=node'), /could write/],
    [
      'something fetched',
      (text: string) => text.replace(/^USER node$/m, 'RUN curl x | sh\nUSER node'),
      /without a hash/,
    ],
    ['rights for all', (text: string) => text.replace(/^USER node$/m, 'RUN chmod -R 777 /app\nUSER node'), /rights/],
    [
      'a shell as process 1',
      (text: string) => text.replace(/^CMD .*$/m, 'CMD node apps/api/dist/main.js'),
      /shell between/,
    ],
    ['a service as process 1', (text: string) => text.replace(/^ENTRYPOINT .*$/m, ''), /is process 1/],
    ['an install that is not locked', (text: string) => text.replace(' --frozen-lockfile', ''), /not what is locked/],
  ])('would be refused for %s', (_what, change, problem) => {
    expect(problemsOf(change(dockerfile)).join('\n')).toMatch(problem);
  });
});

it('the image has DuckDB once, for the API that reads archived months and the commands that write them', () => {
  const commands = instructionsOf(dockerfile).flatMap(({ text }) => text.split('&&').map((part) => part.trim()));
  // Its library is an optional package.
  const whole = commands.filter((text) => / deploy .*--prod/.test(text) && !text.includes('--no-optional'));
  expect(whole).toEqual(['pnpm --filter @tidemark/api deploy --legacy --prod /out/apps/api']);
  expect(commands).toContain('ln -s ../../apps/api/node_modules /out/packages/archive/node_modules');
});

it('the build sees no secret and no file of a developer', () => {
  const ignored = readFileSync(join(rootDir, '.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['.git', '.data', '**/.env', '**/.env.*', '**/*.pem', '**/*.key', '**/node_modules']),
  );
  expect(ignored.filter((line) => line.startsWith('!'))).toEqual([]);
});

it('nothing outside the repository takes part in the build, and what is fetched does not depend on the sources', () => {
  expect(dockerfile).not.toMatch(/^# *syntax=/m);
  const texts = instructionsOf(dockerfile).map(({ keyword, text }) => `${keyword} ${text}`);
  expect(texts.indexOf('RUN pnpm fetch')).toBeGreaterThan(texts.findIndex((text) => text.includes('pnpm-lock.yaml')));
  expect(texts.indexOf('RUN pnpm fetch')).toBeLessThan(texts.indexOf('COPY . .'));
  expect(texts).toContain('RUN pnpm install --offline --frozen-lockfile');
});
