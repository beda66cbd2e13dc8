import { createTestDatabase } from '@tidemark/testing';
import { createDatabase, type Database, type DatabaseOptions } from '../../src/create-database.ts';
import { migrate } from '../../src/migrate/migrate.ts';
import { upsertReserves } from '../../src/queries/upsert-reserves.ts';
import { buildReserveInput } from './build-rows.ts';

export interface OpenTestDatabase extends Database {
  readonly url: string;
  /** A second pool on the same database, as another process would have. */
  connect(options?: Partial<DatabaseOptions>): Database;
  /** Closes every pool and removes the database. */
  drop(): Promise<void>;
}

/** A migrated database of its own, with the named reserves registered at second 0. */
export async function openTestDatabase({
  reserves = [],
}: {
  reserves?: readonly string[];
} = {}): Promise<OpenTestDatabase> {
  const { url, drop } = await createTestDatabase({
    template: { name: 'schema', prepare: (templateUrl) => migrate({ url: templateUrl }) },
  });
  const opened: Database[] = [];
  const connect = (options: Partial<DatabaseOptions> = {}): Database => {
    const database = createDatabase({ url, maxConnections: 4, ...options });
    opened.push(database);
    return database;
  };
  const main = connect();
  await upsertReserves(
    main.sql,
    reserves.map((label) => buildReserveInput(label)),
  );
  return {
    ...main,
    url,
    connect,
    drop: async () => {
      await Promise.all(opened.map((database) => database.close()));
      await drop();
    },
  };
}
