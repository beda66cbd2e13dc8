import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { spawnProgram } from '../../test/run-program.ts';

async function run(env: Record<string, string>) {
  const child = spawnProgram('load-env.ts', [], env);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr, code: Number(code) };
}

test('a program with a wrong environment prints every problem to stderr and exits with 78', async () => {
  const { stdout, stderr, code } = await run({ PORT: 'http' });
  expect(code).toBe(78);
  expect(stdout).toBe('');
  expect(stderr).toBe(`2 problems in the environment:
  PORT: expected a port (0 to 65535), got "http"
  HEARTBEAT_MS: not set, expected milliseconds, a whole number (0 or more)
`);
});

test('a program with a right environment goes on', async () => {
  const { stdout, code } = await run({ PORT: '1', HEARTBEAT_MS: '2' });
  expect(code).toBe(0);
  expect(stdout).toBe('{"PORT":1,"HEARTBEAT_MS":2}\n');
});
