import { expect, test } from 'vitest';
import { createLogger } from './create-logger.ts';

function capture(level?: string) {
  const lines: string[] = [];
  const logger = createLogger({ name: 'tide', level, destination: { write: (line: string) => void lines.push(line) } });
  return { logger, lines };
}

test('a line is one JSON object with name, level as a word, time as ISO text and the message', () => {
  const { logger, lines } = capture();
  logger.info({ slot: 7 }, 'poll finished');
  expect(lines).toHaveLength(1);
  const line: unknown = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({ name: 'tide', level: 'info', slot: 7, msg: 'poll finished' });
  expect(line).toHaveProperty('time', expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/));
});

test('levels below the one chosen are not written', () => {
  const { logger, lines } = capture('warn');
  logger.info('calm');
  logger.warn('storm');
  expect(lines).toEqual([expect.stringContaining('"msg":"storm"')]);
});

test('no secret reaches a line, whether in a field, a nested field, a child, a URL, a message or an error', () => {
  const { logger, lines } = capture();
  const child = logger.child({ apiKey: 'hunter2', url: 'https://user:hunter2@rpc.example/?api-key=hunter2' });
  child.info({
    authorization: 'Bearer hunter2hunter2',
    headers: { 'x-service-api-key': 'hunter2', cookie: 'hunter2' },
  });
  child.info({ list: [{ password: 'hunter2' }], Authorization: 'hunter2', token: 'hunter2', plaintextKey: 'hunter2' });
  child.warn(
    'connecting to postgres://tide:hunter2@db.example/tide failed, header "Authorization: Bearer hunter2hunter2"',
  );
  const cause = new Error('connect redis://:hunter2@cache');
  child.error({ err: new Error('request to https://rpc.example/?key=hunter2 failed', { cause }) }, 'failed');
  child.error('refused key tdm_00hunter2hunter2hunter2hunter2hunter2');
  child.error(new Error('again https://rpc.example/hunter2hunter2hunter2hunter2'));
  expect(lines).toHaveLength(6);
  expect(lines.join('')).not.toContain('hunter2');
  expect(lines.join('')).toContain('https://rpc.example');
  for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
});

test('what only resembles a secret stays readable', () => {
  const { logger, lines } = capture();
  const address = 'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59';
  logger.info({ reserve: address, keyPrefix: 'tdm_ab12', tokenSymbol: 'USDC', monkey: 'see', keys: 3, apiKey: null });
  logger.info({ url: 'http://127.0.0.1:8899/' }, 'see https://example.org/docs/errors/40401.md, and go on');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    reserve: address,
    keyPrefix: 'tdm_ab12',
    tokenSymbol: 'USDC',
    monkey: 'see',
    keys: 3,
    apiKey: null,
  });
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    url: 'http://127.0.0.1:8899/',
    msg: 'see https://example.org/docs/errors/40401.md, and go on',
  });
});

test('the stack of an error keeps the places it names', () => {
  const { logger, lines } = capture();
  const error = new Error('out');
  error.stack =
    'Error: out\n    at f (file:///srv/tidemark/node_modules/.pnpm/pino@10.4.0_0123456789abcdef/pino.js:1:2)';
  logger.error({ err: error }, 'failed');
  expect(JSON.parse(lines[0] ?? '')).toHaveProperty('err.stack', error.stack);
});

test('fields of classes, dates, bigint-free records and errors keep their usual form', () => {
  const { logger, lines } = capture();
  logger.info({ at: new Date(0), err: new RangeError('out') }, 'forms');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    at: '1970-01-01T00:00:00.000Z',
    err: { type: 'RangeError', message: 'out', stack: expect.stringContaining('RangeError: out') },
  });
});
