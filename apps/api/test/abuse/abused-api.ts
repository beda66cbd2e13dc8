import { createApiKey } from '@tidemark/schema';
import { expect } from 'vitest';
import { buildState } from '../support/rows.ts';
import { commitBatch, seedReserves } from '../support/seed.ts';
import { startTestApi, type TestApi, type TestApiOptions } from '../support/start-api.ts';
import { openRaw } from './raw-connection.ts';

export const ALL_LATEST = '/v1/kamino/lend/reserves/all/latest';

export interface AbusedApi extends TestApi {
  readonly port: number;
  readonly key: string;
  /** Asks for the latest reserves over a connection of its own, and expects them. */
  readonly expectHot: (from?: string) => Promise<void>;
  /** Value of a metric, with its labels as they stand in the text. */
  readonly metric: (name: string) => Promise<number>;
}

/** The real API with one reserve in it. */
export async function startAbusedApi(options: TestApiOptions = {}): Promise<AbusedApi> {
  const api = await startTestApi({
    ...options,
    prepare: async (database) => {
      await seedReserves(database, ['SOL']);
      await commitBatch(database, 10, [buildState('SOL', 10)]);
    },
  });
  const { key } = await createApiKey(api.database.sql, { username: 'abuse' });
  const port = Number(new URL(api.url).port);
  return {
    ...api,
    port,
    key,
    expectHot: async (from) => {
      const connection = await openRaw(port, from === undefined ? {} : { from });
      connection.socket.write(`GET ${ALL_LATEST} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      await connection.untilOver();
      expect(connection.statuses()).toEqual([200]);
      expect(connection.received()).toContain('"token_symbol":"SOL"');
    },
    metric: async (name) => {
      const { text } = await api.call('/metrics');
      const line = text.split('\n').find((candidate) => candidate.startsWith(`tidemark_api_${name} `));
      return line === undefined ? 0 : Number(line.split(' ').at(-1));
    },
  };
}
