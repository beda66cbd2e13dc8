import { type RouteName, type RouteTemplate, routeTemplates } from '@tidemark/contract';
import type { ApiKeyUsageBatch } from '@tidemark/schema';

/** What is noted of a request with a key. */
export interface KeyRequest {
  readonly keyId: string;
  readonly at: Date;
  readonly route: RouteName;
  /** 1; or 0 where a request that was noted before is now refused. */
  readonly requests: 0 | 1;
  readonly limited: boolean;
}

/** Counts that wait to be written. */
export interface UsageCounts {
  add(request: KeyRequest): void;
  /** All that waits, which then does not wait any more; null when there is nothing. */
  take(): Pick<ApiKeyUsageBatch, 'uses' | 'counts'> | null;
}

interface Count {
  readonly keyId: string;
  readonly day: string;
  readonly route: RouteTemplate;
  requests: number;
  limited: number;
}

/** Requests by key, UTC day and route, and the newest use of each key. */
export function createUsageCounts(): UsageCounts {
  let counts = new Map<string, Count>();
  let newest = new Map<string, Date>();
  return {
    add: ({ keyId, at, route, requests, limited }) => {
      const day = at.toISOString().slice(0, 10);
      const template = routeTemplates[route];
      const name = `${keyId} ${day} ${template}`;
      const count = counts.get(name) ?? { keyId, day, route: template, requests: 0, limited: 0 };
      count.requests += requests;
      count.limited += limited ? 1 : 0;
      counts.set(name, count);
      const known = newest.get(keyId);
      if (known === undefined || known < at) newest.set(keyId, at);
    },
    take: () => {
      if (counts.size === 0) return null;
      const taken = {
        uses: [...newest].map(([id, usedAt]) => ({ id, usedAt })),
        counts: [...counts.values()],
      };
      counts = new Map();
      newest = new Map();
      return taken;
    },
  };
}
