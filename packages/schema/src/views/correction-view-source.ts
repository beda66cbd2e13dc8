import { publicViews } from '@tidemark/model/fields';
import { CORRECTED_TABLES, corrections } from '../tables/index.ts';
import { NAMES_OF_RESERVE, namesJoin, storedColumnOf, type ViewSource } from './view-sources.ts';

/** Names in views by those in tables, where they differ, and the exact numbers, which views have in whole ones. */
const names = new Map<string, string>();
const exact = new Set<string>();
for (const view of CORRECTED_TABLES) {
  for (const [name, { type }] of Object.entries(publicViews[view]?.columns ?? {})) {
    const stored = storedColumnOf(view, name);
    if (stored === undefined) continue;
    if (stored !== name) names.set(stored, name);
    if (type === 'decimal') exact.add(stored);
  }
}
const published = [...names].map(([stored, name]) => `WHEN '${stored}' THEN '${name}'`).join(' ');
const valueOf = (
  side: 'old_value' | 'new_value',
) => `CASE WHEN c.field IN (${[...exact].map((name) => `'${name}'`).join(', ')})
    THEN trim_scale(c.${side}::numeric * lend.unit_of(c.protocol))::text ELSE c.${side} END`;

/** `lend_v1.corrections`: under the names and in the form of the view that a value is of. */
export const correctionsSource: ViewSource = {
  table: corrections,
  alias: 'c',
  from: `lend.corrections AS c\n${namesJoin('c')}`,
  columns: {
    ...NAMES_OF_RESERVE,
    protocol: 'c.protocol',
    view_str: 'c.of_table',
    correction_reason: 'c.reason',
    row_at: 'c.at',
    field: `CASE c.field ${published} ELSE c.field END`,
    old_value: valueOf('old_value'),
    new_value: valueOf('new_value'),
  },
};
