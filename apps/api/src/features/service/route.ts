import {
  apiFamilies,
  errorNameOf,
  type OpenApiDocument,
  renderErrorPage,
  type ServiceIndexEnvelope,
} from '@tidemark/contract';
import { ApiError, type Handlers, preparedJson } from '../../http/exchange.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { prepareResource } from '../../http/prepared.ts';
import { type Dashboard, varyOfPages } from '../dashboard/files.ts';
import { prefersPage } from '../dashboard/route.ts';

const CACHE_CONTROL = 'public, max-age=300';

export interface ServiceRouteOptions {
  readonly version: string;
  /** Main path segments of the protocols. */
  readonly protocols: readonly string[];
  readonly document: OpenApiDocument;
  /** False where `/metrics` is served on a port of its own. */
  readonly servesMetrics: boolean;
  readonly policy: AnswerPolicy;
  /** What browsers get at `/`, where there is one. */
  readonly dashboard: Dashboard | undefined;
}

/** What stays the same for the life of the process: the index, the OpenAPI document, the pages of the error codes. */
export function serviceHandlers(options: ServiceRouteOptions): Handlers<'index' | 'openApi' | 'errorPage'> {
  const { vary, commonHeaders: extraHeaders } = options.policy;
  const { dashboard } = options;
  const index = preparedJson(indexOf(options), CACHE_CONTROL, { ...options.policy, vary: varyOfPages(options.policy) });
  const openApi = preparedJson(options.document, CACHE_CONTROL, options.policy);
  return {
    index: ({ request: { headers } }) => ({
      resource: dashboard !== undefined && prefersPage(headers.accept) ? dashboard.page : index,
    }),
    openApi: () => ({ resource: openApi }),
    errorPage: ({ params }) => {
      const code = params['code'] ?? '';
      const name = /^\d{5}$/.test(code) ? errorNameOf(Number(code)) : undefined;
      if (name === undefined) throw new ApiError('ROUTE_NOT_FOUND');
      const [contentType, body] = ['text/markdown; charset=utf-8', Buffer.from(renderErrorPage(name))];
      return { resource: prepareResource({ contentType, body, cacheControl: CACHE_CONTROL, vary, extraHeaders }) };
    },
  };
}

function indexOf(options: ServiceRouteOptions): ServiceIndexEnvelope {
  return {
    data: apiFamilies(options.protocols),
    meta: {
      service: 'Tidemark',
      version: options.version,
      protocols: [...options.protocols],
      links: [
        { name: 'Documentation', method: 'GET', href: '/docs' },
        { name: 'OpenAPI document', method: 'GET', href: '/openapi.json' },
        { name: 'Verify an API key', method: 'POST', href: '/auth/verify' },
        { name: 'Health', method: 'GET', href: '/health' },
        { name: 'Readiness', method: 'GET', href: '/ready' },
        ...(options.servesMetrics ? [{ name: 'Metrics', method: 'GET', href: '/metrics' } as const] : []),
      ],
    },
    status: 200,
  };
}
