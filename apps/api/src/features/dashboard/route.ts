import type { Request, RequestHandler } from 'express';
import { sendAnswer } from '../../http/send.ts';
import { factsOf } from '../../observability/request-observer.ts';
import type { Dashboard } from './files.ts';

/** What belongs to the API answers in its own words, whoever asks. */
const API_PATH = /^\/(?:v\d+|auth|docs|health|ready|metrics|openapi\.json)(?:\/|$)/;

/**
 * Files of the dashboard, and its page for every other path that a browser opens: the paths of its views are known to the
 * page alone. Comes after the routes of the API.
 */
export function createDashboardRoute(dashboard: Dashboard): RequestHandler {
  return async (request, response, next) => {
    const resource = dashboard.files.get(request.path) ?? (isView(request) ? dashboard.page : undefined);
    if (resource === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
      next();
      return;
    }
    const facts = factsOf(request);
    facts.route = 'dashboard';
    facts.logLevel = 'debug';
    await sendAnswer(request, response, { resource });
  };
}

function isView(request: Request): boolean {
  return !API_PATH.test(request.path) && prefersPage(request.headers.accept);
}

/** Whether an Accept header names HTML, and no less than JSON. `*\/*` is what programs send: they get no page. */
export function prefersPage(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const html = weightOf(accept, 'text/html');
  return html > 0 && html >= weightOf(accept, 'application/json');
}

function weightOf(accept: string, type: string): number {
  for (const part of accept.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return weight === undefined ? 1 : Number(weight) || 0;
  }
  return 0;
}
