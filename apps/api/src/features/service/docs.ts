import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ApiError, type Handlers } from '../../http/exchange.ts';
import { type AnswerPolicy, pageSecurityHeaders } from '../../http/policy.ts';
import { type PreparedResource, prepareResource } from '../../http/prepared.ts';
import type { Dashboard } from '../dashboard/files.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark API</title>
<link rel="icon" type="image/png" href="/docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<noscript>This page needs JavaScript. The same content is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/assets/init.js"></script>
</body>
</html>
`;

const INIT = `window.addEventListener('load', function () {
  window.ui = SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    displayRequestDuration: true,
    validatorUrl: null,
  });
});
`;

/** Files of the page that come from the library. */
const LIBRARY_FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const PAGE_CACHE = 'public, max-age=300';
/** File names stay when the library is renewed, so browsers ask again after a while; the ETag makes that cheap. */
const ASSET_CACHE = 'public, max-age=3600';

/**
 * The documentation page and its files, served from this process alone. Where there is a dashboard, the page is one of its views,
 * under its stricter policy.
 */
export function docsHandlers(policy: AnswerPolicy, dashboard: Dashboard | undefined): Handlers<'docs' | 'docsAsset'> {
  const extraHeaders = pageSecurityHeaders();
  const prepare = (contentType: string, body: Buffer, cacheControl: string) =>
    prepareResource({ contentType, body, cacheControl, vary: policy.vary, extraHeaders });
  const page = prepare('text/html; charset=utf-8', Buffer.from(PAGE), PAGE_CACHE);
  const assets = new Map<string, PreparedResource>([
    ['init.js', prepare('text/javascript; charset=utf-8', Buffer.from(INIT), ASSET_CACHE)],
  ]);
  const libraryDir = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const [file, contentType] of Object.entries(LIBRARY_FILES)) {
    assets.set(file, prepare(contentType, readFileSync(join(libraryDir, file)), ASSET_CACHE));
  }
  return {
    docs: () => ({ resource: dashboard?.page ?? page }),
    docsAsset: ({ params }) => {
      const resource = assets.get(params['asset'] ?? '');
      if (resource === undefined) throw new ApiError('ROUTE_NOT_FOUND');
      return { resource };
    },
  };
}
