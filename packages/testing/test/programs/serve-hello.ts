import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

// A program for the tests of `startProcess`: serves over HTTP, has a child of its own, and says so.
const helper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
const server = createServer((_request, response) => response.end('hello'));
server.listen(Number(process.env['HELLO_PORT']), '127.0.0.1', () => {
  const testPostgres = process.env['TIDEMARK_TEST_POSTGRES_URL'] !== undefined;
  process.stdout.write(`${JSON.stringify({ msg: 'hello ready', helperPid: helper.pid, testPostgres })}\n`);
});
if (process.env['HELLO_FAIL'] !== undefined) {
  process.stderr.write(`${process.env['HELLO_FAIL']}\n`);
  process.exit(3);
}
