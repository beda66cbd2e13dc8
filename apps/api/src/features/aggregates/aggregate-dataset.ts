import type { PriceBasis } from '@tidemark/contract';
import { decimalToParts, parseDecimal } from '@tidemark/oracles';
import { protocolOf } from '@tidemark/protocols';
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

/** The totals of markets, tokens and a protocol at one kind of price, ready to be sent. */
interface PricedTotals {
  readonly markets: PreparedResource;
  readonly summary: PreparedResource;
  /** Undefined where no such market is known. Prepared when first asked for, as the next. */
  forMarket(lendingMarket: string): PreparedResource | undefined;
  /** Undefined where no reserve is of the token. */
  forToken(mint: string): PreparedResource | undefined;
}

/** The totals, and what they were made of. */
export interface AggregateDataset {
  readonly inputs: AggregateInputs;
  /** Newest read of the protocol, null where nothing was read. */
  readonly moment: Moment | null;
  /** At the prices that the protocols hold; at those of the tokens out of several sources they are made when first asked for. */
  at(basis: PriceBasis): PricedTotals;
}

/** Adds up the newest states. */
export function prepareAggregates(
  protocol: string,
  inputs: AggregateInputs,
  options: DatasetOptions,
): AggregateDataset {
  const moment = momentOfReserves(inputs.reserves);
  const asOf = { protocol, newestSeconds: moment?.seconds ?? 0 };
  const own = prepareTotals(inputs, { ...asOf, basis: 'protocol' }, options);
  let atMarket: PricedTotals | undefined;
  const atMarketPrices = (): PricedTotals => {
    const reserves = inputs.reserves.map(atMarketPrice);
    return prepareTotals({ ...inputs, reserves }, { ...asOf, basis: 'aggregate' }, options);
  };
  return { inputs, moment, at: (basis) => (basis === 'protocol' ? own : (atMarket ??= atMarketPrices())) };
}

/**
 * The reserve as it is valued at the price of its token out of several sources, cut to the parts that its protocol counts in; without
 * a price where none of the time of the reserve is in force. Verdicts and limits of the program are about its own price, so none is left.
 */
function atMarketPrice(reserve: AggregateReserve): AggregateReserve {
  const { protocol, state } = reserve;
  if (state === null) return reserve;
  const decimal = state.marketPrice === null ? null : parseDecimal(state.marketPrice);
  const price = decimal === null ? 0n : decimalToParts(decimal, protocolOf(protocol).scale);
  return {
    ...reserve,
    maxPriceAgeSeconds: null,
    state: { ...state, price, priceUsable: price > 0n, priceStatus: null, priceUpdatedAt: state.marketPublishedAt },
  };
}

function prepareTotals(
  inputs: AggregateInputs,
  of: { readonly protocol: string; readonly newestSeconds: number; readonly basis: PriceBasis },
  options: DatasetOptions,
): PricedTotals {
  const byMarket = groupBy(inputs.reserves, ({ lendingMarket }) => lendingMarket);
  const byToken = groupBy(inputs.reserves, ({ tokenMint }) => tokenMint);
  const markets = inputs.markets.map((market) => {
    const group = groupOf(countAll(byMarket.get(market.lendingMarket) ?? []), of);
    return { address: market.lendingMarket, text: JSON.stringify(toMarketTotals(market, group)), moment: group.moment };
  });
  const marketOf = new Map(markets.map((market) => [market.address, market]));
  const prepare = (texts: readonly string[], moment: Moment | null) =>
    prepareMoment(momentText(texts, moment), moment, options);
  const all = groupOf(splitReserves(inputs.reserves), of);
  return {
    markets: prepare(
      markets.map(({ text }) => text),
      newestMoment(markets.flatMap((market) => market.moment ?? [])),
    ),
    summary: prepare([JSON.stringify(toProtocolTotals(of.protocol, all))], all.moment),
    forMarket: remember((address) => {
      const market = marketOf.get(address);
      return market === undefined ? undefined : prepare([market.text], market.moment);
    }),
    forToken: remember((mint) => {
      const reserves = byToken.get(mint);
      if (reserves === undefined) return undefined;
      const group = groupOf(splitReserves(reserves), of);
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
