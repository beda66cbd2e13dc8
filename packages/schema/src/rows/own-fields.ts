import { type OwnFields, type OwnValue, propertyOf } from '@tidemark/core';
import type { OwnField } from '@tidemark/protocols';
import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { JsonObject } from '../tables/index.ts';

// Fields of one protocol. Those with a column of their name are there; the others are in the JSON of `own`.

/** Where the own fields of a state, of a reserve's settings or of a market are kept. */
export interface OwnPlaces {
  /** Each of them with the property of the row; undefined where it has no column. */
  readonly all: readonly { readonly name: string; readonly type: OwnField['type']; readonly property?: string }[];
  /** The property of the row by the name of the field, for those that have a column. */
  readonly columned: ReadonlyMap<string, string>;
  /** Names of the others. */
  readonly uncolumned: readonly string[];
  /** True where every field with a column has the name of the property: then nothing is to be renamed. */
  readonly isNamedAlike: boolean;
}

/** Places in a table by the list of a protocol's fields, worked out once for each: there are many rows. */
export function rememberPlaces(of: OwnField['of'], table: PgTable): (fields: readonly OwnField[]) => OwnPlaces {
  const properties = new Set(Object.keys(getTableColumns(table)));
  const places = new WeakMap<readonly OwnField[], OwnPlaces>();
  return (fields) => {
    const known = places.get(fields);
    if (known !== undefined) return known;
    const own = fields.filter((field) => field.of === of);
    const found = findPlaces(own, properties);
    places.set(fields, found);
    return found;
  };
}

function findPlaces(fields: readonly OwnField[], properties: ReadonlySet<string>): OwnPlaces {
  const all = fields.map(({ name, column, type }) => {
    const property = storedNames(column)
      .map(propertyOf)
      .find((candidate) => properties.has(candidate));
    return property === undefined ? { name, type } : { name, type, property };
  });
  return {
    all,
    columned: new Map(all.flatMap(({ name, property }) => (property === undefined ? [] : [[name, property]]))),
    uncolumned: all.filter(({ property }) => property === undefined).map(({ name }) => name),
    isNamedAlike: all.every(({ name, property }) => property === undefined || name === property),
  };
}

/** What the column of a published name may be called in a table: the endings of published names are those of the API. */
export function storedNames(name: string): string[] {
  return [name, name.replace(/_(?:str|b)$/, ''), name.replace(/_raw$/, '_sf'), name.replace(/_raw$/, '_bsf')];
}

/** The own fields that have a column, under the names of the row. */
export function byColumn({ columned, isNamedAlike }: OwnPlaces, own: OwnFields): OwnFields {
  if (isNamedAlike) return own;
  const columns: Record<string, OwnValue> = {};
  for (const [name, property] of columned) columns[property] = own[name] ?? null;
  return columns;
}

/** The own fields that have no column, as JSON; null where every one has. */
export function toOwnJson({ uncolumned }: OwnPlaces, own: OwnFields): JsonObject | null {
  if (uncolumned.length === 0) return null;
  return Object.fromEntries(uncolumned.map((name) => [name, toJsonScalar(own[name] ?? null)]));
}

/** The own fields of a row, under the names of the protocol; `renamed` says where the row has another property for one. */
export function toOwnFields(
  { all }: OwnPlaces,
  row: { readonly own: JsonObject | null },
  renamed: Readonly<Record<string, string>> = {},
): OwnFields {
  const own: Record<string, OwnValue> = {};
  for (const { name, type, property } of all) {
    own[name] =
      property === undefined ? fromJson(row.own?.[name], type) : ownColumnOf(row, renamed[property] ?? property);
  }
  return own;
}

function ownColumnOf(row: object, name: string): OwnValue {
  const value: unknown = Reflect.get(row, name);
  return typeof value === 'bigint' || value instanceof Date ? value : null;
}

function toJsonScalar(value: OwnValue): string | number | boolean | null {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Date ? value.toISOString() : value;
}

function fromJson(value: unknown, type: OwnField['type']): OwnValue {
  switch (type) {
    case 'u64':
    case 'i64':
    case 'scaled':
      return typeof value === 'string' ? BigInt(value) : null;
    case 'instant':
      return typeof value === 'string' ? new Date(value) : null;
    default:
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
  }
}

/** Null: unknown, or the protocol has no such thing. */
export function integerOf(own: OwnFields, name: string): bigint | null {
  const value = own[name];
  return typeof value === 'bigint' ? value : null;
}

export function numberOf(own: OwnFields, name: string): number | null {
  const value = own[name];
  return typeof value === 'number' ? value : null;
}

export function booleanOf(own: OwnFields, name: string): boolean | null {
  const value = own[name];
  return typeof value === 'boolean' ? value : null;
}

export function instantOf(own: OwnFields, name: string): Date | null {
  const value = own[name];
  return value instanceof Date ? value : null;
}
