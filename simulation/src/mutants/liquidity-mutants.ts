import type { Mutant } from './mutant.ts';

/** Bugs in what is read of pools and kept of it. */
export const LIQUIDITY_MUTANTS: readonly Mutant[] = [
  {
    id: 'pool-debts-counted',
    class: 'liquidity',
    words: 'what a pool owes counts as what it trades with',
    file: 'packages/liquidity/src/common/product-market.ts',
    edits: [
      {
        find: 'const rest = (vault?.amountRaw ?? 0n) - owed;',
        replace: 'const rest = (vault?.amountRaw ?? 0n) - 0n * owed;',
      },
    ],
    origin: 'product',
  },
  {
    id: 'pool-transfer-fee-ignored',
    class: 'liquidity',
    words: 'what a token keeps of transfers is left out',
    file: 'packages/liquidity/src/common/token.ts',
    edits: [
      {
        find: 'if (fee === null || fee.bps === 0n || net === 0n) return net;',
        replace: 'if (fee === null || fee.bps >= 0n) return net;',
      },
    ],
    origin: 'product',
  },
  {
    id: 'pool-change-not-stored',
    class: 'liquidity',
    words: 'history of a pool has a row where its state changes and as a heartbeat, and none where its depth does',
    file: 'packages/schema/src/liquidity/write-liquidity-batch-sql.ts',
    edits: [
      {
        find: 'OR (p.status, p.detail, p.price, p.depth, p.one_bank) IS DISTINCT FROM (i.status, i.detail, i.price, i.depth, i.one_bank) AS is_new',
        replace: 'OR (p.status, p.detail, p.one_bank) IS DISTINCT FROM (i.status, i.detail, i.one_bank) AS is_new',
      },
    ],
    origin: 'product',
  },
  {
    id: 'depth-purchases-lost',
    class: 'liquidity',
    words: 'history keeps the depth of sales alone',
    file: 'packages/schema/src/liquidity/write-liquidity-batch-sql.ts',
    edits: [{ find: "FROM input WHERE source = 'all'", replace: "FROM input WHERE source = 'all' AND side = 'sell'" }],
    origin: 'product',
  },
  {
    id: 'depth-largest-kept',
    class: 'liquidity',
    words: 'hours hold the largest depth of their reads in place of the smallest',
    file: 'packages/schema/src/liquidity/buckets-sql.ts',
    edits: [{ find: '{ ofRows: `min(v.${stored})`', replace: '{ ofRows: `max(v.${stored})`' }],
    origin: 'product',
  },
];
