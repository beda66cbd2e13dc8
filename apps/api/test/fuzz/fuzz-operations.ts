import { buildOpenApiDocument } from '@tidemark/contract';
import { z } from 'zod';

export interface FuzzParameter {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header';
  /** The values that the document lists, where it lists them. */
  readonly listed: readonly string[];
}

export interface FuzzOperation {
  readonly method: string;
  /** `/v1/kamino/lend/reserves/{reserve}/latest`. */
  readonly template: string;
  readonly parameters: readonly FuzzParameter[];
}

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  schema: z.looseObject({ enum: z.array(z.string()).optional() }),
});
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ parameters: z.array(parameterSchema).default([]) })),
  ),
});

/** Headers that any operation may be sent, whether the document tells of them or not. */
const COMMON_HEADERS = [
  'X-SERVICE-API-KEY',
  'Authorization',
  'X-Request-Id',
  'Accept',
  'Accept-Encoding',
  'If-None-Match',
  'If-Modified-Since',
  'Range',
  'Origin',
  'Access-Control-Request-Method',
  'Access-Control-Request-Headers',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-HTTP-Method-Override',
  'Content-Type',
  'Content-Encoding',
  'Cookie',
  'Referer',
  'User-Agent',
] as const;

/** Every operation of the document with every parameter that it has, and the headers that all have. */
export function listFuzzOperations(): readonly FuzzOperation[] {
  const { paths } = documentSchema.parse(buildOpenApiDocument({ version: '0.0.0', protocols: ['kamino'] }));
  const headers = COMMON_HEADERS.map((name): FuzzParameter => ({ name, place: 'header', listed: [] }));
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, { parameters }]): FuzzOperation => {
      const own = parameters.map(
        ({ name, in: place, schema }): FuzzParameter => ({ name, place, listed: schema.enum ?? [] }),
      );
      return { method: method.toUpperCase(), template, parameters: [...own, ...headers] };
    }),
  );
}
