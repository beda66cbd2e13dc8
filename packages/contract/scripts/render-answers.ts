import {
  type Answer,
  answers,
  definitionIn,
  envelopes,
  type FieldType,
  isFieldName,
  STATE_NUMBERS,
} from '@tidemark/model/fields';

/** Schemas of the types of fields, as source. */
const SCHEMAS: Readonly<Record<Extract<FieldType, string>, string>> = {
  text: 'z.string()',
  word: 'z.string().min(1)',
  address: 'address()',
  addresses: 'z.array(address())',
  words: 'z.array(z.string())',
  series: 'z.array(z.number().nullable())',
  sha256: 'z.string().regex(/^[0-9a-f]{64}$/)',
  day: 'z.iso.date()',
  json: 'z.record(z.string(), z.unknown())',
  scalar: 'z.union([z.string(), z.number(), z.boolean(), z.null()])',
  boolean: 'z.boolean()',
  true: 'z.literal(true)',
  instant: 'z.iso.datetime()',
  unix: 'z.int().min(0)',
  byte: 'z.int().min(0).max(255)',
  count: 'z.int().min(0)',
  positiveCount: 'z.int().min(1)',
  integer: 'z.int()',
  number: 'z.number().min(0)',
  positive: 'z.number().gt(0)',
  signed: 'z.number()',
  fromMinusOne: 'z.number().min(-1)',
  fromOne: 'z.number().min(1)',
  share: 'z.number().min(0).max(1)',
  u64: 'z.string().regex(/^(0|[1-9][0-9]{0,19})$/)',
  u128: 'z.string().regex(/^(0|[1-9][0-9]*)$/)',
  u256: 'z.string().regex(/^(0|[1-9][0-9]*)$/)',
  decimal: String.raw`z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)`,
  bigInteger: 'z.string().regex(/^(0|[1-9][0-9]*)$/)',
  signedInteger: 'z.string().regex(/^-?(0|[1-9][0-9]*)$/)',
  nothing: 'z.null()',
};
/** Types that null belongs to. */
const WITH_NULL: ReadonlySet<FieldType> = new Set<FieldType>(['scalar', 'nothing']);

const HEAD = `// Written by \`npm run generate\` from the table of fields in packages/model. Do not edit.
import type { FieldName } from '@tidemark/model/fields';
import { z } from 'zod';
import { address, describing } from '../schemas/fields.ts';
import { dataEnvelope, metaEnvelope } from '../schemas/envelope.ts';
`;

/** The zod schemas and types of all answers, as the text of a file. */
export function renderAnswers(): string {
  const parts = Object.entries(answers).map(([id, answer]) => renderAnswer(id, answer));
  return [HEAD, ...parts, ...Object.keys(envelopes).map(renderEnvelope), renderNumbers()].join('\n');
}

function renderAnswer(id: string, answer: Answer): string {
  const lines = listNames(answer).map((name) => `  ${name}: ${propertyOf(id, answer, name)},`);
  const about = [
    `id: '${id}'`,
    ...(answer.description === undefined ? [] : [`description: ${quote(answer.description)}`]),
    ...(answer.example === undefined ? [] : [`example: ${JSON.stringify(answer.example)}`]),
  ].join(', ');
  const name = schemaName(id);
  const shape = `z.strictObject({\n${lines.join('\n')}\n})`;
  const of = `const of${id} = describing('${id}');\n`;
  if (answer.optional === undefined) {
    const columns = answer.csv === true ? renderColumns(id, answer) : '';
    return `${of}export const ${name} = ${shape}.meta({ ${about} });\nexport type ${id} = z.infer<typeof ${name}>;\n${columns}`;
  }
  const row = `${lowerFirst(id)}Columns`;
  const rowType = answer.optional === 'by row' ? name : row;
  return `${of}const ${row} = ${shape};\nexport const ${name} = ${row}.partial().meta({ ${about} });\nexport type ${id} = z.infer<typeof ${rowType}>;\n${renderColumns(id, answer)}`;
}

