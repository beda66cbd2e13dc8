import type { FieldDefinition } from '@tidemark/core';
import { type OwnField, PROTOCOLS } from '@tidemark/protocols';
import { shared, type ViewDefinition } from './views/view-definition.ts';

/** A field of one protocol as its view and the details of its reserves have it. */
export interface OwnColumn {
  readonly field: OwnField;
  /** In SQL. */
  readonly name: string;
  readonly definition: FieldDefinition;
  /** The same in JSON: times are unix seconds, exact numbers text, counts are null where a double could not hold them. */
  readonly jsonName: string;
  readonly jsonDefinition: FieldDefinition;
}

type Fields = { readonly fields: readonly OwnField[] };

/** The view of `lend_v1` that has the own fields of a protocol. */
export const ownViewOf = ({ name }: { readonly name: string }): string => `${name}_reserve_latest`;

/** The columns of a protocol in the order of its fields. */
export function ownColumnsOf({ fields }: Fields): OwnColumn[] {
  return fields.map((field) => {
    const name = nameOf(field);
    const definition =
      field.of === 'market'
        ? alsoNull(field.definition, 'while the account of the market has not been read')
        : field.definition;
    return { field, name, definition, ...inJson(name, field, definition) };
  });
}

/** Fields of the market say so, for rows are of reserves too. */
function nameOf({ of, column }: OwnField): string {
  return of === 'market' ? `lending_market_${column}` : column;
}

function inJson(name: string, { type }: OwnField, definition: FieldDefinition) {
  if (type === 'instant') {
    const unix: FieldDefinition = { ...definition, type: 'unix', unit: 'unix seconds' };
    return { jsonName: name.replace(/_at$/, '_timestamp'), jsonDefinition: unix };
  }
  const isWide = (type === 'u64' || type === 'i64') && !isText(definition);
  return { jsonName: name, jsonDefinition: isWide ? alsoNull(definition, 'beyond 2^53 − 1') : definition };
}

/** True for an exact number that is text in JSON. */
export function isText({ type }: FieldDefinition): boolean {
  return type === 'u64' || type === 'decimal' || type === 'signedInteger';
}

/** Fields that not every protocol has, by their published names, as columns of a view of all protocols. */
export function sharedOwn(of: OwnField['of'], ...names: readonly string[]): Readonly<Record<string, FieldDefinition>> {
  return Object.fromEntries(
    names.map((name) => {
      const users = PROTOCOLS.flatMap(({ name: protocol, fields }) =>
        fields.filter((field) => field.of === of && nameOf(field) === name).map((field) => ({ protocol, field })),
      );
      const [first] = users;
      if (first === undefined) throw new RangeError(`no protocol has a field ${name} of its ${of}`);
      const formula = users.map(({ protocol, field }) => `${field.definition.formula} (${protocol})`).join('; ');
      return [name, alsoNull({ ...first.field.definition, formula }, 'where the protocol has no such thing')];
    }),
  );
}

function alsoNull(definition: FieldDefinition, when: string): FieldDefinition {
  const { nullRule } = definition;
  return { ...definition, nullRule: nullRule === 'never' ? `null ${when}` : `${nullRule}, or ${when}` };
}

/** `lend_v1.<protocol>_reserve_latest`: fields of the protocol's own. */
export const ownViews: Readonly<Record<string, ViewDefinition>> = Object.fromEntries(
  PROTOCOLS.map((protocol) => [
    ownViewOf(protocol),
    {
      description: `Fields of reserves of ${protocol.name}, as of their newest known state. One row per reserve.`,
      columns: {
        ...shared('protocol', 'lending_market', 'reserve', 'token_symbol', 'slot', 'observed_at'),
        ...Object.fromEntries(ownColumnsOf(protocol).map(({ name, definition }) => [name, definition])),
      },
    },
  ]),
);

/** The component of the OpenAPI document that is the `own` of a protocol's reserves: `SaveReserveOwn`. */
export const ownAnswerOf = ({ name }: { readonly name: string }): string =>
  `${name.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}ReserveOwn`;

/** Definitions of the fields of those components by the name in JSON. */
export const ownDefinitions: Readonly<Record<string, Readonly<Record<string, FieldDefinition>>>> = Object.fromEntries(
  PROTOCOLS.map((protocol) => [
    ownAnswerOf(protocol),
    Object.fromEntries(ownColumnsOf(protocol).map(({ jsonName, jsonDefinition }) => [jsonName, jsonDefinition])),
  ]),
);

/** The object in the details of a reserve. */
export const OWN_ANSWER = {
  of: PROTOCOLS.map(ownAnswerOf),
  description:
    'Fields of the protocol of the reserve beyond those above, as in its view `lend_v1.<protocol>_reserve_latest`.',
};

/** What that object can be, by name: the own columns of each protocol without those names that details have already. */
export function ownAnswers(detail: string): Record<string, { readonly description: string; readonly fields: string }> {
  const known = new Set(detail.trim().split(/\s+/));
  return Object.fromEntries(
    PROTOCOLS.map((protocol) => {
      const names = ownColumnsOf(protocol).map(({ jsonName }) => jsonName);
      const fields = names.filter((name) => !known.has(name)).join(' ');
      return [ownAnswerOf(protocol), { description: `Fields of reserves of ${protocol.name}.`, fields }];
    }),
  );
}
