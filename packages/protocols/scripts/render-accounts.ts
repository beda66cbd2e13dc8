import type { AccountField, AccountLayout, AccountList, FieldKind } from '../src/common/account-layout.ts';

/** A layout with its name in code: `Reserve` is the constant `RESERVE` of a module, and gives `readReserve`, `writeReserve`. */
export interface NamedLayout {
  readonly name: string;
  readonly module: string;
  readonly layout: AccountLayout;
}

interface Place {
  /** Where the field is said in code, as the table has it and as the decoded fields do. */
  readonly entry: string;
  readonly value: string;
  /** Its name in errors. */
  readonly path: string;
  /** What is added to the offset: the place in a list. */
  readonly step: string;
}

const HEAD = `// Written by \`npm run generate\` from the layouts beside this folder. Do not edit.
import { type AccountBytes, type AddressReader, readAddress, viewOf, readU128, readU256, writeFlag, writeU128, writeU256, ZERO_ADDRESS } from '@tidemark/core';
import { decodeFixedText, encodeFixedText, itemsOf, readStrictFlag, within, wordOf, writeAddress, writeTextField } from '../../common/account-fields.ts';
import type { Decoded } from '../../common/account-layout.ts';
`;

/** Functions that read and write accounts of these layouts as one literal each, as the text of a file. */
export function renderAccounts(layouts: readonly NamedLayout[]): string {
  const body = indented(layouts.map(renderLayout).join('\n'));
  const imports = [...new Set(layouts.map(({ module }) => module))].map((module) => {
    const names = layouts.filter((layout) => layout.module === module).map(({ name }) => name.toUpperCase());
    return `import { ${names.join(', ')} } from '../${module}.ts';\n`;
  });
  return `${withUsedNames(HEAD, body)}${imports.join('')}\n${body}`;
}

/** By the brackets that are open where a line begins. */
function indented(text: string): string {
  let depth = 0;
  return text.replaceAll(/^[ ]*(.*)$/gm, (_, line: string) => {
    const opened = depth - (/^[})]/.test(line) ? 1 : 0);
    depth += line.split(/[{(]/).length - line.split(/[})]/).length > 0 ? 1 : 0;
    depth -= line.split(/[})]/).length - line.split(/[{(]/).length > 0 ? 1 : 0;
    return line === '' ? '' : '  '.repeat(opened) + line;
  });
}

/** Without the names that the body does not use. */
function withUsedNames(head: string, body: string): string {
  return head
    .replaceAll(/\{ (.*) \}/g, (_, names: string) => {
      const used = names.split(', ').filter((name) => body.includes(name.replace('type ', '')));
      return `{ ${used.join(', ')} }`;
    })
    .replaceAll(/^import \{ {2}\} .*\n/gm, '');
}

function renderLayout({ name, layout }: NamedLayout): string {
  const table = name.toUpperCase();
  const place = { entry: table, value: 'fields', path: '', step: '' };
  const read = literal(layout, place, readOf);
  const reader = read.includes('addressAt(') ? ', addressAt: AddressReader = readAddress' : '';
  return `export function read${name}({ ${read.includes(' address)') ? 'address, ' : ''}data }: AccountBytes${reader}): Decoded<typeof ${table}> {
  const view = viewOf(data);
  return ${read};
}

/** Gives the bytes back. */
export function write${name}(data: Uint8Array, fields: Decoded<typeof ${table}>): Uint8Array {
  const view = viewOf(data);
${statements(layout, place).join('\n')}
  return data;
}

export function zero${name}(): Decoded<typeof ${table}> {
  return ${literal(layout, place, zeroOf)};
}
`;
}

type Part = AccountLayout[string];

const isField = (part: Part): part is AccountField<unknown> => 'kind' in part && typeof part.kind === 'string';
const isList = (part: Part): part is AccountList<Part> => 'stride' in part && typeof part.stride === 'number';

/** The expression that makes a part out of its fields. */
function literal(part: Part, place: Place, render: (field: AccountField<unknown>, place: Place) => string): string {
  if (isField(part)) return render(part, place);
  if (isList(part)) {
    const step = ` + ${part.stride} * i`;
    const item = literal(part.item, { ...place, entry: `${place.entry}.item`, step }, render);
    // Numbers one by one: a call for each would be a fifth of what decoding an account costs.
    if (isField(part.item) && item.includes(step)) {
      return `[${Array.from({ length: part.count }, (_, i) => item.replace(step, ` + ${part.stride * i}`)).join(', ')}]`;
    }
    const body = item.startsWith('{') ? `(${item})` : item;
    return `itemsOf(${part.count}, (${item.includes(step) ? 'i' : ''}) => ${body})`;
  }
  const cells = Object.entries(part).map(([key, inner]) => `${key}: ${literal(inner, within(place, key), render)},`);
  return `{\n${cells.join('\n')}\n}`;
}

