export { ADDRESS_PATTERN, isAddress } from './address.ts';
export { apiFamilies } from './api-families.ts';
export { definitionIn } from './dictionary/answer-variants.ts';
export { csvCell, csvHeader } from './dictionary/csv-header.ts';
export {
  dataDictionary,
  describeDefinition,
  describeField,
  dictionaryGroups,
  type FieldName,
  isFieldName,
} from './dictionary/data-dictionary.ts';
export { renderDataDictionaryPage } from './dictionary/data-dictionary-page.ts';
export { type FieldDefinition, METHOD_VERSIONS, type MethodVersion } from './dictionary/field-definition.ts';
export { publicViews } from './dictionary/views/public-views.ts';
export type { ViewDefinition } from './dictionary/views/view-definition.ts';
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
export {
  AGGREGATE_COLUMNS,
  AGGREGATE_DEFAULT_DAYS,
  AGGREGATE_INTERVALS,
  type AggregateHistoryMeta,
  aggregateHistoryQuerySchema,
  type AggregateInterval,
  type MarketHistoryRow,
  type ProtocolHistoryRow,
  type TokenHistoryRow,
} from './schemas/aggregate-history.ts';
export {
  BENCHMARK_COLUMNS,
  type BenchmarkExclusion,
  type BenchmarkInterval,
  type BenchmarkMeta,
  benchmarkQuerySchema,
  type BenchmarkRateRow,
} from './schemas/benchmark.ts';
export {
  type MarketTotals,
  marketTotalsSchema,
  type ProtocolTotals,
  protocolTotalsSchema,
  type TokenTotals,
  tokenTotalsSchema,
} from './schemas/aggregates.ts';
export {
  COVERAGE_COLUMNS,
  COVERAGE_DEFAULT_DAYS,
  COVERAGE_MAX_GAPS,
  type CoverageEnvelope,
  coverageEnvelopeSchema,
  type CoverageGap,
  coverageQuerySchema,
  type CoverageRow,
  coverageRowSchema,
} from './schemas/coverage.ts';
export {
  FEE_COLUMNS,
  FEE_DEFAULT_DAYS,
  FEE_INTERVALS,
  type FeeGroup,
  type FeeInterval,
  type FeesEnvelope,
  feesEnvelopeSchema,
  feesQuerySchema,
  type FeesRow,
  feesRowSchema,
} from './schemas/fees.ts';
export {
  HISTORY_COLUMNS,
  HISTORY_INTERVALS,
  type HistoryAggregate,
  historyAggregateSchema,
  type HistoryEnvelope,
  type HistoryFill,
  type HistoryGap,
  historyGapSchema,
  type HistoryInterval,
  historyIntervalSchema,
  type HistoryMeta,
  historyMetaSchema,
  type HistoryRow,
  qualitySchema,
} from './schemas/history.ts';
export { historiesQuerySchema, historyQuerySchema, reserveAtQuerySchema } from './schemas/history-parameters.ts';
export {
  type InfoMeta,
  type InterestRateBasis,
  interestRateBasisSchema,
  type MarketInfo,
  type MarketInfoEnvelope,
  type MarketInfoMeta,
  marketInfoEnvelopeSchema,
  marketInfoSchema,
  type ReserveInfo,
  type ReserveInfoEnvelope,
  reserveInfoEnvelopeSchema,
  reserveInfoSchema,
  type ReserveStatus,
  reserveStatusSchema,
} from './schemas/info.ts';
export { type KeyUsageEnvelope, keyUsageEnvelopeSchema } from './schemas/key-usage.ts';
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
export {
  type QuarantinedReserveRow,
  type QuarantineEnvelope,
  quarantineEnvelopeSchema,
  quarantinedReserveSchema,
} from './schemas/quarantine.ts';
export {
  type ConfigChangeRow,
  configChangeSchema,
  type ConfigChangesEnvelope,
  configChangesEnvelopeSchema,
  type ReserveConfig,
  type ReserveConfigEnvelope,
  reserveConfigEnvelopeSchema,
  reserveConfigSchema,
} from './schemas/reserve-config.ts';
export {
  type RatePointRow,
  type ReserveCurve,
  type ReserveCurveEnvelope,
  reserveCurveEnvelopeSchema,
  reserveCurveSchema,
} from './schemas/reserve-curve.ts';
export { type ReserveAt, type ReserveAtEnvelope, reserveAtEnvelopeSchema } from './schemas/reserve-at.ts';
export {
  type ReserveDetail,
  type ReserveDetailEnvelope,
  reserveDetailEnvelopeSchema,
  reserveDetailSchema,
} from './schemas/reserve-detail.ts';
export {
  type ReserveSnapshot,
  type ReserveSnapshotEnvelope,
  reserveSnapshotEnvelopeSchema,
  reserveSnapshotListSchema,
  reserveSnapshotSchema,
} from './schemas/reserve-snapshot.ts';
export { FILTER_NAMES, type RowFormat, rowFormatSchema, rowParameters } from './schemas/row-parameters.ts';
export {
  type ApiFamily,
  type HealthEnvelope,
  healthEnvelopeSchema,
  type ReadyEnvelope,
  readyEnvelopeSchema,
  type ServiceIndexEnvelope,
  serviceIndexEnvelopeSchema,
  type VerificationEnvelope,
  verificationEnvelopeSchema,
} from './schemas/service.ts';
export {
  type AuditFindingRow,
  type OpenGaps,
  type ProtocolStatus,
  protocolStatusSchema,
  type ReserveStates,
  STATUS_CAUSES,
  STATUS_MAX_FINDINGS,
  STATUS_MAX_RESOLVED,
  type StatusAudit,
  type StatusCause,
  type StatusCauseCode,
  type StatusEnvelope,
  statusEnvelopeSchema,
  statusQuerySchema,
  type Verdict,
  VERDICTS,
} from './schemas/status.ts';
export {
  MAX_STREAM_RESERVES,
  type StreamedReserve,
  streamedReserveSchema,
  type StreamHeartbeat,
  streamHeartbeatSchema,
  type StreamNotice,
  streamNoticeSchema,
  streamQuerySchema,
} from './schemas/stream.ts';
