import type { Tracer } from '@tidemark/runtime';
import type { Access } from '../access/create-access.ts';
import { traceTier } from './request-traces.ts';

/** Tells the span of each request that is let in as whom it was: with a key or without, and never which key. */
export function traceAccess(access: Access, tracer: Tracer): Access {
  if (!tracer.isEnabled) return access;
  return {
    ...access,
    admit: async (request, response, route) => {
      const caller = await access.admit(request, response, route);
      traceTier(request, caller.tier);
      return caller;
    },
  };
}
