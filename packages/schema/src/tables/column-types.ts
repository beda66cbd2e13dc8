import { bigint, customType, numeric, pgSchema, timestamp } from 'drizzle-orm/pg-core';

/** JSON object as it is stored: integers wider than 53 bits are decimal strings. */
export type JsonObject = { readonly [key: string]: JsonValue };
export type JsonScalar = string | number | boolean | null;
export type JsonValue = JsonScalar | readonly JsonValue[] | JsonObject;

/** `bytea`, a `Uint8Array` in code. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
});

/** `jsonb` holding an object. The driver serialises it, drizzle's own type would do so a second time. */
export const jsonObject = customType<{ data: JsonObject; driverData: JsonObject }>({
  dataType: () => 'jsonb',
});

/** `jsonb` holding a list of objects. */
export const jsonList = customType<{ data: readonly JsonObject[]; driverData: readonly JsonObject[] }>({
  dataType: () => 'jsonb',
});

/** `jsonb` holding a string, a number, a boolean or null. As above: drizzle's own type would parse a string again. */
export const jsonScalar = customType<{ data: JsonScalar; driverData: JsonScalar }>({
  dataType: () => 'jsonb',
});

/** Unsigned (or signed) 64-bit integer of the chain: `numeric(20,0)`, a bigint in code. */
export const u64 = (name: string) => numeric(name, { precision: 20, scale: 0, mode: 'bigint' });

/** Unsigned 128-bit integer of the chain, mostly a fixed-point value with 60 fractional bits: `numeric(39,0)`. */
export const u128 = (name: string) => numeric(name, { precision: 39, scale: 0, mode: 'bigint' });

/** Sum of 128-bit values, one digit wider: `numeric(40,0)`. */
export const u128Sum = (name: string) => numeric(name, { precision: 40, scale: 0, mode: 'bigint' });

/** Unsigned 256-bit integer of the chain: `numeric(78,0)`. */
export const u256 = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' });

/** `xid8`, the number of a transaction: never used twice in a cluster, and of more than 53 bits. */
export const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

/** Number of the transaction that added or changed the row last. A trigger sets it; `lend_v1.sync_horizon()` says up to which one all are visible. */
export const changeId = () => bigint('change_id', { mode: 'bigint' }).notNull().default(0n);

/** `timestamptz`, a `Date` in code. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Private tables of the service. They may change; outsiders read the views of `lend_v1` instead. */
export const lend = pgSchema('lend');
