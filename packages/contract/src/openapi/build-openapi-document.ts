import { OpenApiGeneratorV31, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { API_KEY_HEADER } from '../headers.ts';
import { listRoutes, routes } from '../routes/routes.ts';
import { registerCommonErrors } from './error-responses.ts';
import { registerRoutes } from './operation.ts';
import { API_KEY_SECURITY, headerComponents } from './response-headers.ts';

export interface OpenApiOptions {
  /** Version of the service. */
  readonly version: string;
  /** Path segments of the protocols that are served. Aliases need no mention. */
  readonly protocols: readonly string[];
  /** False where `/metrics` is served on a port of its own, which this document is not about. True when left out. */
  readonly servesMetrics?: boolean;
  /** Address of the service. Left out, the document is relative to where it was fetched. */
  readonly serverUrl?: string;
}

/** An OpenAPI 3.1 document: plain JSON, ready to be stringified. */
export type OpenApiDocument = Omit<ReturnType<OpenApiGeneratorV31['generateDocument']>, 'webhooks'>;

const apiKeySecurityScheme = {
  type: 'apiKey',
  in: 'header',
  name: API_KEY_HEADER,
  description: 'The API key, as issued by the operator. `Bearer <key>` in the same header is accepted too.',
} as const;

const DESCRIPTION = `Read access to on-chain data and analytics of lending protocols.

* The two latest-reserve reads answer a bare array; \`?envelope=true\` puts it into \`{data, status}\`. All newer endpoints answer \`{data, meta, status}\`.
* Names end in \`_f\` for floating-point numbers, \`_str\` for words of a closed list, \`_b\` for booleans and \`_raw\` for decimal strings of base units. Times are unix seconds, rates and shares are decimals (0.05 is 5 %).
* Amounts are raw units over 10^token_decimals, never the UI amounts of a Token-2022 mint: those are times \`ui_multiplier_f\` of \`info/reserves\`, where it is not null.
* Null means unknown, zero means measured zero.
* Every failure has the same shape, \`{error: {message, details, code}, status}\`, whatever the path: an unknown path answers 404 with code 40401, a method that a path does not have answers 405 with code 40501 and an \`Allow\` header. The page of each code lies at \`/docs/errors/{code}\`.
* HEAD works wherever GET does. One slash at the end of a path makes no difference.`;

const TAGS = [
  { name: 'Lending protocol API', description: 'Reserves and markets of a lending protocol.' },
  { name: 'Prices API', description: 'Prices of tokens out of several sources.' },
  {
    name: 'Liquidity API',
    description: 'What can be sold of tokens in pools, and whether it is enough to liquidate.',
  },
  { name: 'Authentication', description: 'API keys.' },
  { name: 'Service', description: 'What there is.' },
  { name: 'Operation', description: 'For those who run the service.' },
  { name: 'Documentation', description: 'What everything means.' },
];

/** Builds the OpenAPI 3.1 document of the API. The same options always give the same document, byte for byte. */
export function buildOpenApiDocument(options: OpenApiOptions): OpenApiDocument {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', API_KEY_SECURITY, { ...apiKeySecurityScheme });
  for (const [name, header] of Object.entries(headerComponents)) {
    registry.registerComponent('headers', name, { ...header, schema: { ...header.schema } });
  }
  registerCommonErrors(registry);
  const protocol = z
    .enum(options.protocols)
    .meta({ id: 'Protocol', description: 'Path segment of a lending protocol.' });
  const served = listRoutes().filter((route) => options.servesMetrics !== false || route !== routes.metrics);
  registerRoutes(registry, served, protocol);
  const { webhooks: _none, ...document } = new OpenApiGeneratorV31(registry.definitions, {
    sortComponents: 'alphabetically',
  }).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Tidemark API',
      version: options.version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.serverUrl ?? '/' }],
    tags: TAGS,
  });
  return document;
}
