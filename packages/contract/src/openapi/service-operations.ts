import type { OpenAPIRegistry, ZodContentObject } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { errorCodes, type ErrorName } from '../errors/error-registry.ts';
import { routeTemplates } from '../routes.ts';
import { healthEnvelopeSchema, readyEnvelopeSchema, serviceIndexEnvelopeSchema } from '../schemas/service.ts';
import { openErrorResponses } from './error-responses.ts';
import { headersOf, notModified, revalidatableHeaders } from './response-headers.ts';

interface PlainOperation {
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly content: ZodContentObject;
  /** False for answers that are true for the moment only. */
  readonly revalidatable: boolean;
  readonly errors?: readonly ErrorName[];
  readonly params?: z.ZodObject;
}

const json = (schema: z.ZodType): ZodContentObject => ({ 'application/json': { schema } });
const text = (type: string): ZodContentObject => ({ [type]: { schema: z.string() } });

const operations: readonly PlainOperation[] = [
  {
    path: routeTemplates.index,
    operationId: 'getIndex',
    revalidatable: true,
    tag: 'Service',
    summary: 'Index',
    description: 'The API families with the status of each, and where to go from here.',
    content: json(serviceIndexEnvelopeSchema),
  },
  {
    path: routeTemplates.health,
    operationId: 'getHealth',
    revalidatable: false,
    tag: 'Operation',
    summary: 'Health',
    description: 'Answers as long as the process does. Says nothing about the data.',
    content: json(healthEnvelopeSchema),
  },
  {
    path: routeTemplates.ready,
    operationId: 'getReady',
    revalidatable: false,
    tag: 'Operation',
    summary: 'Readiness',
    description:
      '200 while current data are served: the database answers, reserves are indexed, and the data are recent. 503 otherwise.',
    content: json(readyEnvelopeSchema),
    errors: ['NOT_READY'],
  },
  {
    path: routeTemplates.metrics,
    operationId: 'getMetrics',
    revalidatable: false,
    tag: 'Operation',
    summary: 'Metrics',
    description: 'Metrics in the text format of Prometheus.',
    content: text('text/plain'),
  },
  {
    path: routeTemplates.openApi,
    operationId: 'getOpenApiDocument',
    revalidatable: true,
    tag: 'Documentation',
    summary: 'OpenAPI document',
    description: 'This document.',
    content: json(z.object({ openapi: z.string() }).catchall(z.unknown())),
  },
  {
    path: routeTemplates.docs,
    operationId: 'getDocumentation',
    revalidatable: true,
    tag: 'Documentation',
    summary: 'Documentation',
    description: 'This document as a page to read and to try.',
    content: text('text/html'),
  },
  {
    path: routeTemplates.docsAsset,
    operationId: 'getDocumentationAsset',
    revalidatable: true,
    tag: 'Documentation',
    summary: 'Files of the documentation page',
    description: 'Scripts, style sheets and images of the documentation page.',
    content: { ...text('text/javascript'), ...text('text/css'), ...text('image/png') },
    errors: ['ROUTE_NOT_FOUND', 'MALFORMED_URL'],
    params: z.object({ asset: z.string() }),
  },
  {
    path: routeTemplates.errorPage,
    operationId: 'getErrorPage',
    revalidatable: true,
    tag: 'Documentation',
    summary: 'Documentation of an error code',
    description: 'What an error code means, when it happens, and what to do.',
    content: text('text/markdown'),
    errors: ['ROUTE_NOT_FOUND', 'MALFORMED_URL'],
    params: z.object({
      code: z.string().meta({ description: 'An error code.', examples: [...errorCodes.map(String)].slice(0, 1) }),
    }),
  },
];

/** Documents the endpoints that belong to no protocol. */
export function registerServiceOperations(
  registry: OpenAPIRegistry,
  { servesMetrics }: { readonly servesMetrics: boolean },
): void {
  for (const operation of operations) {
    if (operation.path === routeTemplates.metrics && !servesMetrics) continue;
    const { path, operationId, tag, summary, description, content, errors = [], params, revalidatable } = operation;
    registry.registerPath({
      method: 'get',
      path,
      operationId,
      tags: [tag],
      summary,
      description,
      ...(params === undefined ? {} : { request: { params } }),
      responses: {
        200: {
          description: summary,
          headers: revalidatable ? revalidatableHeaders() : headersOf('RequestId', 'CacheControl'),
          content,
        },
        ...(revalidatable ? { 304: notModified() } : {}),
        ...openErrorResponses(...errors),
      },
    });
  }
}
