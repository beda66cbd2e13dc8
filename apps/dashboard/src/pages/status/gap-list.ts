import { groupGaps } from '../../chart/columns.ts';
import { nameText } from '../../format/names.ts';
import { plural } from '../../format/words.ts';

/** A reserve with what was not observed of it. */
export interface GapRow {
  readonly reserve: string;
  readonly token_symbol: string;
  readonly lending_market_name: string;
  readonly gaps_truncated_b: boolean;
  readonly gaps: readonly {
    readonly from: number;
    readonly to: number;
    readonly gap_reason_str: string;
    readonly ongoing_b: boolean;
  }[];
}

/** One outage, and of which reserves it is. */
interface Outage {
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  readonly isOngoing: boolean;
  readonly of: string;
}

export interface GapList {
  readonly count: number;
  /** The longest ones, the longest first. */
  readonly shown: readonly Outage[];
  /** What is left out, in a sentence each. */
  readonly leftOut: readonly string[];
}

const GAPS_SHOWN = 25;

/** The gaps of a day. `hasMore`: there are reserves beside these. */
export function listGaps(rows: readonly GapRow[], hasMore: boolean): GapList {
  const gaps = rows.flatMap((row) => row.gaps.map((gap) => ({ ...gap, name: nameOf(row) })));
  const groups = groupGaps(gaps).toSorted(([a], [b]) => b.to - b.from - (a.to - a.from));
  const shown = groups.slice(0, GAPS_SHOWN).map(
    (all): Outage => ({
      from: all[0].from,
      to: all[0].to,
      reason: all[0].gap_reason_str,
      isOngoing: all.some(({ ongoing_b: isOngoing }) => isOngoing),
      of: whoseOf(all, rows.length),
    }),
  );
  const truncated = rows.filter(({ gaps_truncated_b: isTruncated }) => isTruncated);
  const most = Math.max(0, ...truncated.map((row) => row.gaps.length));
  const leftOut = [
    ...(groups.length > shown.length ? [`These are the longest ${shown.length} of ${groups.length}.`] : []),
    ...(truncated.length > 0
      ? [`Of ${plural(truncated.length, 'reserve')} only the longest ${most} gaps are known here.`]
      : []),
    ...(hasMore ? [`These are gaps of the first ${plural(rows.length, 'reserve')}: there are more.`] : []),
  ];
  return { count: groups.length, shown, leftOut };
}

function nameOf(row: GapRow): string {
  return `${nameText(row.token_symbol, row.reserve)} ${nameText(row.lending_market_name, row.reserve)}`;
}

const NAMES_SHOWN = 3;

/** Which reserves a gap is of: one outage is of many. */
function whoseOf(gaps: readonly { readonly name: string }[], all: number): string {
  if (gaps.length === all && all > 1) return `All ${all} reserves`;
  const names = gaps.slice(0, NAMES_SHOWN).map(({ name }) => name);
  return gaps.length > NAMES_SHOWN
    ? `${plural(gaps.length, 'reserve')} (${names.join(', ')} and others)`
    : names.join(', ');
}
