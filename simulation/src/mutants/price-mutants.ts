import type { Mutant } from './mutant.ts';

/** Bugs in what is made of oracles: ages, outliers, copies, gaps and buckets of prices. */
export const PRICE_MUTANTS: readonly Mutant[] = [
  {
    id: 'price-outlier-used',
    class: 'prices',
    words: 'a price counts as near that lies a hundred times as far from the median as it may',
    file: 'packages/oracles/src/aggregate/aggregate.ts',
    edits: [
      {
        find: '!isFurtherThan(price, middle.price, outlierBps)',
        replace: '!isFurtherThan(price, middle.price, outlierBps * 100n)',
      },
    ],
    origin: 'product',
    // A source that lies so far off comes in some plans alone.
    isRare: true,
  },
  {
    id: 'price-stale-used',
    class: 'prices',
    words: 'prices count as a hundredth as old as they are, so that those are used that nobody writes any more',
    file: 'packages/oracles/src/observation.ts',
    edits: [
      {
        find: 'return publishedAt >= clock.unixTimestamp ? 0n : clock.unixTimestamp - publishedAt;',
        replace: 'return publishedAt >= clock.unixTimestamp ? 0n : (clock.unixTimestamp - publishedAt) / 100n;',
      },
    ],
    origin: 'product',
  },
  {
    id: 'price-copies-count',
    class: 'prices',
    words: 'a reserve that copied an oracle counts beside it',
    file: 'packages/oracles/src/aggregate/voices.ts',
    edits: [
      {
        find: 'if (same === undefined) independent.push(voice);',
        replace: "if (same === undefined || voice.observation.source === 'reserve') independent.push(voice);",
      },
    ],
    origin: 'product',
  },
  {
    id: 'price-gap-hidden',
    class: 'prices',
    words: 'buckets of prices count the time between two batches as observed, however long it is',
    file: 'packages/schema/src/prices/price-steps-sql.ts',
    edits: [
      {
        find: "CASE WHEN to_at - from_at <= gap_after_ms * interval '1 millisecond' THEN to_at ELSE from_at END AS to_at",
        replace: 'coalesce(to_at, from_at) AS to_at',
      },
    ],
    origin: 'product',
  },
  {
    id: 'price-unread-used',
    class: 'prices',
    words: 'the price of a reserve counts however long the reserve was not read',
    file: 'apps/indexer/src/prices/run-price-batch.ts',
    edits: [
      {
        find: '(Number(clock.unixTimestamp) - readAt) * 1000 > clock.reserveGapAfterMs',
        replace: '(Number(clock.unixTimestamp) - readAt) * 1000 > clock.reserveGapAfterMs * 1000',
      },
    ],
    origin: 'product',
    // Visible only if a batch of prices is stored between a leap of the chain and the next poll of reserves. prices.test.ts of the
    // indexer finds it each time.
    isRare: true,
  },
];
