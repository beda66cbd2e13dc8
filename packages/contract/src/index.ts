export { ADDRESS_PATTERN, isAddress } from './address.ts';
export { apiFamilies } from './api-families.ts';
export { renderDataDictionaryPage } from './dictionary/data-dictionary-page.ts';
export { createErrorEnvelope, type ErrorEnvelope, errorEnvelopeSchema } from './errors/error-envelope.ts';
export type { ErrorDefinition } from './errors/error-definition.ts';
export { renderErrorPage } from './errors/error-page.ts';
export {
  type ErrorCode,
  errorCodes,
  errorDefinition,
  errorDocsPath,
  type ErrorName,
  errorNameOf,
  errorNames,
  errorRegistry,
} from './errors/error-registry.ts';
export {
  buildOpenApiDocument,
  type OpenApiDocument,
  type OpenApiOptions,
} from './openapi/build-openapi-document.ts';
export {
  API_KEY_HEADER,
  limitHeaders,
  PROTOCOL_PLACEHOLDER,
  responseHeaders,
  routePath,
  type RouteName,
  type RouteTemplate,
  routeTemplates,
} from './routes.ts';
export * from './generated/answers.ts';
export {
  AGGREGATE_DEFAULT_DAYS,
  type AggregateInterval,
  aggregateHistoryQuerySchema,
} from './schemas/aggregate-history.ts';
export { type BenchmarkInterval, benchmarkQuerySchema } from './schemas/benchmark.ts';
export { COVERAGE_DEFAULT_DAYS, COVERAGE_MAX_GAPS, coverageQuerySchema } from './schemas/coverage.ts';
export { FEE_COLUMNS, FEE_DEFAULT_DAYS, type FeeGroup, type FeeInterval, feesQuerySchema } from './schemas/fees.ts';
export {
  type HistoryAggregate,
  historyAggregateSchema,
  type HistoryFill,
  type HistoryInterval,
  historiesQuerySchema,
  historyIntervalSchema,
  historyQuerySchema,
  reserveAtQuerySchema,
} from './schemas/history-parameters.ts';
export {
  changesQuerySchema,
  curveQuerySchema,
  type InfoQuery,
  detailListQuerySchema,
  infoQuerySchema,
  latestListQuerySchema,
  latestQuerySchema,
  noQuerySchema,
  QUERY_LIMITS,
  reserveParameterSchema,
} from './schemas/parameters.ts';
export { reserveSnapshotListSchema } from './schemas/reserve-snapshot.ts';
export { FILTER_NAMES, type RowFormat, rowFormatSchema, rowParameters } from './schemas/row-parameters.ts';
export {
  type ApiFamily,
  type HealthEnvelope,
  healthEnvelopeSchema,
  type ReadyEnvelope,
  readyEnvelopeSchema,
  type ServiceIndexEnvelope,
  serviceIndexEnvelopeSchema,
} from './schemas/service.ts';
export {
  STATUS_MAX_FINDINGS,
  STATUS_MAX_RESOLVED,
  type StatusCauseCode,
  statusQuerySchema,
  type Verdict,
} from './schemas/status.ts';
export { MAX_STREAM_RESERVES, streamQuerySchema } from './schemas/stream.ts';
