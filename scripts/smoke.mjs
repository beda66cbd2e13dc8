import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { imageNodeVersion } from './lib/image-node.mjs';
import { rootDir } from './lib/repository.mjs';

// Starts the built stack on the Node that runs this file, asks for what a first visitor asks for, and stops it. `.ci/run` does so on the
// Node of the image (`--image-node` makes any other one an error).

const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 60_000;
const ASK_TIMEOUT_MS = 10_000;

if (process.argv.includes('--image-node') && process.versions.node !== imageNodeVersion()) {
  process.stderr.write(`smoke: this is Node ${process.versions.node}, the image has ${imageNodeVersion()}\n`);
  process.exit(1);
}

const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-smoke-'));
const port = await freePort();
const env = { ...process.env, TIDEMARK_DATA_DIR: dataDir, PORT: String(port), LOCALNET_HISTORY: '0' };
const stack = spawn(process.execPath, [join(rootDir, 'apps', 'stack', 'dist', 'main.js')], {
  env,
  stdio: ['ignore', 'pipe', 'pipe'],
});
const said = [];
stack.stdout.on('data', (chunk) => said.push(chunk));
stack.stderr.on('data', (chunk) => said.push(chunk));
const ended = new Promise((resolve) => stack.once('close', (code, signal) => resolve(code ?? signal)));

let problem = await visit().catch((error) => String(error));
stack.kill('SIGTERM');
const end = await Promise.race([ended, delay(STOP_TIMEOUT_MS, 'no end', { ref: false })]);
if (end === 'no end') stack.kill('SIGKILL');
if (problem === null && end !== 0 && end !== 143) problem = `the stack ended with ${end}`;
rmSync(dataDir, { recursive: true, force: true });
if (problem !== null) {
  process.stderr.write(`${Buffer.concat(said).toString()}\nsmoke: ${problem}\n`);
  process.exit(1);
}
process.stdout.write(`smoke: the stack serves, and stops, on Node ${process.versions.node}\n`);
process.exit(0);

/** Null, or what is wrong. */
async function visit() {
  if (!(await becomesReady())) return 'the stack did not become ready';
  const latest = await answerOf('/v1/kamino/lend/reserves/all/latest');
  if (!Array.isArray(latest) || latest.length === 0) return 'there are no reserves';
  const status = await answerOf('/v1/status');
  if (typeof status?.data?.verdict_str !== 'string') return 'there is no status';
  const page = await ask('/');
  return page.ok && (await page.text()).includes('<html') ? null : 'there is no page';
}

async function becomesReady() {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && stack.exitCode === null && stack.signalCode === null) {
    const answer = await ask('/ready').catch(() => null);
    if (answer?.ok) return true;
    await delay(500);
  }
  return false;
}

async function answerOf(path) {
  const answer = await ask(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

function ask(path) {
  const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
  return fetch(`http://127.0.0.1:${port}${path}`, {
    signal,
    headers: { accept: path === '/' ? 'text/html' : 'application/json' },
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}
