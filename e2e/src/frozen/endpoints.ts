import { buildOpenApiDocument } from '@tidemark/contract';
import { z } from 'zod';

export interface Parameter {
  readonly name: string;
  /** Its closed list of values, where it has one. */
  readonly choices: readonly string[] | null;
}

/** An operation of the OpenAPI document, as far as requests are made from it. */
export interface Endpoint {
  /** Method and path of the document. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly inPath: readonly string[];
  readonly inQuery: readonly Parameter[];
  /** Names of a row of the answer, where the parameter `fields` chooses among them. */
  readonly fields: readonly string[];
  readonly formats: readonly string[];
}

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  schema: z.object({ enum: z.array(z.string()).optional() }),
});
const contentSchema = z.record(z.string(), z.object({ schema: z.unknown() }));
const operationSchema = z.object({
  parameters: z.array(parameterSchema).default([]),
  responses: z.object({ 200: z.object({ content: contentSchema.default({}) }) }),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});
const partSchema = z.object({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
});

/** What the API serves, from the document that its code builds. */
export function listEndpoints(protocols: readonly string[]): Endpoint[] {
  const document = documentSchema.parse(buildOpenApiDocument({ version: '0', protocols }));
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters, responses }]) => {
      const inQuery = parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => ({ name, choices: schema.enum ?? null }));
      const content = responses[200].content;
      const hasFields = inQuery.some(({ name }) => name === 'fields');
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        inPath: parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
        inQuery,
        fields: hasFields ? rowFields(document.components.schemas, content['application/json']?.schema) : [],
        formats: inQuery.find(({ name }) => name === 'format')?.choices ?? [],
      };
    }),
  );
}

/** Names of a row in an answer `{data: [row], …}`. */
function rowFields(schemas: Readonly<Record<string, unknown>>, answer: unknown): string[] {
  const resolved = (part: unknown) => {
    const { $ref, ...own } = partSchema.parse(part);
    return $ref === undefined ? own : partSchema.parse(schemas[$ref.replace('#/components/schemas/', '')]);
  };
  const rows = resolved(resolved(answer).properties?.['data']);
  return Object.keys(resolved(rows.items).properties ?? {});
}
