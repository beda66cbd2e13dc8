import { toDecimal } from '@tidemark/core';
import {
  answers,
  type FieldDefinition,
  isText,
  ownAnswerOf,
  ownColumnsOf,
  ownViewOf,
  publicViews,
} from '@tidemark/model/fields';
import { type OwnField, type Protocol, PROTOCOLS } from '@tidemark/protocols';
import { correctionsSource } from './correction-view-source.ts';
import { feesViewSources } from './fees-view-sources.ts';
import { ownViewSources } from './own-view-sources.ts';
import { qualityViewSources } from './quality-view-sources.ts';
import { liquidityViewSources } from './liquidity-view-sources.ts';
import { publicColumn } from './public-column.ts';
import { priceViewSources } from './price-view-sources.ts';
import { divergenceViewSource, riskViewSource } from './risk-view-source.ts';
import { totalsViewSources } from './totals-view-sources.ts';
import { columnNamed, viewSources, type ViewSource } from './view-sources.ts';

const SOURCES: Readonly<Record<string, ViewSource>> = {
  ...viewSources,
  corrections: correctionsSource,
  reserve_risk_latest: riskViewSource,
  reserve_price_divergence_latest: divergenceViewSource,
  ...totalsViewSources,
  ...feesViewSources,
  ...qualityViewSources,
  ...priceViewSources,
  ...liquidityViewSources,
  ...ownViewSources,
};

/** The select statement of each view of `lend_v1`, made from the table of fields. */
export function renderViews(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(publicViews).map(([view, { columns }]) => {
      const source = SOURCES[view];
      if (source === undefined) throw new Error(`lend_v1.${view} has no source`);
      return [view, renderSelect(source, columns)];
    }),
  );
}

/** The own fields of a protocol's reserve as text of JSON, with the values of its view; for queries that have the same tables. */
export function renderOwnJson(protocol: Protocol): string {
  const source = ownViewSources[ownViewOf(protocol)];
  if (source === undefined) throw new Error(`${protocol.name} has no view of its own`);
  const published = new Set(answers[ownAnswerOf(protocol)]?.fields.split(' '));
  const columns = ownColumnsOf(protocol).filter(({ jsonName }) => published.has(jsonName));
  const values = columns.map(({ field: { type }, name, jsonName, definition }) => {
    const value = valueOf(source, name, { [name]: definition });
    return `${toJsonValue(value, type, definition)} AS ${jsonName}`;
  });
  return `(SELECT row_to_json(fields)::text FROM (SELECT ${values.join(', ')}) AS fields)`;
}

function toJsonValue(value: string, type: OwnField['type'], definition: FieldDefinition): string {
  if (isText(definition)) return `(${value})::text`;
  if (type === 'instant') return `extract(epoch FROM ${value})::bigint`;
  // What a double could not hold is no limit in practice.
  return type === 'u64' || type === 'i64' ? `CASE WHEN abs(${value}) < 9007199254740992 THEN ${value} END` : value;
}

type Columns = Readonly<Record<string, FieldDefinition>>;

function renderSelect(source: ViewSource, columns: Columns): string {
  const lines = Object.keys(columns).map((name) => `  ${valueOf(source, name, columns)} AS ${name}`);
  const select = `SELECT\n${lines.join(',\n')}\nFROM ${source.from}`;
  return source.and === undefined ? select : `${select}\nUNION ALL\n${renderSelect(source.and, columns)}`;
}

function valueOf(source: ViewSource, name: string, columns: Columns): string {
  const value = source.columns?.[name] ?? columnOf(source, name) ?? doubleOf(source, name, columns);
  if (value === undefined) throw new Error(`${source.from} has nothing for ${name}`);
  return columns[name]?.type === 'decimal' ? exactly(value, source) : value;
}

/** The nearest double of an exact column of the view, accrued where there is such a one, or of a share in percent or basis points. */
function doubleOf(source: ViewSource, name: string, columns: Columns): string | undefined {
  const { decimals = 'NULL' } = source;
  const base = name.replace(/_f$/, '');
  for (const [ending, divisor] of Object.entries({ pct: 100, bps: 10_000 })) {
    if (`${base}_${ending}` in columns) return `${valueOf(source, `${base}_${ending}`, columns)}::float8 / ${divisor}`;
  }
  const exact = [base, base.replace(/_usd$/, '')]
    .flatMap((amount) => [`accrued_${amount}_raw`, `accumulated_${amount}_raw`, `${amount}_raw`])
    .find((candidate) => columns[candidate] !== undefined && isText(columns[candidate]));
  if (exact === undefined) return undefined;
  const isAmount = columns[exact]?.unit === 'base units';
  const factors = [
    valueOf(source, exact, columns),
    // Exact, as no division and no power of numerics would be.
    ...(isAmount ? [`('1e-' || ${decimals})::numeric`] : []),
    ...(isAmount && columns[name]?.unit === 'USD' ? [`nullif(${valueOf(source, 'price_raw', columns)}, 0)`] : []),
  ];
  return `(${factors.join(' * ')})::float8`;
}

/** An exact integer times what one part of it is: exact, as no division of numerics would be, and written as the API writes it. */
function exactly(value: string, { protocol, isDecimal, from }: ViewSource): string {
  if (isDecimal === true) return `trim_scale(${value})`;
  if (protocol === undefined) throw new Error(`the scale of ${value} in ${from} is not known`);
  return `trim_scale(${value} * lend.unit_of(${protocol}))`;
}

/** The column of the table that a name of the view is of. */
function columnOf(source: ViewSource, name: string): string | undefined {
  const stored = columnNamed(source, name);
  if (stored === undefined) return undefined;
  return publicColumn(source.table, source.alias, stored);
}

/** What one part of a protocol's exact numbers is. Null for a protocol that this version does not know. */
export function renderUnits(): string {
  const units = PROTOCOLS.map(({ name, scale }) => `WHEN '${name}' THEN ${toDecimal(1n, scale)}`);
  return `CASE protocol ${units.join(' ')} END`;
}
