import type { FeeGroup, ReserveInfo } from '@tidemark/contract';
import type { InterestSubject, TotalsPart } from '@tidemark/schema';
import type { FeeGroups } from './fee-groups.ts';

/**
 * Whose stored fees are those of the groups: groups of all reserves of a market, and of all reserves of some parts of a token or of the protocol.
 * Null where fees of any group are stored of nothing, as of a choice of reserves: then they are made from buckets.
 */
export function storedSubjectsOf(
  all: readonly ReserveInfo[],
  { groups, reserves }: FeeGroups,
  by: FeeGroup,
): readonly InterestSubject[] | null {
  if (by === 'reserve') return null;
  const chosen = new Set(reserves.map(({ reserve }) => reserve));
  const subjects: InterestSubject[] = [];
  for (const { example } of groups) {
    const ofMarket = all.filter((row) => row.lending_market === example.lending_market);
    const subject =
      (by === 'market' || chosen.size <= ofMarket.length ? marketOf(ofMarket, chosen, by) : null) ??
      (by === 'market' ? null : sumOf(all, example, chosen));
    if (subject === null) return null;
    subjects.push(subject);
  }
  return subjects;
}

function marketOf(members: readonly ReserveInfo[], chosen: ReadonlySet<string>, by: FeeGroup): InterestSubject | null {
  const isWhole = members.every(({ reserve }) => chosen.has(reserve));
  if (!isWhole || (by === 'protocol' && members.length !== chosen.size)) return null;
  const partOf = new Map(members.map(({ reserve }): [string, TotalsPart] => [reserve, 'all']));
  return { kind: 'market', of: members[0]?.lending_market ?? '', partOf };
}

/** Of the protocol, or of the one token that all chosen reserves are of. */
function sumOf(all: readonly ReserveInfo[], example: ReserveInfo, chosen: ReadonlySet<string>): InterestSubject | null {
  const everything = { kind: 'protocol', of: '', members: all } as const;
  const members = all.filter((row) => row.token_address === example.token_address);
  const token = { kind: 'token', of: example.token_address, members } as const;
  const partOfReserve = partIn(all);
  for (const { kind, of, members: within } of [everything, token]) {
    const own = within.filter(({ reserve }) => chosen.has(reserve));
    if (own.length !== chosen.size) continue;
    const parts = new Set(own.map(partOfReserve));
    if (within.filter((row) => parts.has(partOfReserve(row))).length !== own.length) continue;
    return { kind, of, partOf: new Map(own.map((row) => [row.reserve, partOfReserve(row)])) };
  }
  return null;
}

/** As the rollup divides sums over several markets. */
function partIn(all: readonly ReserveInfo[]): (row: ReserveInfo) => TotalsPart {
  const listed = new Set(all.filter((row) => row.listed_b).map(({ reserve }) => reserve));
  return ({ listed_b, underlying_reserve: through }) => {
    if (!listed_b) return 'unlisted';
    return through !== null && listed.has(through) ? 'wrapping' : 'listed';
  };
}
