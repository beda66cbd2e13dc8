import { customType, numeric, pgSchema, timestamp } from 'drizzle-orm/pg-core';
import type { JsonObject, JsonScalar } from './column-values.ts';

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

/** An integer of so many decimal digits, a bigint in code. */
export const whole = <Name extends string>(name: Name, precision: number) =>
  numeric(name, { precision, scale: 0, mode: 'bigint' });

/** `xid8`, the number of a transaction: never used twice in a cluster, and of more than 53 bits. */
export const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

/** `timestamptz`, a `Date` in code. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Private tables of the service. They may change; outsiders read the views of `lend_v1` instead. */
export const lend = pgSchema('lend');
