import { dataDictionary, type FieldName, STATE_NUMBERS } from '@tidemark/model/fields';

const propertyOf = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const isNullable = (name: FieldName): boolean => dataDictionary[name].nullRule !== 'never';

const HEAD = `// Written by \`npm run generate\` from the table of fields in packages/model. Do not edit.
import type { StateNumbers } from '@tidemark/core';
import { doublePrecision } from 'drizzle-orm/pg-core';
`;

/** Columns, select list and names of the published numbers of a state, as the text of a file. */
export function renderStateNumbers(): string {
  const lines = (line: (name: FieldName) => string) => STATE_NUMBERS.map((name) => `  ${line(name)},\n`).join('');
  const column = (name: FieldName) =>
    `${propertyOf(name)}: doublePrecision('${name}')${isNullable(name) ? '' : '.notNull()'}`;
  return [
    HEAD,
    '/** A function, because a drizzle column builder belongs to one table. */',
    `export const stateNumberColumns = () => ({\n${lines(column)}});\n`,
    '/** Select list of the numbers of a table with this alias. */',
    `export const stateNumbersOf = (alias: string): string => \`\n${STATE_NUMBERS.map((name) => `  \${alias}.${name} AS "${propertyOf(name)}"`).join(',\n')}\`;\n`,
    '/** Names of the numbers that a bucket summarises, as its columns have them. */',
    `export const BUCKET_NUMBERS = [\n${lines((name) => `'${name.replace(/_f$/, '')}'`)}] as const;`,
    'export type BucketNumber = (typeof BUCKET_NUMBERS)[number];\n',
    '/** The same by the names that code has for them. */',
    `export const NUMBER_OF: Readonly<Record<keyof StateNumbers, BucketNumber>> = {\n${lines((name) => `${propertyOf(name)}: '${name.replace(/_f$/, '')}'`)}};\n`,
  ].join('\n');
}
