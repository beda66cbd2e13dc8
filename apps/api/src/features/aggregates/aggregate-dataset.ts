import type { AggregateInputs, AggregateReserve } from '@tidemark/schema';
import type { PreparedResource } from '../../http/prepared.ts';
import { type DatasetOptions, momentText, prepareMoment, remember } from '../latest/dataset.ts';
import { type Moment, newestMoment } from '../latest/rows.ts';
import { countAll, splitReserves } from './counted.ts';
import {
  groupOf,
  momentOfReserves,
  toMarketTotals,
  tokenOf,
  toProtocolTotals,
  toTokenTotals,
} from './to-totals-rows.ts';

/** The totals of markets, tokens and a protocol, ready to be sent, and what they were made of. */
export interface AggregateDataset {
  readonly inputs: AggregateInputs;
  /** Newest read of the protocol, null where nothing was read. */
  readonly moment: Moment | null;
  readonly markets: PreparedResource;
  readonly summary: PreparedResource;
  /** Undefined where no such market is known. Prepared when first asked for, as the next. */
  forMarket(lendingMarket: string): PreparedResource | undefined;
  /** Undefined where no reserve is of the token. */
  forToken(mint: string): PreparedResource | undefined;
}

/** Adds up the newest states. */
export function prepareAggregates(
  protocol: string,
  inputs: AggregateInputs,
  options: DatasetOptions,
): AggregateDataset {
  const moment = momentOfReserves(inputs.reserves);
  const newestSeconds = moment?.seconds ?? 0;
  const byMarket = groupBy(inputs.reserves, ({ lendingMarket }) => lendingMarket);
  const byToken = groupBy(inputs.reserves, ({ tokenMint }) => tokenMint);
  const markets = inputs.markets.map((market) => {
    const group = groupOf(countAll(byMarket.get(market.lendingMarket) ?? []), newestSeconds);
    return { address: market.lendingMarket, text: JSON.stringify(toMarketTotals(market, group)), moment: group.moment };
  });
  const marketOf = new Map(markets.map((market) => [market.address, market]));
  const prepare = (texts: readonly string[], of: Moment | null) => prepareMoment(momentText(texts, of), of, options);
  const all = groupOf(splitReserves(inputs.reserves), newestSeconds);
  return {
    inputs,
    moment,
    markets: prepare(
      markets.map(({ text }) => text),
      newestMoment(markets.flatMap((market) => market.moment ?? [])),
    ),
    summary: prepare([JSON.stringify(toProtocolTotals(protocol, all))], all.moment),
    forMarket: remember((address) => {
      const market = marketOf.get(address);
      return market === undefined ? undefined : prepare([market.text], market.moment);
    }),
    forToken: remember((mint) => {
      const reserves = byToken.get(mint);
      if (reserves === undefined) return undefined;
      const group = groupOf(splitReserves(reserves), newestSeconds);
      return prepare([JSON.stringify(toTokenTotals(tokenOf(reserves), group))], group.moment);
    }),
  };
}

function groupBy(
  reserves: readonly AggregateReserve[],
  keyOf: (reserve: AggregateReserve) => string,
): ReadonlyMap<string, readonly AggregateReserve[]> {
  const groups = new Map<string, AggregateReserve[]>();
  for (const reserve of reserves) {
    const group = groups.get(keyOf(reserve));
    if (group === undefined) groups.set(keyOf(reserve), [reserve]);
    else group.push(reserve);
  }
  return groups;
}
