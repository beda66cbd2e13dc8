import { parseArgs } from 'node:util';

export interface Arguments {
  readonly help: boolean;
  readonly seeds: readonly number[];
  /** Seeds at once. */
  readonly jobs: number;
  /** File for the report; null: none. */
  readonly report: string | null;
  readonly workDir: string | null;
  readonly keep: boolean;
  readonly verbose: boolean;
}

export const HELP = `npm run simulate -- [--seeds 1..20] [--seed 7] [--jobs 2] [--report FILE] [--work-dir DIR] [--keep] [--verbose]

The whole pipeline under faults, one world per seed: a simulated chain, Postgres, Redis for every other seed, indexers and
the API as processes of their own. What a seed does is decided by its number; what went wrong is repeated with --seed.

  --seeds A..B   these seeds (1..8 when left out)
  --seed N       this one; may be repeated
  --jobs N       seeds at once, 1 to 8 (2 when left out)
  --report FILE  writes a summary in Markdown
  --work-dir DIR where databases and truths lie meanwhile, a folder that everybody may enter; a temporary one when left out
  --keep         leaves them there
  --verbose      tells when each part of a run begins

Exit codes: 0 every invariant held; 1 one did not; 64 wrong arguments.
`;

const MAX_JOBS = 8;

/** Reads the command line; throws an Error in words for the user. */
export function parseArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      seeds: { type: 'string' },
      seed: { type: 'string', multiple: true },
      jobs: { type: 'string', default: '2' },
      report: { type: 'string' },
      'work-dir': { type: 'string' },
      keep: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  const single = (values.seed ?? []).map((text) => parseWhole('--seed', text));
  const seeds =
    values.seeds === undefined && single.length > 0 ? single : [...parseRange(values.seeds ?? '1..8'), ...single];
  const jobs = parseWhole('--jobs', values.jobs);
  if (jobs < 1 || jobs > MAX_JOBS) throw new Error(`--jobs takes 1 to ${MAX_JOBS}, not ${jobs}`);
  return {
    help: values.help,
    seeds: [...new Set(seeds)],
    jobs,
    report: values.report ?? null,
    workDir: values['work-dir'] ?? null,
    keep: values.keep,
    verbose: values.verbose,
  };
}

function parseRange(text: string): number[] {
  const [from, to] = text.split('..').map((part) => parseWhole('--seeds', part));
  if (from === undefined) return [];
  if (to === undefined) return [from];
  if (from > to) throw new Error(`--seeds takes a range such as 1..20, not ${text}`);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function parseWhole(flag: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${flag} takes whole numbers, not ${JSON.stringify(text)}`);
  return Number(text);
}
