/** Placeholder of the protocol’s path segment in a route template. */
export const PROTOCOL_PLACEHOLDER = '{lending_protocol}';

/** Every path of the API as a template. The API routes by these, metrics and logs name them, OpenAPI documents them. */
export const routeTemplates = {
  index: '/',
  latestReserves: '/v1/{lending_protocol}/lend/reserves/all/latest',
  latestReserve: '/v1/{lending_protocol}/lend/reserves/{reserve}/latest',
  reserveDetails: '/v1/{lending_protocol}/lend/reserves/all/detail/latest',
  reserveDetail: '/v1/{lending_protocol}/lend/reserves/{reserve}/detail/latest',
  reserveCurve: '/v1/{lending_protocol}/lend/reserves/{reserve}/curve',
  reserveConfig: '/v1/{lending_protocol}/lend/reserves/{reserve}/config',
  configChanges: '/v1/{lending_protocol}/lend/reserves/all/config/changes',
  reserveConfigChanges: '/v1/{lending_protocol}/lend/reserves/{reserve}/config/changes',
  marketInfo: '/v1/{lending_protocol}/lend/info/markets',
  reserveInfo: '/v1/{lending_protocol}/lend/info/reserves',
  quarantineInfo: '/v1/{lending_protocol}/lend/info/quarantine',
  reserveHistories: '/v1/{lending_protocol}/lend/reserves/all/history',
  reserveHistory: '/v1/{lending_protocol}/lend/reserves/{reserve}/history',
  reserveAt: '/v1/{lending_protocol}/lend/reserves/{reserve}/at/{time}',
  latestMarkets: '/v1/{lending_protocol}/lend/markets/all/latest',
  latestMarket: '/v1/{lending_protocol}/lend/markets/{market}/latest',
  marketHistory: '/v1/{lending_protocol}/lend/markets/{market}/history',
  latestToken: '/v1/{lending_protocol}/lend/tokens/{mint}/latest',
  tokenHistory: '/v1/{lending_protocol}/lend/tokens/{mint}/history',
  latestSummary: '/v1/{lending_protocol}/lend/summary/latest',
  summaryHistory: '/v1/{lending_protocol}/lend/summary/history',
  fees: '/v1/{lending_protocol}/lend/fees',
  usdBenchmarkRates: '/v1/lend/benchmark-rates/usd',
  coverage: '/v1/coverage',
  status: '/v1/status',
  stream: '/v1/stream',
  verify: '/auth/verify',
  keyUsage: '/auth/usage',
  health: '/health',
  ready: '/ready',
  metrics: '/metrics',
  openApi: '/openapi.json',
  docs: '/docs',
  docsAsset: '/docs/assets/{asset}',
  errorPage: '/docs/errors/{code}',
} as const;

export type RouteName = keyof typeof routeTemplates;
export type RouteTemplate = (typeof routeTemplates)[RouteName];

/** The path of a route below one protocol’s segment. Other placeholders stay. */
export function routePath(name: RouteName, protocolSegment: string): string {
  return routeTemplates[name].replace(PROTOCOL_PLACEHOLDER, protocolSegment);
}

/** Name of the header that carries the API key. Header names are case-insensitive. */
export const API_KEY_HEADER = 'X-SERVICE-API-KEY';

/** Headers of answers to callers whose requests are limited: the limit of a window, what is left, and seconds to its end. */
export const limitHeaders = {
  limit: 'RateLimit-Limit',
  remaining: 'RateLimit-Remaining',
  reset: 'RateLimit-Reset',
  policy: 'RateLimit-Policy',
} as const;

/** Headers that the API puts on its answers beside the usual ones. */
export const responseHeaders = {
  requestId: 'X-Request-Id',
  dataSlot: 'X-Data-Slot',
  dataAsOf: 'X-Data-As-Of',
  dataAgeSeconds: 'X-Data-Age-Seconds',
  nextCursor: 'X-Next-Cursor',
} as const;
