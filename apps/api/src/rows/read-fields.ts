import type { FieldName } from '@tidemark/contract';
import { ApiError } from '../http/api-error.ts';

/** The parameter fields: names of columns in the wanted order; all where it is not there. Throws INVALID_QUERY_PARAMETER. */
export function readFields<Name extends FieldName>(text: string | undefined, known: readonly Name[]): readonly Name[] {
  if (text === undefined) return known;
  const byName = new Map<string, Name>(known.map((name) => [name, name]));
  return text.split(',').map((name) => {
    const found = byName.get(name);
    // Taken out, so that a name can occur once only. What was sent is not repeated: it could be a key.
    if (found === undefined || !byName.delete(name)) {
      throw new ApiError('INVALID_QUERY_PARAMETER', {
        detail: `The parameter fields is not a list of different names out of ${known.join(',')}.`,
      });
    }
    return found;
  });
}
