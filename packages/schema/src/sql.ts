import type { ISql, Sql as Client } from 'postgres';

/** postgres.js client whose `int8` values and parameters are bigint and whose timestamps are `Date`. */
export type Sql = Client<{ bigint: bigint }>;
/** A client or an open transaction: whatever a single statement can run on. */
export type Queryable = ISql<{ bigint: bigint }>;
