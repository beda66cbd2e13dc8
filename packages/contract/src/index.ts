export { ADDRESS_PATTERN, isAddress } from './address.ts';
export { apiFamilies } from './api-families.ts';
export { renderDataDictionaryPage } from './dictionary/data-dictionary-page.ts';
export {
  createErrorEnvelope,
  type ErrorEnvelope,
  errorEnvelopeSchema,
  renderErrorPage,
} from './errors/error-envelope.ts';
export type { ErrorDefinition } from './errors/error-definition.ts';
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
export { API_KEY_HEADER, limitHeaders, responseHeaders } from './headers.ts';
export { type ListOf, listOf, parametersOf } from './routes/list-of.ts';
export type { Route } from './routes/route.ts';
export { listRoutes, RESERVED_SEGMENTS, type RouteName, routeNames, routes, variantsOf } from './routes/routes.ts';
export * from './generated/answers.ts';
export * from './schemas/history-parameters.ts';
export * from './schemas/liquidity-parameters.ts';
export * from './schemas/parameters.ts';
export * from './schemas/price-parameters.ts';
export * from './schemas/queries.ts';
export { reserveSnapshotListSchema } from './schemas/reserve-snapshot.ts';
export { FILTER_NAMES, type RowFormat, tableParameters } from './schemas/row-parameters.ts';
export * from './schemas/service.ts';
