/** What must hold after every run, whatever happened in it. */
export const INVARIANTS = {
  values: 'every stored state is one that the chain had at that slot, and every number of it is the truth’s',
  doubled: 'no state is stored twice: the rows are those that the order of the commits asks for',
  lost: 'no state that was read is lost: each observation of each stored batch is explained by a stored row',
  reads: 'what a node has answered whole is a stored batch or a failed one, and each poll reads every reserve',
  backwards: 'the newest rows never go back, in the database and through the API',
  times: 'a batch is timed by the database, whatever a process takes the time for',
  gaps: 'every hole is in the ledger with its times and reason, and nothing else is',
  causes: 'a batch that says what a node has told it was told so',
  scenes: 'what a scene is about came as it must',
  rollups:
    'hours are the truth where they claim a proof, totals are the sums of their buckets, and all come out the same when they are made again',
  buckets:
    'numbers, observed time and interest of hours and days are those of a second, naive calculation over the observations',
  prices:
    'every price in force is what the rule makes of the accounts at its bank, with the reason of each source, and so are gaps and buckets of prices',
  liquidity:
    'every stored read of pools says what the chain held at its bank, and has left the depth of every token and the coverage of every reserve',
  stream: 'the stream delivered every stored state once, across all faults',
  served:
    'histories, fees, coverage, totals and streams hold what is stored and observed, row by row; keys open what they should',
  answers: 'the API answered whatever it was asked, and nothing but what is documented',
  processes: 'no process ended by itself, and each shut down in order on SIGTERM',
  recovery: 'when the faults had ended everything caught up by itself',
  overlap: 'the faults met a pipeline at work',
  chain: 'nothing of another chain was stored',
  run: 'the run completed, and could be audited',
} as const;

export type Invariant = keyof typeof INVARIANTS;

export const INVARIANT_NAMES = Object.keys(INVARIANTS).filter(isInvariant);

function isInvariant(text: string): text is Invariant {
  return text in INVARIANTS;
}

/** One way in which an invariant does not hold. */
export interface Finding {
  readonly invariant: Invariant;
  readonly message: string;
}

/** Compares texts of values; null where they are equal. */
export function differenceOf(column: string, stored: unknown, expected: unknown): string | null {
  const [have, want] = [textOf(stored), textOf(expected)];
  return have === want ? null : `${column} is ${have}, not ${want}`;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
}
