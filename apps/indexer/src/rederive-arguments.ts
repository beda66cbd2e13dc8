import { parseArgs } from 'node:util';
import { parseRebuildArguments, type RebuildArguments } from './rebuild-arguments.ts';

export interface RederiveArguments extends RebuildArguments {
  /** Null: only tells what differs. */
  readonly reason: string | null;
}

export const REDERIVE_USAGE = `usage: rederive --from 2026-11-01 --to 2026-11-08 --reason TEXT [--reserve ADDRESS[,ADDRESS] …] [--protocol NAME]
       rederive --from … --to … --dry-run

After a fix of derivation or accrual: derives what is published of stored observations again, from the state that is stored with each,
replaces what differs, and makes the buckets of these days again. What was published before stays in lend_v1.corrections with the
reason. Bytes of accounts are not kept, but in the quarantine: what was decoded wrongly is not put right by it. From and to are as
rebuild has them. With --dry-run nothing is written, and buckets are not looked at. Needs DATABASE_URL of a login of
tidemark_maintenance. May be interrupted and repeated at any time.`;

const MOST_CHARACTERS = 500;

/** Reads the command line; throws an Error in words for the user. */
export function parseRederiveArguments(args: readonly string[]): RederiveArguments {
  const text = { type: 'string' } as const;
  const { values, tokens } = parseArgs({
    args: [...args],
    tokens: true,
    options: {
      from: text,
      to: text,
      reserve: { ...text, multiple: true },
      protocol: text,
      reason: text,
      'dry-run': { type: 'boolean' },
    },
  });
  const others = tokens.flatMap((token) => {
    if (token.kind !== 'option' || token.value === undefined || token.name === 'reason') return [];
    return [token.rawName, token.value];
  });
  return { ...parseRebuildArguments(others), reason: reasonOf(values) };
}

function reasonOf(values: { readonly reason?: string; readonly 'dry-run'?: boolean }): string | null {
  if (values['dry-run'] === true) return null;
  const reason = values.reason?.trim() ?? '';
  if (reason === '') throw new Error('--reason is missing: it is published beside every value that is replaced');
  if (reason.length > MOST_CHARACTERS) throw new Error(`--reason takes ${MOST_CHARACTERS} characters`);
  return reason;
}
