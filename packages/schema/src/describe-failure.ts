import postgres from 'postgres';

const TABLE_MISSING = '42P01';
const SCHEMA_MISSING = '3F000';

/** One sentence for a command line: what failed, and what to do where that is known. Never holds the connection string. */
export function describeFailure(error: unknown): string {
  if (error instanceof postgres.PostgresError && (error.code === TABLE_MISSING || error.code === SCHEMA_MISSING)) {
    return 'the database has no Tidemark tables yet; run the migration first';
  }
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ERR_INVALID_URL') return 'the database URL is not a valid connection string';
  // Node leaves the message of a failed connection to several addresses empty and puts the reason into the code.
  if (error.message !== '') return error.message;
  return 'code' in error ? `no connection to the database (${String(error.code)})` : error.name;
}
