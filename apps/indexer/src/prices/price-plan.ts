import type { PriceConfig } from '@tidemark/core';
import { type AccountReads, type Feed, feedsOf, ORACLE_SOURCES, type ReservePrice } from '@tidemark/oracles';
import { listKnownSymbols, type Protocol } from '@tidemark/protocols';
import type { PricedReserveRow } from '@tidemark/schema';
import { MAX_BATCH_SIZE } from '../pipeline/fetch-batch.ts';

/** A reserve's own price, with the feeds that its configuration names: what it was copied from. */
export interface PlannedReserve {
  readonly price: ReservePrice;
  readonly feeds: ReadonlySet<string>;
  /** Unix seconds of its newest read; null where it was never read. */
  readonly readAt: number | null;
}

/** A token with everything that its price is made of. */
export interface PlannedToken {
  readonly mint: string;
  /** Empty where none is known. */
  readonly symbol: string;
  readonly feeds: readonly Feed[];
  readonly reserves: readonly PlannedReserve[];
}

/** Tokens of one batch, with the accounts that it reads. */
export interface PlannedPrices {
  readonly tokens: readonly PlannedToken[];
  readonly addresses: readonly string[];
}

/** The tokens of reserves and of the committed list with their feeds, by mint. */
export function planTokens(
  rows: readonly PricedReserveRow[],
  protocols: readonly Protocol[],
  listed: readonly Feed[],
): PlannedToken[] {
  const reserves = rows.flatMap((row) => {
    const protocol = protocols.find(({ name }) => name === row.protocol);
    return protocol === undefined ? [] : [toReserve(row, protocol)];
  });
  const feeds = feedsOf(
    reserves.map(({ price: { mint }, config }) => ({ mint, config })),
    listed,
  );
  const symbolOf = new Map(rows.map(({ tokenMint, tokenSymbol }) => [tokenMint, tokenSymbol]));
  for (const { mint, symbol } of listKnownSymbols()) symbolOf.set(mint, symbol);
  const mints = [...new Set([...reserves.map(({ price: { mint } }) => mint), ...feeds.map(({ mint }) => mint)])];
  return mints.toSorted().map((mint) => ({
    mint,
    symbol: symbolOf.get(mint) ?? '',
    feeds: feeds.filter((feed) => feed.mint === mint),
    reserves: reserves.filter(({ price }) => price.mint === mint),
  }));
}

function toReserve(row: PricedReserveRow, protocol: Protocol): PlannedReserve & { readonly config: PriceConfig } {
  const config = protocol.priceConfig(row.config);
  const { reserve, tokenMint: mint } = row;
  return {
    config,
    feeds: new Set(feedsOf([{ mint, config }]).map(({ id }) => id)),
    readAt: row.observedAt === null ? null : Math.floor(row.observedAt.getTime() / 1000),
    price: {
      reserve,
      mint,
      price: row.price ?? 0n,
      scale: protocol.scale,
      updatedAt: row.priceUpdatedAt === null ? null : BigInt(Math.floor(row.priceUpdatedAt.getTime() / 1000)),
      lastUpdateSlot: row.lastUpdateSlot ?? 0n,
      maxAgeSeconds: config.maxAgeSeconds,
      isAccepted: protocol.acceptsPrice(row.priceStatus),
    },
  };
}

/**
 * Batches of one call each: all accounts of a token are in one, and accounts that tokens share are read once in it. Tokens
 * stay in their order, so that a batch is of the same tokens each time.
 */
export function planBatches(tokens: readonly PlannedToken[], reads: AccountReads): PlannedPrices[] {
  const batches: { tokens: PlannedToken[]; addresses: Set<string> }[] = [];
  for (const token of tokens) {
    const own = accountsToRead(token.feeds, reads);
    const last = batches.at(-1);
    const together = new Set([...(last?.addresses ?? []), ...own]);
    if (last !== undefined && together.size <= MAX_BATCH_SIZE) {
      last.tokens.push(token);
      last.addresses = together;
    } else {
      batches.push({ tokens: [token], addresses: new Set(own.slice(0, MAX_BATCH_SIZE)) });
    }
  }
  return batches.map((batch) => ({ tokens: batch.tokens, addresses: [...batch.addresses] }));
}

/** The accounts that the prices of a protocol's listed reserves, and their verdicts, are read from. */
export function oraclesOf(rows: readonly PricedReserveRow[], protocol: Protocol, listed: readonly Feed[]): string[] {
  const lent = planTokens(rows, [protocol], listed).filter(({ reserves }) => reserves.length > 0);
  return accountsToRead(
    lent.flatMap(({ feeds }) => feeds),
    new Map(),
  );
}

/**
 * Accounts that the prices and their verdicts need. Those of averages alone are left out: they are a third of a megabyte, and no price
 * is made of them.
 */
function accountsToRead(feeds: readonly Feed[], reads: AccountReads): string[] {
  const accounts = feeds.flatMap(
    (feed) => ORACLE_SOURCES.find(({ name }) => name === feed.source)?.accounts(feed, reads) ?? [],
  );
  return [...new Set(accounts.filter(({ required }) => required !== 'average').map(({ address }) => address))];
}
