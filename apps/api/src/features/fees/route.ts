import { type FeesEnvelope, feesQuerySchema } from '@tidemark/contract';
import { protocolOf } from '@tidemark/protocols';
import type { Answer, Exchange, Handler } from '../../http/exchange.ts';
import { type Gate, inTurns } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { readQuery } from '../../http/query.ts';
import { rowsAnswer } from '../../rows/answer.ts';
import { periodsOf } from '../../rows/periods.ts';
import { refuseCut } from '../../rows/query.ts';
import { type ReserveFilters, selectReserves } from '../info/query.ts';
import type { ProtocolLookup } from '../services.ts';
import { groupReserves } from './fee-groups.ts';
import { feePages } from './fee-pages.ts';
import { type FeePlace, type FeesQuery, placesAfter, readFeesQuery } from './query.ts';

const CACHE_CONTROL = 'public, max-age=30';

/** Fees and revenue per period, of the protocol, its markets or its reserves. */
export function feesHandler(lookup: ProtocolLookup, policy: AnswerPolicy, gate: Gate): Handler {
  return async (exchange: Exchange): Promise<Answer> => {
    const { info, reads, protocol } = lookup(exchange.params);
    const asked = readQuery(feesQuerySchema, exchange.query);
    const nowMs = Date.now();
    const turns = inTurns(gate, exchange.signal);
    const query = readFeesQuery(asked, exchange, nowMs);
    const chosen = selectReserves((await info.get()).reserves, asked);
    const groups = groupReserves(
      countsListedAlone(query, asked) ? chosen.filter((row) => row.listed_b) : chosen,
      query.group,
    );
    const periods = periodsOf(query, { firstSeenMs: groups.firstSeenMs, nowMs });
    refuseCut(query, placesAfter(periods, groups.groups, query.after));
    const { count, next } = pageOf(placesAfter(periods, groups.groups, query.after), query);
    return rowsAnswer({
      ...query,
      component: 'FeesRow',
      pages: feePages({
        groups,
        periods,
        by: query.group,
        cumulative: query.cumulative,
        scale: protocolOf(protocol.name).scale,
        after: query.after,
        limit: query.limit,
        nowMs,
        read: (filter) => turns(() => reads.interest(filter)),
        signal: exchange.signal,
      }),
      meta: () => toMeta(query, count, next),
      nextCursor: next,
      filename: `${exchange.params['protocol']}-fees-${query.interval}`,
      policy,
      cacheControl: CACHE_CONTROL,
    });
  };
}

/** Whether rows sum up several markets without a filter that names them. */
function countsListedAlone({ group }: FeesQuery, asked: ReserveFilters): boolean {
  return group === 'protocol' && (asked.lending_market ?? asked.reserve ?? asked.listed_b) === undefined;
}

/** How many rows the page has, and the cursor for those that follow. Places are cheap: nothing is read for them. */
function pageOf(places: Iterable<FeePlace>, query: FeesQuery): { count: number; next: string | null } {
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

function toMeta(query: FeesQuery, count: number, next: string | null): FeesEnvelope['meta'] {
  return {
    from: Math.floor(query.fromMs / 1000),
    to: Math.ceil(query.toMs / 1000),
    interval_str: query.interval,
    group_by_str: query.group,
    cumulative_b: query.cumulative,
    coverage_str: 'interest_only',
    count,
    next_cursor: next,
  };
}
