import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Candidate,
  classify,
  type Classified,
  DEPTH_BPS,
  QUOTE_USD,
  type DepthRules,
  type Reference,
  type SolNeed,
  SOURCES,
  TokenMarket,
  type Venue,
  Venues,
} from '@tidemark/liquidity';
import type { DepthInput, TokenDepthInput } from '@tidemark/schema';
import { levelsOf, toQuote, unknownLevels, weakest } from './depth-levels.ts';
import type { ReadPool } from './read-pools.ts';
import type { References } from './token-references.ts';

type Side = DepthInput['side'];

/** A token that is lent. */
export interface LentToken {
  readonly mint: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** Everything that was read, for the depth of any token. */
export interface DepthContext {
  readonly pools: readonly ReadPool[];
  readonly references: References;
  readonly rules: DepthRules;
  /** Unix seconds of the newest bank. */
  readonly now: bigint;
  /** Lowest slot of what was read now. */
  readonly slotMin: bigint;
}

/** What was made of a token. */
export interface DepthOfToken {
  readonly token: LentToken;
  readonly row: TokenDepthInput;
  readonly levels: readonly DepthInput[];
  /** What its average depths trade through the pools of SOL; none where nothing is known. */
  readonly solNeeds: readonly (Pick<DepthInput, 'side' | 'bps'> & Pick<SolNeed, 'solRaw'>)[];
  /** Null where the token has no price. */
  readonly sells: Classified | null;
  /** Null where no pool counts: nothing is known of what can be sold. */
  readonly market: TokenMarket | null;
  /** Why `market` is null. */
  readonly reason: string | null;
  readonly lowerBound: boolean;
}

/** Pools of SOL and US dollars, through which everything that is traded for SOL goes. */
export type SolLegs = Readonly<Record<Side, Venues>>;

export function solLegsOf({ pools, references, rules, now }: DepthContext): SolLegs {
  const token = references.byMint.get(rules.solMint);
  const legOf = (side: Side): Venues => {
    if (token === undefined) return new Venues([]);
    const input = { references: references.byMint, rules, now, side };
    return new Venues(classify({ ...input, token, candidates: candidatesOf(pools) }).direct);
  };
  return { sell: legOf('sell'), buy: legOf('buy') };
}

const candidatesOf = (pools: readonly ReadPool[]): Candidate[] =>
  pools.flatMap(({ source, market }) => (market === null ? [] : [{ source: source.name, market }]));

/** Pools of a token, those of which nothing could be read among them. */
export function poolsOf(pools: readonly ReadPool[], mint: string): ReadPool[] {
  return pools.filter(({ head, known }) =>
    head === null ? known.tokens.includes(mint) : head.mintA === mint || head.mintB === mint,
  );
}

/** The depth of one token. It takes turns with other work of the process: a level of many pools is some tens of milliseconds. */
export async function computeDepth(token: LentToken, context: DepthContext, solLegs: SolLegs): Promise<DepthOfToken> {
  const { references, rules, now } = context;
  const own = poolsOf(context.pools, token.mint);
  const reference = references.byMint.get(token.mint);
  if (reference === undefined) return unknownDepth(token, own, context, 'no_reference_price');
  const openSide = (side: Side) => {
    const shared = { token: reference, references: references.byMint, side };
    const classified = classify({ ...shared, candidates: candidatesOf(own), rules, now });
    const market = new TokenMarket({ ...shared, classified, solLeg: solLegs[side] });
    return { side, classified, market, evidence: evidenceOf(venuesOf(classified, solLegs[side])) };
  };
  const [sale, purchase] = [openSide('sell'), openSide('buy')];
  const venues = [sale, purchase].flatMap((one) => venuesOf(one.classified, solLegs[one.side]));
  const read = { ...context, slotMin: lowestSlot(context, venues) };
  const { classified: sells, market } = sale;
  if (!market.hasPools) {
    const reason = own.length === 0 ? 'no_pools' : 'no_counted_pools';
    return { ...unknownDepth(token, own, context, reason), sells };
  }
  const hasRefused = own.some(({ problem }) => problem?.status === 'refused');
  const levels: DepthInput[] = [];
  const solNeeds: DepthOfToken['solNeeds'][number][] = [];
  for (const { side, market: trades, evidence } of [sale, purchase]) {
    if (!trades.hasPools) levels.push(...unknownLevels(token.mint, [side], 'no_counted_pools'));
    else
      for (const bps of DEPTH_BPS) {
        await nextTurn();
        const depth = trades.row(bps);
        levels.push(...levelsOf({ tokenMint: token.mint, side, evidence, hasRefused }, depth));
        const { solRaw, amountRaw } = depth.average;
        solNeeds.push({ side, bps, solRaw: token.mint === rules.solMint ? amountRaw : solRaw });
      }
  }
  const lowerBound = levels.some((level) => level.side === 'sell' && level.lowerBound);
  const row = {
    ...rowOf(token, own, read, sells),
    evidence: sale.evidence,
    lowerBound,
    reason: null,
    quotes: await quotesOf(market, reference),
  };
  return { token, row, levels, solNeeds, sells, market, reason: null, lowerBound };
}

async function quotesOf(market: TokenMarket, reference: Reference): Promise<TokenDepthInput['quotes']> {
  const quotes: TokenDepthInput['quotes'][number][] = [];
  for (const size of QUOTE_USD) {
    await nextTurn();
    quotes.push(toQuote(size, reference, market.quoteUsd(size)));
  }
  return quotes;
}

/** Pools that count, those of SOL among them where some are sold through it. */
function venuesOf({ direct, viaSol }: Classified, solLeg: Venues): readonly Venue[] {
  return [...direct, ...viaSol, ...(viaSol.length > 0 ? solLeg.list : [])];
}

/** Of this read and of the pools that count, some of which may be of an earlier one. */
function lowestSlot({ pools, slotMin }: DepthContext, venues: readonly Venue[]): bigint {
  const used = new Set(venues.map(({ market }) => market.pool.address));
  const slots = pools.filter(({ known }) => used.has(known.pool)).map(({ slot }) => slot);
  return slots.reduce((lowest, slot) => (slot < lowest ? slot : lowest), slotMin);
}

/** The weakest grade of some pools. */
function evidenceOf(venues: readonly Venue[]): string | null {
  return weakest(SOURCES.filter(({ name }) => venues.some(({ source }) => source === name)));
}

function rowOf(
  { mint, symbol, decimals }: LentToken,
  own: readonly ReadPool[],
  { references: { prices }, slotMin }: Pick<DepthContext, 'references' | 'slotMin'>,
  sells: Classified,
) {
  const price = prices.get(mint);
  const counted = sells.direct.length + sells.viaSol.length;
  const refused = own.filter(({ problem }) => problem?.status === 'refused').length;
  return {
    tokenMint: mint,
    slotMin,
    tokenSymbol: symbol,
    tokenDecimals: decimals,
    price: price?.text ?? null,
    priceAt: price?.at ?? null,
    counted,
    excluded: own.length - counted,
    unknown: refused + sells.excluded.filter(({ isUnknown }) => isUnknown).length,
  };
}

function unknownDepth(token: LentToken, own: readonly ReadPool[], context: DepthContext, reason: string): DepthOfToken {
  const row = {
    ...rowOf(token, own, context, { direct: [], viaSol: [], excluded: [] }),
    evidence: null,
    lowerBound: false,
    reason,
    quotes: [],
  };
  const levels = unknownLevels(token.mint, ['sell', 'buy'], reason);
  return { token, row, levels, solNeeds: [], sells: null, market: null, reason, lowerBound: false };
}
