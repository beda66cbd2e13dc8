import { describe, expect, it } from 'vitest';
import { answers as shapesOf, definitionIn, describeDefinition, isFieldName } from '@tidemark/model/fields';
import { errorCodes } from '../errors/error-registry.ts';
import { listRoutes } from '../routes/routes.ts';
import {
  marketInfoSchema,
  reserveDetailSchema,
  reserveInfoSchema,
  reserveSnapshotSchema,
} from '../generated/answers.ts';
import { buildOpenApiDocument } from './build-openapi-document.ts';

const document = buildOpenApiDocument({ version: '1.2.3', protocols: ['kamino'] });
const operations = Object.values(document.paths ?? {}).flatMap((item) =>
  [item.get, item.post].filter((operation) => operation !== undefined),
);

describe('buildOpenApiDocument', () => {
  it('gives the same document byte for byte for the same options', () => {
    const again = buildOpenApiDocument({ version: '1.2.3', protocols: ['kamino'] });
    expect(JSON.stringify(again)).toBe(JSON.stringify(document));
  });

  it('is OpenAPI 3.1 of the version given, relative to where it was fetched', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('1.2.3');
    expect(document.servers).toEqual([{ url: '/' }]);
    const placed = buildOpenApiDocument({ version: '1', protocols: ['kamino'], serverUrl: 'https://api.example.org' });
    expect(placed.servers).toEqual([{ url: 'https://api.example.org' }]);
  });

  it('documents every route template and nothing else', () => {
    expect(Object.keys(document.paths ?? {}).toSorted()).toEqual(
      listRoutes()
        .map(({ path }) => path)
        .toSorted(),
    );
  });

  it('has one more name in one list for one more protocol, and nothing else', () => {
    const two = buildOpenApiDocument({ version: '1.2.3', protocols: ['kamino', 'other'] });
    expect(two.components?.schemas?.['Protocol']).toMatchObject({ type: 'string', enum: ['kamino', 'other'] });
    const one = JSON.stringify(document.components?.schemas?.['Protocol']);
    expect(JSON.stringify(two).replace(JSON.stringify(two.components?.schemas?.['Protocol']), one)).toBe(
      JSON.stringify(document),
    );
  });

  it('says of every path that names a protocol which there are, and that it knows no other', () => {
    const named = Object.entries(document.paths ?? {}).filter(([path]) => path.includes('{protocol}'));
    expect(named.length).toBeGreaterThan(20);
    const wrong = named.filter(([, { get }]) => {
      const parameter = get?.parameters?.find((one) => 'name' in one && one.name === 'protocol');
      const notFound = JSON.stringify(get?.responses?.['404']);
      return !JSON.stringify(parameter).includes('"#/components/schemas/Protocol"') || !notFound.includes('"40403"');
    });
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  it('has an id for each operation', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('demands the API key of the stream and of what is about the key, and takes one wherever there are data', () => {
    const demanded = operations.filter(
      ({ security = [] }) => security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0),
    );
    expect(demanded.map((operation) => String(operation.operationId)).toSorted()).toEqual([
      'getKeyUsage',
      'streamReserves',
      'verifyApiKey',
    ]);
    // Said of each: nothing is inherited, and a reader need not know what a missing list means.
    expect(operations.filter(({ security }) => security === undefined)).toEqual([]);
    const open = Object.entries(document.paths ?? {}).filter(([, item]) => item.get?.security?.length === 0);
    expect(open.map(([path]) => path).toSorted()).toEqual([
      '/',
      '/docs',
      '/docs/assets/{asset}',
      '/docs/errors/{code}',
      '/health',
      '/metrics',
      '/openapi.json',
      '/ready',
    ]);
    expect(document.components?.securitySchemes?.['ApiKey']).toMatchObject({ in: 'header', name: 'X-SERVICE-API-KEY' });
  });

  it('documents every error code that an operation can answer with, with an example', () => {
    interface WithExamples {
      content?: Record<string, { examples?: object }>;
    }
    const answers: WithExamples[] = [
      ...operations.flatMap((operation) => Object.values(operation.responses ?? {})),
      ...Object.values(document.components?.responses ?? {}).filter((response) => 'content' in response),
    ];
    const documented = new Set(
      answers.flatMap((response) => Object.keys(response.content?.['application/json']?.examples ?? {})),
    );
    // These belong to paths and methods that are in no operation.
    const outside = ['40401', '40501'];
    const expected = new Set([...errorCodes.map(String).filter((code) => !outside.includes(code)), '40401']);
    expect([...documented].toSorted()).toEqual([...expected].toSorted());
  });

  it('describes every field of every row by the dictionary', () => {
    const shapes = {
      ReserveSnapshot: reserveSnapshotSchema,
      MarketInfo: marketInfoSchema,
      ReserveInfo: reserveInfoSchema,
      ReserveDetail: reserveDetailSchema,
    };
    const descriptions = (id: string) => {
      const component = document.components?.schemas?.[id];
      const properties = component !== undefined && 'properties' in component ? component.properties : {};
      return Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, property]) => [name, property.description]),
      );
    };
    const wrong = Object.entries(shapes).flatMap(([id, schema]) =>
      Object.keys(schema.shape).filter(
        (name) =>
          shapesOf[id]?.nested?.[name] === undefined &&
          (!isFieldName(name) || descriptions(id)[name] !== describeDefinition(definitionIn(id, name))),
      ),
    );
    expect(wrong).toEqual([]);
  });
});
