import { buildOpenApiDocument } from '@tidemark/contract';
import { PROTOCOL_NAMES } from '@tidemark/protocols';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';

/** An answer as it came over the wire, decompressed. */
export interface ReceivedAnswer {
  readonly method: string;
  /** Path and query as they were asked for. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

const mediaSchema = z.object({ schema: z.record(z.string(), z.unknown()) });
const responseSchema = z.object({
  headers: z.record(z.string(), z.object({ $ref: z.string() })).default({}),
  content: z.record(z.string(), mediaSchema).default({}),
});
const referenceSchema = z.object({ $ref: z.string() });
const operationSchema = z.object({ responses: z.record(z.string(), z.union([referenceSchema, responseSchema])) });
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({
    responses: z.record(z.string(), responseSchema),
    headers: z.record(z.string(), z.object({ required: z.boolean(), schema: z.record(z.string(), z.unknown()) })),
  }),
});
type ResponseSpec = z.output<typeof responseSchema>;

const raw = buildOpenApiDocument({ version: '0.0.0', protocols: PROTOCOL_NAMES });
const document = documentSchema.parse(raw);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', components: raw.components });
const ERROR_ENVELOPE = { $ref: '#/components/schemas/ErrorEnvelope' };
/** Of paths and methods that are in no operation; a body is looked at before the method. */
const OUTSIDE_STATUSES: ReadonlySet<number> = new Set([400, 404, 405, 413, 415]);
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

/**
 * Holds an answer against the OpenAPI document: the status must be documented for the operation, every required header
 * there and of its form, the media type documented and the body valid. Answers to paths and methods that are in no
 * operation must be error envelopes. Throws an Error that says what does not fit.
 */
export function validateAnswer(answer: ReceivedAnswer): void {
  const fail = (problem: string): never => {
    const text = answer.body.toString('utf8').slice(0, 500);
    throw new Error(`${answer.method} ${answer.path} answered ${answer.status}: ${problem}\n${text}`);
  };
  if (answer.headers.get('x-request-id') === null) fail('there is no X-Request-Id');
  if (answer.method === 'OPTIONS' && answer.status === 204) {
    if (answer.headers.get('allow') === null || answer.body.length > 0) fail('not a bare answer with Allow');
    return;
  }
  const item = findPath(answer.path);
  const operation = item?.[answer.method === 'HEAD' ? 'get' : answer.method.toLowerCase()];
  const found = operation?.responses[answer.status];
  if (operation !== undefined && found === undefined) fail('the status is not documented');
  const spec = found === undefined ? undefined : resolve(found);
  if (spec === undefined) {
    if (!OUTSIDE_STATUSES.has(answer.status)) fail('outside of the document');
    if (answer.status === 405 && answer.headers.get('allow') === null) fail('there is no Allow');
    if (answer.method !== 'HEAD') checkJson(answer, ERROR_ENVELOPE, fail);
    return;
  }
  checkHeaders(answer, spec, fail);
  checkBody(answer, spec, fail);
}

function resolve(found: ResponseSpec | { $ref: string }): ResponseSpec {
  if (!('$ref' in found)) return found;
  const response = document.components.responses[lastPart(found.$ref)];
  if (response === undefined) throw new Error(`The document refers to ${found.$ref}, which it does not have`);
  return response;
}

function findPath(path: string): Record<string, z.output<typeof operationSchema>> | undefined {
  const plain = path.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '');
  const literal = document.paths[plain];
  if (literal !== undefined) return literal;
  // Of several templates that fit, the document means the one with the fewest placeholders.
  const [template = ''] = Object.keys(document.paths)
    .filter((each) => patternOf(each).test(plain))
    .toSorted((left, right) => left.split('{').length - right.split('{').length);
  return document.paths[template];
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', String.raw`\.`)}$`);
}

function checkHeaders(answer: ReceivedAnswer, spec: ResponseSpec, fail: (problem: string) => never): void {
  for (const [name, { $ref }] of Object.entries(spec.headers)) {
    const header = document.components.headers[lastPart($ref)];
    if (header === undefined) throw new Error(`The document refers to ${$ref}, which it does not have`);
    const value = answer.headers.get(name);
    if (value === null) {
      if (header.required) fail(`there is no ${name}`);
      continue;
    }
    const typed = header.schema['type'] === 'integer' ? Number(value) : value;
    if (!validator(header.schema)(typed)) fail(`${name} is "${value}"`);
  }
}

function checkBody(answer: ReceivedAnswer, spec: ResponseSpec, fail: (problem: string) => never): void {
  if (answer.method === 'HEAD' || Object.keys(spec.content).length === 0) {
    if (answer.body.length > 0) fail('there is a body');
    return;
  }
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const media = spec.content[type];
  if (media === undefined) fail(`the type ${type} is not documented`);
  else if (type === 'application/json') checkJson(answer, media.schema, fail);
  // No rows as a list of lines are no lines.
  else if (answer.body.length === 0 && type !== 'application/x-ndjson') fail('there is no body');
}

function checkJson(answer: ReceivedAnswer, schema: Record<string, unknown>, fail: (problem: string) => never): void {
  if (answer.headers.get('content-type') !== 'application/json; charset=utf-8') fail('not typed as JSON');
  const validate = validator(schema);
  const value: unknown = JSON.parse(answer.body.toString('utf8'));
  if (!validate(value)) fail(ajv.errorsText(validate.errors));
  const status: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'status') : undefined;
  if (status !== undefined && status !== answer.status) fail(`the status in the body is another one`);
}

function validator(schema: Record<string, unknown>): ReturnType<typeof ajv.compile> {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
  let validate = validators.get(text);
  if (validate === undefined) {
    const parsed: Record<string, unknown> = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    validate = ajv.compile(parsed);
    validators.set(text, validate);
  }
  return validate;
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
