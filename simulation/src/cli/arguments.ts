import { parseArgs } from 'node:util';
import type { Mutant } from '../mutants/mutant.ts';
import { MUTANTS } from '../mutants/mutants.ts';
import { pickMutants } from '../mutants/run-mutants.ts';
import { CI_SEEDS } from '../plan/ci-seeds.ts';
import { SCENE_NAMES, type SceneName } from '../plan/plan.ts';

export interface Arguments {
  readonly help: boolean;
  readonly seeds: readonly number[];
  /** Runs that are written by hand, besides the seeds. */
  readonly scenes: readonly SceneName[];
  /** Seeds at once. */
  readonly jobs: number;
  /** File for the report; null: none. */
  readonly report: string | null;
  readonly workDir: string | null;
  readonly keep: boolean;
  readonly verbose: boolean;
  /** Which planted bugs are run over instead of the tree as it is; null: none. */
  readonly mutants: readonly Mutant[] | null;
  /** Top folder of the version of `--old`, built; null: none was given. */
  readonly oldCodeDir: string | null;
  /** As the user gave it. */
  readonly commandLine: string;
}

export const HELP = `npm run simulate -- [--seeds 1..20] [--seed 7] [--ci] [--scene halt] [--jobs 2] [--report FILE] [--old REF] [--mutants] [--work-dir DIR] [--keep] [--verbose]

The whole pipeline under faults, one world per seed: a simulated chain, Postgres, Redis for every other seed, indexers and
the API as processes of their own. What a seed does is decided by its number; what went wrong is repeated with --seed.

  --seeds A..B   these seeds (1..8 when left out)
  --seed N       this one; may be repeated
  --ci           the few seeds that every change must hold (${CI_SEEDS.join(', ')})
  --scene NAME   a run that is written by hand: ${SCENE_NAMES.join(', ')}; may be repeated
  --jobs N       seeds at once, 1 to 8 (2 when left out; about one for each processor, since each has a dozen processes)
  --report FILE  writes a summary in Markdown; in a file with the marks \`simulation:begin\` and \`simulation:end\`, between them
  --old REF      each run begins with the version of this commit and is deployed to this one during the faults
  --mutants      instead, plants one bug after the other into a copy of the tree and runs short seeds (1..3 when left out) until
                 one catches it; --pick N --turn TEXT: so many, others for each text
  --mutant ID    this bug; may be repeated
  --work-dir DIR where databases and truths lie meanwhile, a folder that everybody may enter; a temporary one when left out
  --keep         leaves them there; what lies there of a seed that failed is left in any case
  --verbose      tells when each part of a run begins

Exit codes: 0 every invariant held, or every bug was caught; 1 one did not, or was not; 64 wrong arguments.
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
      ci: { type: 'boolean', default: false },
      scene: { type: 'string', multiple: true },
      mutants: { type: 'boolean', default: false },
      mutant: { type: 'string', multiple: true },
      pick: { type: 'string' },
      turn: { type: 'string', default: '' },
      old: { type: 'string' },
      'old-dir': { type: 'string' },
      jobs: { type: 'string', default: '2' },
      report: { type: 'string' },
      'work-dir': { type: 'string' },
      keep: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  if (values.old !== undefined && values['old-dir'] === undefined) {
    throw new Error('--old is seen to by scripts/simulate.mjs: use npm run simulate');
  }
  const mutants = readMutants(values);
  const single = [...(values.ci ? CI_SEEDS : []), ...(values.seed ?? []).map((text) => parseWhole('--seed', text))];
  const scenes = (values.scene ?? []).map(readScene);
  const seeds =
    values.seeds === undefined && (single.length > 0 || scenes.length > 0)
      ? single
      : [...parseRange(values.seeds ?? (mutants === null ? '1..8' : '1..3')), ...single];
  const jobs = parseWhole('--jobs', values.jobs);
  if (jobs < 1 || jobs > MAX_JOBS) throw new Error(`--jobs takes 1 to ${MAX_JOBS}, not ${jobs}`);
  return {
    help: values.help,
    seeds: [...new Set(seeds)],
    scenes,
    jobs,
    report: values.report ?? null,
    workDir: values['work-dir'] ?? null,
    mutants,
    keep: values.keep,
    verbose: values.verbose,
    oldCodeDir: values['old-dir'] ?? null,
    commandLine: args.filter((arg) => !arg.startsWith('--old-dir=')).join(' '),
  };
}

/** All, those that are named, or some that change from turn to turn. */
function readMutants(values: {
  readonly mutants: boolean;
  readonly mutant?: string[];
  readonly pick?: string;
  readonly turn: string;
}): readonly Mutant[] | null {
  if (values.mutant !== undefined) {
    return values.mutant.map((id) => {
      const mutant = MUTANTS.find((each) => each.id === id);
      if (mutant === undefined)
        throw new Error(`there is no mutant ${id}: ${MUTANTS.map((each) => each.id).join(', ')}`);
      return mutant;
    });
  }
  if (!values.mutants) return null;
  return values.pick === undefined ? MUTANTS : pickMutants(MUTANTS, parseWhole('--pick', values.pick), values.turn);
}

function readScene(text: string): SceneName {
  const name = SCENE_NAMES.find((each) => each === text);
  if (name === undefined) throw new Error(`there is no scene ${text}: ${SCENE_NAMES.join(', ')}`);
  return name;
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
