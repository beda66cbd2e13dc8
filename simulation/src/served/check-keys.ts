import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { PROTOCOL_NAMES } from '@tidemark/protocols';
import { createApiKey, createDatabase, revokeApiKey } from '@tidemark/schema';

const TIMEOUT_MS = 60_000;
/** A key that ends may be taken for so long: what was known of it holds for five seconds. The rest is a busy machine. */
const PATIENCE_MS = 30_000;
const VERIFY = '/auth/verify';
const PATHS = [VERIFY, `/v1/${PROTOCOL_NAMES[0]}/lend/reserves/all/latest`];

/**
 * Keys of each kind at each kind of path: one in force is taken; one that was revoked, that has expired, or that was never issued is
 * refused with 401. Says in words what is otherwise.
 */
export async function checkKeys(apiUrl: string, databaseUrl: string): Promise<string[]> {
  const database = createDatabase({ url: databaseUrl, maxConnections: 1, applicationName: 'simulation' });
  const { sql } = database;
  try {
    const revoked = await createApiKey(sql, { username: 'revoked' });
    const expired = await createApiKey(sql, { username: 'expired', expiresAt: new Date(Date.now() + 1_000) });
    const problems: string[] = [];
    problems.push(...(await expectAll('a key in force', apiUrl, revoked.key, 200, 0)));
    await revokeApiKey(sql, revoked.info.id);
    problems.push(...(await expectAll('a revoked key', apiUrl, revoked.key, 401, PATIENCE_MS)));
    problems.push(...(await expectAll('an expired key', apiUrl, expired.key, 401, PATIENCE_MS)));
    problems.push(...(await expectAll('an unknown key', apiUrl, misspelt(expired.key), 401, 0)));
    return problems;
  } finally {
    await database.close();
  }
}

/** Another key of the same form, or nearly. */
function misspelt(key: string): string {
  const letters = [...randomBytes(8)].map((byte) => 'abcdefghjk'[byte % 10]).join('');
  return `${key.slice(0, -letters.length)}${letters}`;
}

async function expectAll(
  what: string,
  apiUrl: string,
  key: string,
  expected: number,
  timeoutMs: number,
): Promise<string[]> {
  const problems: string[] = [];
  for (const path of PATHS) {
    const deadline = performance.now() + timeoutMs;
    let status = await ask(apiUrl, path, key);
    while (status !== expected && performance.now() < deadline) {
      await delay(200);
      status = await ask(apiUrl, path, key);
    }
    if (status !== expected) problems.push(`${what} is answered with ${status} at ${path}, not ${expected}`);
  }
  return problems;
}

async function ask(apiUrl: string, path: string, key: string): Promise<number> {
  const response = await fetch(`${apiUrl}${path}`, {
    method: path === VERIFY ? 'POST' : 'GET',
    headers: { 'x-service-api-key': key },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.arrayBuffer();
  return response.status;
}