function renderColumns(id: string, answer: Answer): string {
  const names = listNames(answer).filter((name) => isFieldName(name) && answer.nested?.[name] === undefined);
  return `/** Columns of the rows in their order. */\nexport const ${constantName(id)}_COLUMNS: readonly FieldName[] = [\n${names.map((name) => `  '${name}',\n`).join('')}];\n`;
}

function propertyOf(id: string, answer: Answer, name: string): string {
  const nested = answer.nested?.[name];
  if (nested !== undefined) {
    const { of } = nested;
    let schema = typeof of === 'string' ? schemaName(of) : `z.union([${of.map(schemaName).join(', ')}])`;
    if (nested.list === true) schema = `z.array(${schema})`;
    if (nested.max !== undefined) schema += `.max(${nested.max})`;
    if (nested.nullable === true) schema += '.nullable()';
    return nested.description === undefined ? schema : `${schema}.meta({ description: ${quote(nested.description)} })`;
  }
  const { type, nullRule } = definitionIn(id, name);
  const schema = typeof type === 'string' ? SCHEMAS[type] : `z.enum([${type.map(quote).join(', ')}])`;
  const nullable = nullRule !== 'never' && !WITH_NULL.has(type);
  return `of${id}('${name}', ${schema}${nullable ? '.nullable()' : ''})`;
}

function renderEnvelope(id: string): string {
  const envelope = envelopes[id];
  const answer = answers[envelope?.data ?? ''];
  if (envelope === undefined || answer === undefined) throw new Error(`${id} holds no answer`);
  const row = schemaName(envelope.data);
  const list = envelope.list === true ? `z.array(${row})` : row;
  const data =
    envelope.description === undefined ? list : `${list}.meta({ description: ${quote(envelope.description)} })`;
  const name = schemaName(id);
  const made =
    envelope.meta === undefined
      ? `dataEnvelope('${id}', ${data})`
      : `metaEnvelope('${id}', ${data}, ${schemaName(envelope.meta)})`;
  const inferred = `z.infer<typeof ${name}>`;
  const type =
    answer.optional === 'by request' ? `Omit<${inferred}, 'data'> & { readonly data: ${envelope.data}[] }` : inferred;
  return `export const ${name} = ${made};\nexport type ${id} = ${type};\n`;
}

/** Mappers of the numbers of a state as plain literals, in the order of the rows of history. */
function renderNumbers(): string {
  const history = answers['HistoryRow'];
  const numbers =
    history === undefined ? [] : listNames(history).filter((name) => STATE_NUMBERS.some((n) => n === name));
  const lines = (line: (name: string, property: string) => string) =>
    numbers.map(
      (name) =>
        `  ${line(
          name,
          name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        )},\n`,
    );
  const isNullable = (name: string) => isFieldName(name) && definitionIn('ReserveAt', name).nullRule !== 'never';
  const type = (name: string) => (isNullable(name) ? 'number | null' : 'number');
  return `/** The published numbers of a state. */
export interface NumbersOfState {
${lines((name, property) => `readonly ${property}: ${type(name)}`)
  .join('')
  .replaceAll(',\n', ';\n')}}

/** Its numbers under their names in answers. */
export function toNumberFields(state: NumbersOfState) {
  return {
${lines((name, property) => `  ${name}: state.${property}`).join('')}  };
}

/** The same of what is given for each number, for instance of its summary over a bucket. */
export function numberFields<Value extends number | null>(of: (name: keyof NumbersOfState) => Value) {
  return {
${lines((name, property) => `  ${name}: of('${property}')`).join('')}  };
}
`;
}

function listNames({ fields }: Answer): string[] {
  return fields.trim().split(/\s+/);
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const schemaName = (id: string): string => `${lowerFirst(id)}Schema`;
const constantName = (id: string): string =>
  id
    .replace(/Row$/, '')
    .replaceAll(/(?<=[a-z])[A-Z]/g, '_$&')
    .toUpperCase();
const quote = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
