import { isAddress } from '@tidemark/core';
import { describe, expect, it } from 'vitest';
import { LISTED_FEEDS, LISTED_TOKENS, pythFeedIdOfMint } from './listed-feeds.ts';
import { feedsOf } from './oracles.ts';
import { KNOWN_PYTH_FEEDS } from './pyth/known-feeds.ts';

describe('the list of feeds', () => {
  it('has both accounts of every listed token, each once, by addresses', () => {
    expect(LISTED_FEEDS.length).toBe(2 * LISTED_TOKENS.length);
    const addresses = LISTED_FEEDS.map(({ address }) => address ?? '');
    expect(new Set(addresses).size).toBe(addresses.length);
    const all = [...addresses, ...LISTED_TOKENS.map(({ mint }) => mint)];
    expect(all.filter((address) => !isAddress(address))).toEqual([]);
    expect(LISTED_FEEDS.every(({ expected, origin }) => expected !== null && origin === 'list')).toBe(true);
  });

  it('has a feed for every known one of Pyth, and knows its number by the mint', () => {
    expect(LISTED_TOKENS.map(({ pythSymbol }) => pythSymbol).toSorted()).toEqual(
      KNOWN_PYTH_FEEDS.map(({ symbol }) => symbol).toSorted(),
    );
    expect(pythFeedIdOfMint('So11111111111111111111111111111111111111112')).toMatch(/^ef0d8b6f/);
    expect(pythFeedIdOfMint('11111111111111111111111111111111')).toBeNull();
  });

  it('joins the feeds that reserves name, whose maximum age then counts', () => {
    const [listed] = LISTED_FEEDS;
    const none = { chain: [], averageChain: [], averageAddress: null };
    const config = {
      sources: [{ ...none, kind: 'pyth', address: listed?.address ?? '' }],
      maxAgeSeconds: 70n,
      maxAverageAgeSeconds: null,
      maxAverageDivergenceBps: null,
    };
    const feeds = feedsOf([{ mint: listed?.mint ?? '', config }], LISTED_FEEDS);
    expect(feeds.length).toBe(LISTED_FEEDS.length);
    expect(feeds.find(({ id }) => id === listed?.id)).toMatchObject({ maxAgeSeconds: 70n, origin: 'reserve' });
  });
});
