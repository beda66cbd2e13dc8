import { OpenApiGeneratorV31, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { registerAggregateOperations } from './aggregate-operations.ts';
import { describeAccess, type OpenApiDocument } from './describe-access.ts';
import { registerBenchmarkOperation } from './benchmark-operation.ts';
import { registerDetailOperations } from './detail-operations.ts';
import { registerCommonErrors } from './error-responses.ts';
import { registerCoverageOperation, registerFeeOperations } from './fee-operations.ts';
import { registerHistoryOperations } from './history-operations.ts';
import { registerProtocolOperations } from './protocol-operations.ts';
import { headerComponents } from './response-headers.ts';
import { API_KEY_SECURITY, apiKeySecurityScheme } from './security.ts';
import { registerKeyOperations } from './key-operations.ts';
import { registerServiceOperations } from './service-operations.ts';
import { registerStatusOperation } from './status-operation.ts';
import { registerStreamOperation } from './stream-operation.ts';

export interface OpenApiOptions {
  /** Version of the service. */
  readonly version: string;
  /** Path segments of the protocols that are served, the main one first. Aliases need no mention. */
  readonly protocols: readonly string[];
  /** False where `/metrics` is served on a port of its own, which this document is not about. True when left out. */
  readonly servesMetrics?: boolean;
  /** Address of the service. Left out, the document is relative to where it was fetched. */
  readonly serverUrl?: string;
}

export type { OpenApiDocument } from './describe-access.ts';

const DESCRIPTION = `Read access to on-chain data and analytics of lending protocols.

* The two latest-reserve reads answer a bare array; \`?envelope=true\` puts it into \`{data, status}\`. All newer endpoints answer \`{data, meta, status}\`.
* Names end in \`_f\` for floating-point numbers, \`_str\` for words of a closed list, \`_b\` for booleans and \`_raw\` for decimal strings of base units. Times are unix seconds, rates and shares are decimals (0.05 is 5 %).
* Amounts are raw units over 10^token_decimals, never the UI amounts of a Token-2022 mint: those are times \`ui_multiplier_f\` of \`info/reserves\`, where it is not null.
* Null means unknown, zero means measured zero.
* Every failure has the same shape, \`{error: {message, details, code}, status}\`, whatever the path: an unknown path answers 404 with code 40401, a method that a path does not have answers 405 with code 40501 and an \`Allow\` header. The page of each code lies at \`/docs/errors/{code}\`.
* HEAD works wherever GET does. One slash at the end of a path makes no difference.`;

const TAGS = [
  { name: 'Lending protocol API', description: 'Reserves and markets of a lending protocol.' },
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
  for (const [index, protocol] of options.protocols.entries()) {
    const suffix = index === 0 ? '' : `_${protocol}`;
    registerProtocolOperations(registry, protocol, suffix);
    registerDetailOperations(registry, protocol, suffix);
    registerHistoryOperations(registry, protocol, suffix);
    registerAggregateOperations(registry, protocol, suffix);
    registerFeeOperations(registry, protocol, suffix);
  }
  registerBenchmarkOperation(registry);
  registerCoverageOperation(registry);
  registerStatusOperation(registry);
  registerStreamOperation(registry);
  registerServiceOperations(registry, { servesMetrics: options.servesMetrics ?? true });
  registerKeyOperations(registry);
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
  describeAccess(document);
  return document;
}
