import type { PastParameters } from './past-model.ts';

/** How much a reserve is used. */
export interface Character {
  /** Share of the observations before which somebody used it. */
  readonly activity: number;
  /** Widest swings of supply, as a share of it, and of utilization. */
  readonly supplySwing: number;
  readonly utilizationSwing: number;
  /** By how much the supply has grown in thirty days before the start, as a share. */
  readonly growth: number;
}

const USUAL: Character = { activity: 0.3, supplySwing: 0.07, utilizationSwing: 0.06, growth: 0.1 };
const BUSY: Character = { activity: 1, supplySwing: 0.22, utilizationSwing: 0.16, growth: 0.25 };
const QUIET: Character = { activity: 0.02, supplySwing: 0.01, utilizationSwing: 0.01, growth: 0 };

/** Which reserve: the name of its lending market and the symbol of its token, as the registry or the scenario has them. */
export interface StoryPlace {
  readonly protocol: string;
  readonly reserve: string;
}

/** A time, in hours before the start of the chain. */
type HoursBefore = number;

/** From then on the parameter is as at the start of the chain, or as the next change says; before, it was this. */
export interface ParameterChange extends StoryPlace {
  readonly at: HoursBefore;
  readonly before: PastParameters;
}

/** Suppliers leave until nothing is available, and come back. */
export interface Run extends StoryPlace {
  readonly from: HoursBefore;
  /** Hours until all is lent, for which it stays so, and until it is as before. */
  readonly hours: readonly [leaving: number, empty: number, returning: number];
}

/** Everything that happens in the month before the simulated chain begins. */
export interface Story {
  /** Days that it tells of at most. */
  readonly days: number;
  readonly characters: ReadonlyMap<string, Character>;
  readonly usual: Character;
  /** Nothing could be read: the RPC node did not answer. */
  readonly outage: { readonly from: HoursBefore; readonly minutes: number; readonly errorCode: string };
  /** An oracle wrote nothing new, and the program found its price too old. */
  readonly frozenOracle: StoryPlace & { readonly from: HoursBefore; readonly hours: number };
  readonly changes: readonly ParameterChange[];
  readonly runs: readonly Run[];
}

const [KAMINO, SAVE] = ['kamino', 'save'];
const DAY = 24;

/** Addresses by what the story calls them; it has no other place that names a reserve. */
export const STORY_RESERVES = {
  mainUsdc: { protocol: KAMINO, reserve: 'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59' },
  mainSol: { protocol: KAMINO, reserve: 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q' },
  mainEurc: { protocol: KAMINO, reserve: 'EGPE45iPkme8G8C1xFDNZoZeHdP3aRYtaAfAQuuwrcGZ' },
  mainJlp: { protocol: KAMINO, reserve: 'EAA3VVsxUuQB1Tm5x7TJkq9ATtiX5Qwq8ok7gXwim7oo' },
  mainBsol: { protocol: KAMINO, reserve: 'H9vmCVd77N1HZa36eBn3UnftYmg4vQzPfm1RxabHAMER' },
  altcoinsUsdc: { protocol: KAMINO, reserve: '9TD2TSv4pENb8VwfbVYg25jvym7HN6iuAR6pFNSrKjqQ' },
  altcoinsJto: { protocol: KAMINO, reserve: '8PYYKF4ZvteefFBmtb9SMHmhZKnDWQH86z59mPZBfhHu' },
  saveUsdc: { protocol: SAVE, reserve: 'BgxfHJDzm44T7XG68MYKx7YisTjZu73tVovyZSjJMpmw' },
  saveSol: { protocol: SAVE, reserve: '8PbodeaosQP19SjYFx855UMqWxH2HynZLdBXmsrbac36' },
  savePolis: { protocol: SAVE, reserve: '29Znf6g5qmRfTdnbyRQUWvMt94Gzn2KPCzY2ixxY9Mnt' },
} as const;

const { mainUsdc, mainSol, mainEurc, mainJlp, mainBsol, altcoinsUsdc, altcoinsJto, saveUsdc, saveSol, savePolis } =
  STORY_RESERVES;

export const STORY: Story = {
  days: 365,
  usual: USUAL,
  characters: new Map([
    [mainUsdc.reserve, BUSY],
    [mainSol.reserve, { ...BUSY, supplySwing: 0.12, utilizationSwing: 0.08 }],
    [saveSol.reserve, BUSY],
    [mainEurc.reserve, QUIET],
    [mainJlp.reserve, { ...QUIET, utilizationSwing: 0 }],
    [savePolis.reserve, QUIET],
    [mainBsol.reserve, { ...USUAL, growth: -1.4 }],
  ]),
  outage: { from: 9 * DAY + 7, minutes: 40, errorCode: 'TIMEOUT' },
  frozenOracle: { ...altcoinsJto, from: 5 * DAY + 10, hours: 6 },
  changes: [
    { ...mainSol, at: 20 * DAY + 5, before: { takeRatePct: 20 } },
    { ...mainUsdc, at: 14 * DAY + 9, before: { depositLimitFactor: 0.8 } },
    { ...mainUsdc, at: 4 * DAY + 3, before: { loanToValuePct: 75 } },
    { ...saveUsdc, at: 6 * DAY + 2, before: { takeRatePct: 10 } },
    { ...saveSol, at: 17 * DAY + 16, before: { depositLimitFactor: 0.75, loanToValuePct: 60 } },
    {
      ...mainBsol,
      at: 16 * DAY + 12,
      before: { loanToValuePct: 45, inUse: { depositLimit: 60_000, borrowLimit: 10_000 } },
    },
  ],
  runs: [{ ...altcoinsUsdc, from: 7 * DAY + 14, hours: [3, 5, 12] }],
};
