import type { RawHeaders } from '../prepared/prepared-resource.ts';
import { type CorsOrigins, type CorsPolicy, createCorsPolicy } from './cors.ts';
import { dataSecurityHeaders } from './security-headers.ts';

/** What all answers of a deployment have in common. Made once; prepared answers carry it inside. */
export interface AnswerPolicy {
  readonly cors: CorsPolicy;
  /** Security and CORS headers of data. */
  readonly commonHeaders: RawHeaders;
  readonly vary: string;
}

/** Settles the headers that do not depend on a request. */
export function createAnswerPolicy(options: { readonly corsOrigins: CorsOrigins }): AnswerPolicy {
  const cors = createCorsPolicy(options.corsOrigins);
  return {
    cors,
    commonHeaders: [...dataSecurityHeaders(), ...cors.staticHeaders],
    vary: cors.vary,
  };
}
