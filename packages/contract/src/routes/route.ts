import type { ZodContentObject } from '@asteasolutions/zod-to-openapi';
import type { z } from 'zod';
import type { ErrorName } from '../errors/error-registry.ts';

/**
 * What an answer of 200 is: `rows` many rows in any of three forms, `memory` the data in memory with their slot and age in
 * headers, `data` anything else that has an ETag, `moment` what is true for the moment only.
 */
type Form = 'rows' | 'memory' | 'data' | 'moment';

/** One route: all that the service, its document and its index say of it. */
export interface Route {
  /** The service routes by this template, metrics and logs name it. */
  readonly path: string;
  /** GET when left out; HEAD goes with it. */
  readonly method?: 'get' | 'post';
  /** Name of the operation. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly form: Form;
  /** Of JSON, or of each content type. */
  readonly answer: z.ZodType | ZodContentObject;
  /** Of the answer; the summary when left out. */
  readonly answered?: string;
  /** Of the answer of 304, where it is not that of an ETag. */
  readonly unchanged?: string;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  /** JSON that the request carries; none where left out. */
  readonly body?: z.ZodType;
  readonly tag?: 'Prices API' | 'Liquidity API' | 'Authentication' | 'Service' | 'Operation' | 'Documentation';
  /** What differs in the same route over all protocols together, where there is such. */
  readonly ofAll?: Pick<Route, 'summary'> & Partial<Pick<Route, 'description' | 'answer'>>;
  /** Failures beside those that follow from the rest. */
  readonly errors?: readonly ErrorName[];
  /**
   * `open`: the key header is not looked at. `keyed`: needs a key. `own`: is about the key, which is looked up anew. Left out, a key may
   * be sent, and is then in force.
   */
  readonly access?: 'open' | 'keyed' | 'own';
  /** A page for people, or a file of one: not for other origins, and not worth a line in the log. */
  readonly isPage?: boolean;
}

/** Keeps the names of routes, and nothing else of their types. */
export function routesOf<Name extends string>(routes: Readonly<Record<Name, Route>>): Readonly<Record<Name, Route>> {
  return routes;
}

/** Failures of the filters that lists of reserves have. */
export const FILTER_ERRORS: readonly ErrorName[] = [
  'INVALID_RESERVE_ADDRESS',
  'INVALID_MARKET_ADDRESS',
  'INVALID_TOKEN_ADDRESS',
  'RESERVE_NOT_FOUND',
  'MARKET_NOT_FOUND',
  'TOKEN_NOT_FOUND',
];

/** Failures of a range of time that is read in pages. */
export const RANGE_ERRORS: readonly ErrorName[] = [
  'INVALID_TIME',
  'INVALID_TIME_RANGE',
  'INVALID_LIMIT',
  'INVALID_CURSOR',
];
