import type { RouteName } from '@tidemark/contract';

/**
 * What a route wants to know of its caller. `open`: nothing, the key header is not looked at. `data`: a key that is sent
 * must be in force. `key`: there must be one, and it is looked up anew.
 */
export type RouteAccess = 'open' | 'data' | 'key';

/** Those that say nothing about the chain: orchestrators and browsers must reach them whatever header they send. */
const OPEN: ReadonlySet<RouteName> = new Set([
  'index',
  'health',
  'ready',
  'metrics',
  'openApi',
  'docs',
  'docsAsset',
  'errorPage',
]);
const KEY: ReadonlySet<RouteName> = new Set(['verify', 'keyUsage']);

/** A route that nobody has thought of here is one of data. */
export function accessOf(name: RouteName): RouteAccess {
  if (OPEN.has(name)) return 'open';
  return KEY.has(name) ? 'key' : 'data';
}
