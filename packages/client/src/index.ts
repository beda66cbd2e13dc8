export {
  type ClientOptions,
  createTidemarkClient,
  type Page,
  type PageStart,
  rows,
  type TidemarkClient,
} from './create-client.ts';
export type { components, operations, paths } from './openapi.ts';
export type { StreamEvent, StreamOptions } from './stream-reserves.ts';
export { TidemarkError } from './tidemark-error.ts';
