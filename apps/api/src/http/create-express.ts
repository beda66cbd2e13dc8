import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Request, type Response } from 'express';
import { ApiError } from './api-error.ts';
import { type BeginRequestOptions, createBeginRequest } from './begin-request.ts';
import { createBodyGuard } from './body-guard.ts';
import { createErrorHandler } from './error-handler.ts';
import type { Admission, Route } from './exchange.ts';
import { registerRoutes } from './register-routes.ts';
import type { InFlight } from './in-flight.ts';

/** Which proxies in front of the service are believed: a number of hops, all, none, or addresses. */
export type TrustProxy = boolean | number | string;

export interface ExpressOptions extends BeginRequestOptions {
  readonly routes: readonly Route[];
  readonly access: Admission;
  readonly inFlight: InFlight;
  readonly bodyLimitBytes: number;
  readonly trustProxy: TrustProxy;
}

/** Handles a request; `unhandled` is called with what went wrong, if anything, when nobody answered. */
type Handler = (request: IncomingMessage, response: ServerResponse, unhandled: (error?: unknown) => void) => void;

/** The general path of a request: middlewares, routes, 404, and the one error handler. */
export function createExpress(options: ExpressOptions): Handler {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.set('case sensitive routing', true);
  app.set('trust proxy', options.trustProxy);
  app.use(createBeginRequest(options));
  const onError = createErrorHandler(options.logger);
  const refuse = (error: unknown, request: Request, response: Response) =>
    onError(error, request, response, () => undefined);
  app.use(createBodyGuard({ limitBytes: options.bodyLimitBytes, refuse }));
  // No endpoint needs a body, but one that is sent is read to its end within the limit, and must be what it says it is.
  app.use(express.json({ limit: options.bodyLimitBytes, strict: false }));
  app.use(express.raw({ limit: options.bodyLimitBytes, type: () => true }));
  registerRoutes(app, options.routes, {
    cors: options.policy.cors,
    access: options.access,
    inFlight: options.inFlight,
  });
  app.use(() => {
    throw new ApiError('ROUTE_NOT_FOUND');
  });
  app.use(onError);
  return app;
}
