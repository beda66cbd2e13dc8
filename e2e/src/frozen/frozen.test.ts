import { createApiKey, createDatabase } from '@tidemark/schema';
import { createTestDatabase, startProcess, stopAllProcesses, type TestDatabase } from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAll } from './ask.ts';
import { dumpFunctions, dumpViews } from './dump-views.ts';
import { listEndpoints } from './endpoints.ts';
import { startFixedApi } from './fixed-api.ts';
import { answersByFile, changedAnswers, changedTables, report } from './freeze.ts';
import { listRequests } from './requests.ts';
import { bytesStored, storeAnswers, storeTables } from './stored.ts';
import { readWorld, type World } from './world.ts';

/** `npm run freeze -- --write` stores what is given now. */
const isWriting = process.env['TIDEMARK_FREEZE'] === 'write';
const MOST_BYTES = 10_000_000;

let database: TestDatabase;
let sql: postgres.Sql;
let world: World;
beforeAll(async () => {
  database = await createTestDatabase();
  const player = await startProcess({ entry: 'apps/indexer/test/recorded/play.ts', args: [database.url] });
  const { code } = await player.exited;
  if (code !== 0) throw new Error(`the recording was not replayed: ${player.lines().join('\n')}`);
  const url = new URL(database.url);
  url.searchParams.set('role', 'tidemark_reader');
  sql = postgres(url.href, { max: 1, onnotice: () => undefined });
  world = await readWorld(sql);
});
afterAll(async () => {
  await stopAllProcesses();
  await sql?.end();
  await database?.drop();
});

test('views of lend_v1, each with all of its rows', async () => {
  const tables = await dumpViews(sql);
  if (isWriting) storeTables('views', tables);
  expect(report(changedTables('views', tables))).toBe('');
});

test('functions of lend_v1', async () => {
  const tables = await dumpFunctions(sql, world);
  if (isWriting) storeTables('functions', tables);
  expect(report(changedTables('functions', tables))).toBe('');
});

test('answers of the API to what its OpenAPI document promises', async () => {
  const requests = listRequests(listEndpoints(world.protocols), world);
  const owner = createDatabase({ url: database.url, maxConnections: 1 });
  const { key } = await createApiKey(owner.sql, { username: 'frozen' });
  await owner.close();
  const api = await startFixedApi(database.url, world.now);
  const answers = answersByFile(requests, await askAll(requests, { url: api.url, key }));
  await api.process.stop();
  if (isWriting) storeAnswers(answers);
  expect(report(changedAnswers(answers))).toBe('');
});

test('what is stored stays small', () => {
  expect(bytesStored()).toBeLessThan(MOST_BYTES);
});
