import type { OpenApiDocument } from '../openapi/build-openapi-document.ts';
import { isDefinedIn } from '@tidemark/model/fields';

/** A named object of the API's answers and the fields of it that the dictionary defines. */
export interface AnswerShape {
  /** Name of the component in the OpenAPI document. */
  readonly id: string;
  readonly description: string;
  /** `GET /path` of the operations that answer with it. */
  readonly endpoints: readonly string[];
  readonly fields: readonly string[];
  /** What the document says of each of them. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** Those of them that the document allows to be null. */
  readonly nullable: readonly string[];
  /** Properties that are neither in the dictionary nor objects or lists of their own. */
  readonly undefinedNames: readonly string[];
}

/** What belongs to the service itself and not to its data. */
const SERVICE_SHAPES = new Set(['ApiFamily', 'ErrorEnvelope', 'Health', 'Link', 'Ready', 'ServiceIndexMeta']);
/** Property of every envelope: the HTTP status. */
const STATUS = 'status';
const METHODS = ['get', 'post'] as const;

/** The shapes of the answers, in the order of their names. */
export function listAnswerShapes(document: OpenApiDocument): AnswerShape[] {
  const components = document.components?.schemas ?? {};
  const usedBy = listUses(document);
  return Object.entries(components)
    .filter(([id]) => !SERVICE_SHAPES.has(id))
    .map(([id, schema]) => {
      const properties = listProperties(schema);
      const named = properties.filter(([name]) => isDefinedIn(id, name));
      const own = properties.filter(([name, property]) => name !== STATUS && !isContainer(property, components));
      return {
        id,
        description: descriptionOf(schema),
        endpoints: usedBy.get(id) ?? [],
        fields: named.map(([name]) => name),
        descriptions: Object.fromEntries(named.map(([name, property]) => [name, descriptionOf(property)])),
        nullable: named.filter(([, property]) => allowsNull(property)).map(([name]) => name),
        undefinedNames: own.map(([name]) => name).filter((name) => !isDefinedIn(id, name)),
      };
    })
    .filter(({ fields, undefinedNames }) => fields.length > 0 || undefinedNames.length > 0);
}

/** Endpoints by the component that their answer of 200 holds, however deep. */
function listUses(document: OpenApiDocument): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const answer: unknown = item[method]?.responses?.['200'];
      for (const id of listReferences(answer, document, new Set())) {
        uses.set(id, [...(uses.get(id) ?? []), `${method.toUpperCase()} ${path}`]);
      }
    }
  }
  return uses;
}

function listReferences(value: unknown, document: OpenApiDocument, found: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const item of value) listReferences(item, document, found);
  if (!isRecord(value)) return found;
  for (const [key, item] of Object.entries(value)) {
    const id = key === '$ref' ? referredId(item) : undefined;
    if (id === undefined) {
      listReferences(item, document, found);
    } else if (!found.has(id)) {
      found.add(id);
      listReferences(document.components?.schemas?.[id], document, found);
    }
  }
  return found;
}

function listProperties(schema: unknown): [string, unknown][] {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  return isRecord(properties) ? Object.entries(properties) : [];
}

/** An object, a list of objects or a reference to one: its own fields are what the dictionary has to define. */
function isContainer(property: unknown, components: Readonly<Record<string, unknown>>): boolean {
  if (!isRecord(property)) return false;
  const id = referredId(property['$ref']);
  if (id !== undefined) return isContainer(components[id], components);
  if (property['type'] === 'array') return isContainer(property['items'], components);
  return (
    'properties' in property || ['anyOf', 'oneOf', 'allOf'].some((key) => someContainer(property[key], components))
  );
}

function someContainer(alternatives: unknown, components: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(alternatives) && alternatives.some((alternative) => isContainer(alternative, components));
}

function descriptionOf(schema: unknown): string {
  return isRecord(schema) && typeof schema['description'] === 'string' ? schema['description'] : '';
}

function allowsNull(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const { type } = schema;
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true;
  return ['anyOf', 'oneOf'].some((key) => {
    const alternatives = schema[key];
    return Array.isArray(alternatives) && alternatives.some(allowsNull);
  });
}

function referredId(reference: unknown): string | undefined {
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
