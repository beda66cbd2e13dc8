import { type FeeGroup, type FeesEnvelope, feesQuerySchema } from '@tidemark/contract';
import { protocolOf } from '@tidemark/protocols';
import type { Answer, Exchange, Handler } from '../../http/exchange.ts';
import { type Gate, inTurns } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { readQuery } from '../../http/query.ts';
import { encodedAnswer } from '../../rows/answer.ts';
import type { KeptRows } from '../../rows/kept-rows.ts';
import { firstSightsMs, whyEmpty } from '../../rows/why-empty.ts';
import { periodsOf } from '../../rows/periods.ts';
import { refuseCut } from '../../rows/query.ts';
import { type ReserveFilters, selectReserves } from '../info/query.ts';
import type { ProtocolLookup } from '../services.ts';
import { groupReserves } from './fee-groups.ts';
import { feeRows } from './fee-rows.ts';
import { type FeePlace, type FeesQuery, placesAfter, readFeesQuery } from './query.ts';
import { storedSubjectsOf } from './stored-subjects.ts';

const CACHE_CONTROL = 'public, max-age=30';

/** Fees and revenue per period, of the protocol, its markets or its reserves. */
export function feesHandler(
  lookup: ProtocolLookup,
  policy: AnswerPolicy,
  { gate, kept }: { readonly gate: Gate; readonly kept: KeptRows },
): Handler {
  return async (exchange: Exchange): Promise<Answer> => {
    const { info, reads, protocol } = lookup(exchange.params);
    const asked = readQuery(feesQuerySchema, exchange.query);
    const nowMs = Date.now();
    const turns = inTurns(gate, exchange.signal);
    const { reserves } = await info.get();
    const by = asked.group_by ?? 'protocol';
    const chosen = selectReserves(reserves, asked);
    const groups = groupReserves(countsListedAlone(by, asked) ? chosen.filter((row) => row.listed_b) : chosen, by);
    const subjects = storedSubjectsOf(reserves, groups, by);
    const query = readFeesQuery(asked, exchange, {
      nowMs,
      origin: subjects === null && by !== 'reserve' ? 'made' : 'stored',
    });
    const periods = periodsOf(query, { firstSeenMs: groups.firstSeenMs, nowMs });
    refuseCut(query, placesAfter(periods, groups.groups, query.after));
    const { count, next } = pageOf(placesAfter(periods, groups.groups, query.after), query);
    return encodedAnswer({
      ...query,
      component: 'FeesRow',
      chunks: feeRows(kept, {
        ...query,
        protocol: protocol.name,
        groups,
        periods,
        by: query.group,
        scale: protocolOf(protocol.name).scale,
        nowMs,
        subjects,
        read: (filter) => turns(() => reads.interest(filter)),
        readStored: (filter) => turns(() => reads.storedInterest(filter)),
        revisions: {
          stored: (filter) => turns(() => reads.totalsRevisions(filter)),
          ofReserves: (filter) => turns(() => reads.dayRevisions(filter)),
        },
        signal: exchange.signal,
      }),
      meta: () => toMeta(query, { count, next, firstSeenMs: firstSightsMs(chosen) }),
      nextCursor: next,
      filename: `${exchange.params['protocol']}-fees-${query.interval}`,
      policy,
      cacheControl: CACHE_CONTROL,
    });
  };
}

/** Whether rows sum up several markets without a filter that names them. */
function countsListedAlone(by: FeeGroup, asked: ReserveFilters): boolean {
  return by === 'protocol' && (asked.lending_market ?? asked.reserve ?? asked.listed_b) === undefined;
}

interface FeesPage {
  readonly count: number;
  /** The cursor for the rows that follow. */
  readonly next: string | null;
}

/** Places are cheap: nothing is read for them. */
function pageOf(places: Iterable<FeePlace>, query: FeesQuery): FeesPage {
  if (query.limit === null) return { count: 0, next: null };
  let count = 0;
  let last: FeePlace | undefined;
  for (const place of places) {
    if (count === query.limit) return { count, next: last === undefined ? null : query.cursorAfter(last) };
    last = place;
    count += 1;
  }
  return { count, next: null };
}

/** What the page says of itself. `firstSeenMs` are of the reserves that were asked for. */
function toMeta(
  query: FeesQuery,
  { count, next, firstSeenMs }: FeesPage & { readonly firstSeenMs: readonly number[] },
): FeesEnvelope['meta'] {
  return {
    from: Math.floor(query.fromMs / 1000),
    to: Math.ceil(query.toMs / 1000),
    interval_str: query.interval,
    group_by_str: query.group,
    cumulative_b: query.cumulative,
    coverage_str: 'interest_only',
    count,
    next_cursor: next,
    ...whyEmpty({ count, next, toMs: query.toMs, firstSeenMs, rows: 'buckets' }),
  };
}
