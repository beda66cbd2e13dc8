import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createApiKey, createDatabase } from '@tidemark/schema';
import { repositoryDir, stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FullStack, startFullStack } from '../support/full-stack.ts';
import { parseCsv } from '../support/parse-csv.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 120_000;
/** The chain stands in the middle of the hour before this one, so that none ends while a test looks. */
const CHAIN_BEGIN = (Math.floor(Date.now() / 3_600_000) - 0.5) * 3_600;
const CURL_TIMED_OUT = 28;

let stack: FullStack;
let folder: string;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-readme-'));
  stack = await startFullStack({
    localnet: { seed: 4, slotMs: 100, unixTimeSeconds: CHAIN_BEGIN },
    // A machine that is busy may look seldom, which is no gap here.
    indexerEnv: { ROLLUP_INTERVAL_MS: '1000', GAP_AFTER_MS: '600000' },
  });
  const database = createDatabase({ url: stack.databaseUrl, maxConnections: 2 });
  key = (await createApiKey(database.sql, { username: 'alice' })).key;
  await waitFor(async () => (await database.sql`SELECT 1 FROM lend.reserve_daily LIMIT 1`).length > 0, {
    description: 'the first rollup',
  });
  await database.close();
});
afterAll(async () => {
  await stack?.stop();
  await stopAllProcesses();
  await rm(folder, { recursive: true, force: true });
});

/** Blocks of one language in a README, pointed at the stack of this test. */
async function examples(readme: string, language: string): Promise<string[]> {
  const text = await readFile(join(repositoryDir(), readme), 'utf8');
  const blocks = [...text.matchAll(new RegExp(`\`\`\`${language}\n(.+?)\`\`\``, 'gs'))];
  return blocks.map(([, block]) => (block ?? '').replaceAll('http://localhost:3000', stack.apiUrl));
}

async function runTypeScript(code: string): Promise<string[]> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const args = ['--conditions=@tidemark/source', '--import', tsx, '--input-type=module', '--eval', code];
  const options = { cwd: join(repositoryDir(), 'e2e'), env: { ...process.env, KEY: key }, timeout: TIMEOUT_MS };
  const { stdout } = await run(process.execPath, args, options);
  return stdout.trim().split('\n');
}

/** One command of a block, with the variables that the block begins with. */
async function runShell(command: string): Promise<{ readonly stdout: string; readonly code: number }> {
  const options = { cwd: folder, env: { ...process.env, KEY: key }, timeout: TIMEOUT_MS };
  try {
    return { stdout: (await run('sh', ['-c', command], options)).stdout, code: 0 };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error)) throw error;
    return { stdout: String(error.stdout), code: Number(error.code) };
  }
}

describe('the examples', () => {
  it('for curl answer as they stand in the README', async () => {
    const blocks = await examples('README.md', 'sh');
    const [variables = '', ...lines] = (blocks.find((block) => block.startsWith('R=')) ?? '').trim().split('\n');
    expect(lines.length).toBeGreaterThan(4);
    const answers = new Map<string, { readonly stdout: string; readonly code: number }>();
    for (const line of lines) {
      // A stream goes on until somebody ends it.
      const options = line.includes('/v1/stream') ? '--fail --max-time 8' : '--fail';
      const command = line.replaceAll('localhost:3000', new URL(stack.apiUrl).host).replace('curl', `curl ${options}`);
      answers.set(line, await runShell(`${variables}\n${command}`));
    }
    for (const [line, { stdout, code }] of answers) {
      expect({ line, code }).toEqual({ line, code: line.includes('/v1/stream') ? CURL_TIMED_OUT : 0 });
      expect(`${line}: ${stdout}`).toMatch(/: (?:[[{].*|.*event: heartbeat.*|)$/s);
    }
    const [names, ...days] = parseCsv(await readFile(join(folder, 'reserves.csv'), 'utf8'));
    expect(names).toContain('borrow_apy_f');
    expect(days.length).toBeGreaterThanOrEqual(26);
  });

  it('for TypeScript run as they stand in the READMEs', async () => {
    const [ofRepository = ''] = await examples('README.md', 'ts');
    const [hour = '', ...rest] = await runTypeScript(ofRepository);
    expect(hour).toMatch(/^\d{10} 0\.\d+ ok$/);
    expect(rest.at(-1)).toMatch(/^\d+ 0\.\d+$/);
    const [ofClient = ''] = await examples('packages/client/README.md', 'ts');
    // Types in it are for the reader: what is evaluated here is JavaScript.
    const printed = await runTypeScript(ofClient.replaceAll(': unknown', ''));
    expect(printed.at(-1)).toMatch(/^400 400\d\d /);
    expect(printed.length).toBeGreaterThan(28);
  });
});
