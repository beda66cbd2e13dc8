export { type ClientOptions, createTidemarkClient, type TidemarkClient } from './create-client.ts';
export type { components, operations, paths } from './openapi.ts';
export { type Page, type PageStart, rows } from './pages.ts';
export type { StreamEvent, StreamOptions } from './stream-reserves.ts';
export { TidemarkError } from './tidemark-error.ts';
