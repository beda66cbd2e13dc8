import { parseArgs } from 'node:util';
import { splitList } from '../run-command.ts';
import { RATE_BOUNDS } from './probe-rate.ts';

export const DOCTOR_USAGE = `usage: doctor [RPC_URL …] [--yes | --no-rate]

Tells whether Tidemark can run on Solana RPC endpoints, on which settings, and what a day takes of them. Without a URL those of SOLANA_RPC_URL, where
keys stay out of the history of the shell. Reads some accounts of each; for the rate it sends up to ${RATE_BOUNDS.calls} calls in ${RATE_BOUNDS.ms / 1000} s until one is refused, and
asks before it does so. --yes: without asking; --no-rate: not at all, as where there is no terminal.

Exit codes: 0 Tidemark can run on one at least; 1 on none; 64 wrong arguments.`;

export interface DoctorArguments {
  readonly urls: readonly string[];
  /** Null: ask. */
  readonly withRate: boolean | null;
}

/** Reads the command line; throws an Error in words for the user, without any of the URLs, which hold keys. */
export function parseDoctorArguments(args: readonly string[], ofEnvironment: string | undefined): DoctorArguments {
  const options = { yes: { type: 'boolean' }, 'no-rate': { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const urls = positionals.length > 0 ? positionals.flatMap(splitList) : splitList(ofEnvironment);
  if (urls.length === 0) throw new Error('name an RPC URL, or set SOLANA_RPC_URL');
  const wrong = urls.findIndex((url) => !/^https?:\/\//.test(url) || !URL.canParse(url));
  if (wrong >= 0) throw new Error(`URL ${wrong + 1} is no URL with http:// or https://`);
  if (values.yes === true && values['no-rate'] === true) throw new Error('--yes and --no-rate exclude each other');
  return { urls, withRate: values.yes === true ? true : values['no-rate'] === true ? false : null };
}
