import { type OwnPostgres, ownPostgresVersions, startOwnPostgres } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from './create-database.ts';
import { identifyDatabase } from './identify-database.ts';

async function identify(url: string): Promise<string> {
  const database = createDatabase({ url, maxConnections: 1 });
  try {
    return await identifyDatabase(database.sql);
  } finally {
    await database.close();
  }
}

describe.each(ownPostgresVersions())('the identity of a database of Postgres %s', (version) => {
  let servers: OwnPostgres[];
  beforeAll(async () => {
    servers = [await startOwnPostgres(version), await startOwnPostgres(version)];
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  it('is another in each database and each server, and the same for every login that may do nothing', async () => {
    const found: string[] = [];
    for (const server of servers) {
      const database = createDatabase({ url: server.url(), maxConnections: 1 });
      await database.sql`CREATE DATABASE another`;
      await database.sql`CREATE ROLE nobody LOGIN PASSWORD 'x'`;
      await database.close();
      found.push(await identify(server.url()), await identify(server.url('another')));
      const asNobody = new URL(server.url());
      [asNobody.username, asNobody.password] = ['nobody', 'x'];
      expect(await identify(asNobody.href)).toBe(await identify(server.url()));
    }
    expect(new Set(found).size).toBe(4);
    expect(found).toEqual(found.map(() => expect.stringMatching(/^\d+-\d+$/)));
  });
});
