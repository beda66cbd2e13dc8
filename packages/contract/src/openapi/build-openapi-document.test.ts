import { describe, expect, it } from 'vitest';
import { describeField, isFieldName } from '@tidemark/model/fields';
import { errorCodes } from '../errors/error-registry.ts';
import { routePath, routeTemplates } from '../routes.ts';
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
    const expected = Object.values(routeTemplates).map((template) => template.replace('{lending_protocol}', 'kamino'));
    expect(Object.keys(document.paths ?? {}).toSorted()).toEqual(expected.toSorted());
  });

  it('documents each protocol with operation ids of its own', () => {
    const two = buildOpenApiDocument({ version: '1', protocols: ['kamino', 'other'] });
    const paths = two.paths ?? {};
    expect(paths[routePath('latestReserves', 'kamino')]?.get?.operationId).toBe('listLatestReserves');
    expect(paths[routePath('latestReserves', 'other')]?.get?.operationId).toBe('listLatestReserves_other');
    const ids = Object.values(paths).flatMap((item) => [item.get?.operationId, item.post?.operationId]);
    const named = ids.filter((id) => id !== undefined);
    expect(new Set(named).size).toBe(named.length);
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
      Object.keys(schema.shape).filter((name) => !isFieldName(name) || descriptions(id)[name] !== describeField(name)),
    );
    expect(wrong).toEqual([]);
  });
});