function within({ entry, value, path, step }: Place, key: string): Place {
  return { entry: `${entry}.${key}`, value: `${value}.${key}`, path: path === '' ? key : `${path}.${key}`, step };
}

function statements(part: Part, place: Place): string[] {
  if (isField(part)) return [writeOf(part, place)];
  if (isList(part)) {
    const step = ` + ${part.stride} * i`;
    const inner = statements(part.item, { ...place, value: 'item', step });
    return [`${place.value}.forEach((item, i) => {`, ...inner, '});'];
  }
  return Object.entries(part).flatMap(([key, inner]) => statements(inner, within(place, key)));
}

const READ: Readonly<Record<FieldKind, (at: string, field: AccountField<unknown>, place: Place) => string>> = {
  u8: (at) => `view.getUint8(${at})`,
  u16: (at) => `view.getUint16(${at}, true)`,
  u32: (at) => `view.getUint32(${at}, true)`,
  u64: (at) => `view.getBigUint64(${at}, true)`,
  i64: (at) => `view.getBigInt64(${at}, true)`,
  u128: (at) => `readU128(view, ${at})`,
  u256: (at) => `readU256(view, ${at})`,
  small: (at) => `view.getBigUint64(${at}, true)`,
  flag: (at) => `view.getUint8(${at}) !== 0`,
  strictFlag: (at, _, { path }) => `readStrictFlag(view, ${at}, '${path}', address)`,
  address: (at) => `addressAt(data, ${at})`,
  bytes: (at, { length = 0 }) => `data.slice(${at}, ${at} + ${length})`,
  text: (at, { length = 0 }) => `decodeFixedText(data.subarray(${at}, ${at} + ${length}))`,
  word: (at, _, { entry, path }) => `wordOf(${entry}, view.getUint8(${at}), '${path}', address)`,
  optional: (at, { flagAt = 0 }, { path }) =>
    `readStrictFlag(view, ${flagAt}, '${path.replace(/Wads$/, 'Flag')}', address) ? readU128(view, ${at}) : null`,
};

function readOf(field: AccountField<unknown>, place: Place): string {
  const read = READ[field.kind](`${field.at}${place.step}`, field, place);
  const isBounded = field.only !== undefined && field.kind !== 'word';
  const value = isBounded ? `within(${place.entry}, ${read}, '${place.path}', address)` : read;
  return field.kind === 'small' ? `Number(${value})` : value;
}

function writeOf({ kind, at, length = 0, flagAt = 0 }: AccountField<unknown>, { entry, value, step }: Place): string {
  const place = `${at}${step}`;
  const write: Readonly<Record<FieldKind, string>> = {
    u8: `view.setUint8(${place}, ${value})`,
    u16: `view.setUint16(${place}, ${value}, true)`,
    u32: `view.setUint32(${place}, ${value}, true)`,
    u64: `view.setBigUint64(${place}, ${value}, true)`,
    i64: `view.setBigInt64(${place}, ${value}, true)`,
    u128: `writeU128(view, ${place}, ${value})`,
    u256: `writeU256(view, ${place}, ${value})`,
    small: `view.setBigUint64(${place}, BigInt(${value}), true)`,
    flag: `writeFlag(view, ${place}, ${value})`,
    strictFlag: `view.setUint8(${place}, ${value} ? 1 : 0)`,
    address: `writeAddress(data, ${place}, ${value})`,
    bytes: `writeTextField(data, ${place}, ${value}, ${length})`,
    text: `writeTextField(data, ${place}, encodeFixedText(${value}, ${length}), ${length})`,
    word: `view.setUint8(${place}, ${entry}.words.indexOf(${value}))`,
    optional: `view.setUint8(${flagAt}, ${value} === null ? 0 : 1);\nwriteU128(view, ${place}, ${value} ?? 0n)`,
  };
  return `  ${write[kind]};`;
}

function zeroOf({ kind, zero, length = 0 }: AccountField<unknown>): string {
  if (kind === 'bytes') return `new Uint8Array(${length})`;
  if (kind === 'address') return 'ZERO_ADDRESS';
  return typeof zero === 'bigint' ? `${zero}n` : typeof zero === 'string' ? `'${zero}'` : String(zero);
}
