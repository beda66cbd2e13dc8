import { propertyOf } from '@tidemark/core';
import { answers, definitionIn, type FieldName, isFieldName } from '../src/fields/index.ts';

/** Answers whose rows only rename what a row of the database or a protocol has. */
const ROWS = ['ReserveSnapshot', 'RatePoint', 'RatePosition', 'ReserveConfig', 'ConfigChange', 'QuarantinedReserve'];
/** What code has another name for. */
const PROPERTIES: Readonly<Partial<Record<FieldName, string>>> = {
  timestamp: 'observedAt',
  token_address: 'tokenMint',
};

const HEAD = `// Written by \`npm run generate\` from the table of fields in packages/model. Do not edit.
import type { ${ROWS.toSorted((a, b) => a.localeCompare(b)).join(', ')} } from '@tidemark/contract';
import { unixSecondsOf, unixSecondsOrNull } from '@tidemark/core';

/** JSON cannot carry other numbers: they would turn into a silent null. */
function finite(value: number, reserve: string): number {
  if (Number.isFinite(value)) return value;
  throw new RangeError(\`Reserve \${reserve} holds a number that is not finite\`);
}
`;

/** Mappers of rows to answers as plain literals, as the text of a file. */
export function renderRows(): string {
  return [HEAD, ...ROWS.map(renderRow)].join('\n');
}

function renderRow(id: string): string {
  const names = (answers[id]?.fields ?? '').trim().split(/\s+/).filter(isFieldName);
  const hasReserve = names.includes('reserve') && definitionIn(id, 'reserve').nullRule === 'never';
  const cells = names.map((name) => {
    const { type, nullRule } = definitionIn(id, name);
    const property = sourceOf(name);
    const read = `row.${property}`;
    const isNullable = nullRule !== 'never';
    const cell = cellOf(String(type), read, { isNullable, hasReserve });
    const held = cell.type === null ? `${id}['${name}']` : cell.type + (isNullable ? ' | null' : '');
    return { source: `  readonly ${property}: ${held};\n`, line: `    ${name}: ${cell.value},\n` };
  });
  return `/** What \`to${id}\` is made from. */
export interface ${id}Source {
${cells.map(({ source }) => source).join('')}}

export function to${id}(row: ${id}Source): ${id} {
  return {
${cells.map(({ line }) => line).join('')}  };
}
`;
}

/** \`since_timestamp\` is \`sinceAt\`, \`active_b\` is \`active\`. */
function sourceOf(name: FieldName): string {
  return PROPERTIES[name] ?? propertyOf(name.replace(/_timestamp$/, '_at').replace(/_(?:str|b)$/, ''));
}

/** The type of the source, null for that of the answer, and the value made from it. */
function cellOf(type: string, read: string, of: { readonly isNullable: boolean; readonly hasReserve: boolean }) {
  const unlessNull = (value: string) => (of.isNullable ? `${read} === null ? null : ${value}` : value);
  const number = of.hasReserve ? `finite(${read}, row.reserve)` : read;
  switch (type) {
    case 'unix':
      return { type: 'Date', value: `unixSeconds${of.isNullable ? 'OrNull' : 'Of'}(${read})` };
    case 'count':
    case 'positiveCount':
      return { type: 'bigint | number', value: unlessNull(`Number(${read})`) };
    case 'number':
      return { type: 'number', value: of.hasReserve ? unlessNull(number) : read };
    case 'share':
      return { type: 'number', value: `Math.min(1, Math.max(0, ${number}))` };
    default:
      return { type: null, value: read };
  }
}
