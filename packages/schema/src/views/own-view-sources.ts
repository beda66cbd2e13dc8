import { ownColumnsOf, ownViewOf } from '@tidemark/model/fields';
import { type OwnField, PROTOCOLS } from '@tidemark/protocols';
import type { PgTable } from 'drizzle-orm/pg-core';
import { lendingMarkets, reserveLatest, reserves } from '../tables/index.ts';
import { publicColumn } from './public-column.ts';
import { storedNames } from '../rows/own-fields.ts';
import { NAMES_OF_RESERVE, type ViewSource } from './view-sources.ts';

const TABLES: Readonly<Record<OwnField['of'], { readonly table: PgTable; readonly alias: string }>> = {
  state: { table: reserveLatest, alias: 'l' },
  settings: { table: reserves, alias: 'r' },
  market: { table: lendingMarkets, alias: 'm' },
};
/** What a value that has no column is in SQL. */
const SQL_TYPES: Readonly<Record<OwnField['type'], string>> = {
  u64: 'numeric',
  i64: 'numeric',
  scaled: 'numeric',
  integer: 'integer',
  boolean: 'boolean',
  text: 'text',
  instant: 'timestamptz',
};

/** Where a value lies: `l` is its row of `lend.reserve_latest`, `r` its reserve, `m` its market. */
function placeOf({ of, column, name, type }: OwnField): string {
  const { table, alias } = TABLES[of];
  const [stored] = storedNames(column).flatMap((candidate) => publicColumn(table, alias, candidate) ?? []);
  return stored ?? `(${alias}.own ->> '${name}')::${SQL_TYPES[type]}`;
}

/** `lend_v1.<protocol>_reserve_latest` by name. */
export const ownViewSources: Readonly<Record<string, ViewSource>> = Object.fromEntries(
  PROTOCOLS.map((protocol) => [
    ownViewOf(protocol),
    {
      table: reserveLatest,
      alias: 'l',
      from: `lend.reserve_latest AS l JOIN lend.reserves AS r ON r.address = l.reserve AND r.protocol = '${protocol.name}'
LEFT JOIN lend.lending_markets AS m ON m.address = l.lending_market`,
      protocol: `'${protocol.name}'`,
      columns: {
        ...NAMES_OF_RESERVE,
        ...Object.fromEntries(ownColumnsOf(protocol).map(({ name, field }) => [name, placeOf(field)])),
      },
    },
  ]),
);
