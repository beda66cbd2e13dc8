import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

export type Duck = Pick<DuckDBConnection, 'run' | 'runAndReadAll'>;

/** Bounded, so that an export may run beside a service; what does not fit goes to files. */
const LIMITS = { threads: '2', memory_limit: '256MB' } as const;

/** Works with a DuckDB of its own, in memory, in UTC, that loads nothing from a network. */
export async function withDuckDb<Result>(tempDir: string, work: (duck: Duck) => Promise<Result>): Promise<Result> {
  const instance = await DuckDBInstance.create(':memory:', {
    ...LIMITS,
    temp_directory: tempDir,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  try {
    const connection = await instance.connect();
    try {
      await connection.run("SET TimeZone = 'UTC'");
      return await work(connection);
    } finally {
      connection.closeSync();
    }
  } finally {
    instance.closeSync();
  }
}

/** A text as a literal of SQL. */
export function duckText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
