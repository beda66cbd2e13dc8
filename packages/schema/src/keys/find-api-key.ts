import type { Queryable } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import { type ApiKeyInfo, apiKeyInfoColumns } from './api-key-info.ts';

const SHORTEST_PREFIX = 8;

/**
 * The one key with this id, or whose prefix begins with the text; locked until the transaction ends. Throws
 * `API_KEY_NOT_FOUND`, `API_KEY_AMBIGUOUS`, and `INVALID_API_KEY_REQUEST` for a prefix shorter than eight characters.
 */
export async function lockApiKey(tx: Queryable, idOrPrefix: string): Promise<ApiKeyInfo> {
  if (idOrPrefix.length < SHORTEST_PREFIX) {
    throw new SchemaError(
      'INVALID_API_KEY_REQUEST',
      `name the key by its id or at least ${SHORTEST_PREFIX} characters of its prefix`,
    );
  }
  const rows = await tx<ApiKeyInfo[]>`
    SELECT ${apiKeyInfoColumns(tx)} FROM lend.api_keys
    WHERE id::text = ${idOrPrefix} OR starts_with(key_prefix, ${idOrPrefix})
    ORDER BY id FOR UPDATE`;
  const [row] = rows;
  if (row === undefined) throw new SchemaError('API_KEY_NOT_FOUND', `no key has the id or prefix ${idOrPrefix}`);
  if (rows.length > 1) {
    throw new SchemaError(
      'API_KEY_AMBIGUOUS',
      `${rows.length} keys have the prefix ${idOrPrefix}; name one by its id: ${rows.map(({ id }) => id).join(', ')}`,
    );
  }
  return { ...row };
}
