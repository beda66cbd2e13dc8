import { propertyOf } from '@tidemark/core';
import { answers, dataDictionary, type FieldName, STATE_NUMBERS } from '../src/fields/index.ts';

const HEAD = `// Written by \`npm run generate\` from the table of fields in packages/model. Do not edit.
`;

/** The type of the published numbers of a state, and what is done to each of them, as the text of a file. */
export function renderStateNumbers(): string {
  const inPoint = new Set(answers['RatePoint']?.fields.trim().split(/\s+/));
  const property = (name: FieldName) => {
    const { description, unit, nullRule } = dataDictionary[name];
    const type = nullRule === 'never' ? 'number' : 'number | null';
    return `  /** ${description} Unit: ${unit}. */\n  readonly ${propertyOf(name)}: ${type};\n`;
  };
  const lines = (line: (property: string) => string) =>
    STATE_NUMBERS.map((name) => `    ${line(propertyOf(name))},\n`).join('');
  return [
    HEAD,
    '/** The rates at one utilization. */',
    `export interface RatePoint {\n${STATE_NUMBERS.filter((name) => inPoint.has(name))
      .map(property)
      .join('')}}\n`,
    '/** The published numbers of a state; USD is null where the account holds no price. Utilization is not clamped. */',
    `export interface StateNumbers extends RatePoint {\n${STATE_NUMBERS.filter((name) => !inPoint.has(name))
      .map(property)
      .join('')}}\n`,
    '/** The numbers of anything that has them among others. */',
    `export function numbersOf(of: StateNumbers): StateNumbers {\n  return {\n${lines((name) => `${name}: of.${name}`)}  };\n}\n`,
    '/** Something for each number. One literal on purpose: building it from entries costs more than what is built. */',
    `export function forEachNumber<Value>(make: (name: keyof StateNumbers) => Value): Record<keyof StateNumbers, Value> {\n  return {\n${lines((name) => `${name}: make('${name}')`)}  };\n}\n`,
  ].join('\n');
}

const SCHEMA_HEAD = `// Written by \`npm run generate\` from the table of fields in packages/model. Do not edit.
import type { StateNumbers } from '@tidemark/core';
`;
/** Beside the tables' columns: what it makes is made of their types. */
const STORED_HEAD = `// Written by \`npm run generate\` from the table of fields in packages/model. Do not edit.
import type { OwnFields, StoredState, TimeBasis } from '@tidemark/core';
import type { ReserveState } from '../tables/rows.ts';

`;

/** What an account holds: the column of each field of a state. */
const ACCOUNT = {
  lastUpdateSlot: 'lastUpdateSlot',
  lastUpdateAt: 'lastUpdateAt',
  available: 'availableAmountRaw',
  borrowed: 'borrowed',
  borrowIndex: 'borrowIndex',
  receiptSupply: 'collateralSupplyRaw',
  price: 'price',
  priceUpdatedAt: 'priceUpdatedAt',
  priceStatus: 'priceStatus',
  arithmetic: 'compounding',
};
/** What is known of an observation beside it. */
const OBSERVATION = {
  reserve: 'reserve',
  lendingMarket: 'lendingMarket',
  slot: 'slot',
  observedAt: 'observedAt',
  slotDurationMs: 'slotDurationMsF',
  accountSha256: 'accountSha256',
};

/** Select list and names of the published numbers of a state, as the text of a file. */
export function renderStateColumns(): string {
  const lines = (line: (name: FieldName) => string) => STATE_NUMBERS.map((name) => `  ${line(name)},\n`).join('');
  return [
    SCHEMA_HEAD,
    '/** Select list of the numbers of a table with this alias. */',
    `export const stateNumbersOf = (alias: string): string => \`\n${STATE_NUMBERS.map((name) => `  \${alias}.${name} AS "${propertyOf(name)}"`).join(',\n')}\`;\n`,
    '/** Names of the numbers that a bucket summarises, as its columns have them. */',
    `export const BUCKET_NUMBERS = [\n${lines((name) => `'${name.replace(/_f$/, '')}'`)}] as const;`,
    'export type BucketNumber = (typeof BUCKET_NUMBERS)[number];\n',
    '/** The same by the names that code has for them. */',
    `export const NUMBER_OF: Readonly<Record<keyof StateNumbers, BucketNumber>> = {\n${lines((name) => `${propertyOf(name)}: '${name.replace(/_f$/, '')}'`)}};\n`,
  ].join('\n');
}

/** Both ways between a row and a state, as one literal each: there are many rows. The text of a file. */
export function renderStoredState(): string {
  const numbers = Object.fromEntries(STATE_NUMBERS.map(propertyOf).map((name) => [name, name]));
  const pairs = Object.entries({ ...OBSERVATION, ...ACCOUNT, ...numbers });
  const columns = [...pairs.map(([, column]) => column), 'interestRateBasis', 'own'];
  return `${STORED_HEAD}/** Columns of a row that a stored state is made of. */
export type StateColumns = Pick<
  ReserveState,
${columns.map((column) => `  | '${column}'\n`).join('')}>;

export function storedStateOf(row: StateColumns, timeBasis: TimeBasis, own: OwnFields): StoredState {
  return {
${pairs.map(([field, column]) => `    ${field}: row.${column},\n`).join('')}    timeBasis,
    own,
  };
}

/** What the account holds, unchanged. */
export function accountColumnsOf(state: Pick<StoredState, ${Object.keys(ACCOUNT)
    .map((field) => `'${field}'`)
    .join(' | ')}>) {
  return {
${Object.entries(ACCOUNT)
  .map(([field, column]) => `    ${column}: state.${field},\n`)
  .join('')}  };
}
`;
}
