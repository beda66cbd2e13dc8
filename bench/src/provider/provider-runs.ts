/** What one run shows, and what is right. */
export interface ProviderRun {
  /** A profile of the provider, with settings after colons; with `+` that of the second endpoint follows. */
  readonly name: string;
  /** Settings of the indexer besides the endpoints. */
  readonly env?: Readonly<Record<string, string>>;
  /** The profile is in force before the indexer starts: it shows at the start, or only in an empty database. */
  readonly fromStart?: boolean;
  /** Aim: each reserve has at least so many observations a minute. */
  readonly least?: number;
  /** Aim: there are gaps, and each has this reason. */
  readonly reason?: string;
}

/** Wherever a healthy endpoint or method is left, of twelve polls a minute. */
const NEARLY_ALL = 11;

export const PROVIDER_RUNS: readonly ProviderRun[] = [
  { name: 'good', least: NEARLY_ALL },
  { name: 'public', fromStart: true, least: NEARLY_ALL },
  { name: 'storm', reason: 'rate_limited' },
  { name: 'gpa-429', least: NEARLY_ALL },
  { name: 'gpa-refused', least: NEARLY_ALL },
  { name: 'scan', least: NEARLY_ALL },
  { name: 'scan+good', least: NEARLY_ALL },
  // Some 215 calls a round: ten a second are a round in 22 s.
  { name: 'keys5', least: 2.3 },
  { name: 'keys5:how=413', least: 2.3 },
  { name: 'keys5', env: { RPC_REQUESTS_PER_SECOND: '50' }, least: NEARLY_ALL },
  { name: 'quicknode', reason: 'rate_limited' },
  { name: 'quicknode+good', least: NEARLY_ALL },
  { name: 'therpc', reason: 'rate_limited' },
  { name: 'therpc+good', least: NEARLY_ALL },
  { name: 'quota', reason: 'rate_limited' },
  { name: 'quota+good', least: NEARLY_ALL },
  { name: 'latency', least: 10 },
  { name: 'html-502', least: NEARLY_ALL },
  { name: 'html-502:share=1+good', least: NEARLY_ALL },
  { name: 'lag', least: NEARLY_ALL },
  { name: 'lag:slots=150+good', least: NEARLY_ALL },
  { name: 'gzip', least: NEARLY_ALL },
  { name: 'null-flap', least: NEARLY_ALL },
  { name: 'stuck', reason: 'chain_halted' },
  { name: 'stuck+good', least: NEARLY_ALL },
  { name: 'standstill:minutes=60', reason: 'chain_halted' },
  { name: 'clock-ahead:for=0', reason: 'clock_implausible' },
  { name: 'clock-ahead:for=0+good', least: NEARLY_ALL },
  { name: 'clock-behind', fromStart: true, least: NEARLY_ALL },
  { name: 'swap' },
  { name: 'swap+good', least: NEARLY_ALL },
  { name: 'bit-flip' },
  { name: 'processed-forks', least: NEARLY_ALL },
];

/** Those of the list that are named, or a run without an aim for a profile that is not in it. Undefined: the whole list. */
export function selectRuns(names: readonly string[] | undefined): readonly ProviderRun[] {
  if (names === undefined) return PROVIDER_RUNS;
  return names.flatMap((name) => {
    const known = PROVIDER_RUNS.filter((run) => run.name === name);
    return known.length > 0 ? known : [{ name }];
  });
}

/** What was seen of one run. */
export interface ProviderSight {
  /** Observations a minute: of the reserve with the fewest, and the mean over all. */
  readonly least: number;
  readonly mean: number;
  readonly gaps: readonly { readonly reason: string; readonly count: number; readonly longestSeconds: number }[];
}

export function describeAim({ least, reason }: ProviderRun): string | undefined {
  if (least !== undefined) return `least ≥ ${least}`;
  return reason === undefined ? undefined : `gaps: ${reason} alone`;
}

export function isMet({ least, reason }: ProviderRun, seen: ProviderSight): boolean | undefined {
  if (least !== undefined) return seen.least >= least;
  if (reason === undefined) return undefined;
  return seen.gaps.length > 0 && seen.gaps.every((gap) => gap.reason === reason);
}
