import { buildOpenApiDocument } from '@tidemark/contract';
import { PROTOCOL_NAMES } from '@tidemark/protocols';
import { readVersion } from './version.ts';

/** The OpenAPI document of a deployment with default settings, as it is committed for readers and client generators. */
export function defaultOpenApiText(): string {
  const document = buildOpenApiDocument({ version: readVersion(), protocols: PROTOCOL_NAMES });
  return `${JSON.stringify(document, null, 2)}\n`;
}
