import type { Mutant } from './mutant.ts';

const SAVE = 'packages/protocols/src/save';

/** Bugs in one protocol among several, and where what is its own meets what all share. */
export const PROTOCOL_MUTANTS: readonly Mutant[] = [
  {
    id: 'protocols-one-scale',
    class: 'totals',
    words: 'sums take the exact numbers of every protocol for those of the first',
    file: 'packages/schema/src/aggregates/exact-scale.ts',
    edits: [
      {
        find: 'PROTOCOLS.map(({ name, scale }) => [name, EXACT_SCALE / scale])',
        replace: 'PROTOCOLS.map(({ name, scale }) => [name, EXACT_SCALE / (PROTOCOLS[0]?.scale ?? scale)])',
      },
    ],
    origin: 'product',
  },
  {
    id: 'save-fee-share',
    class: 'derive',
    words: "the protocol's part of Save's interest is one part of 10^18 base units too high",
    file: `${SAVE}/accrual.ts`,
    edits: [
      {
        find: 'const feesWads = mulDecimal(newDebtWads, percentToWad(terms.protocolTakeRatePct));',
        replace: 'const feesWads = mulDecimal(newDebtWads, percentToWad(terms.protocolTakeRatePct)) + 1n;',
      },
    ],
    origin: 'product',
  },
  {
    id: 'save-market-not-read',
    class: 'fetch',
    words: 'the market of a Save reserve is not read with it',
    file: `${SAVE}/adapter.ts`,
    edits: [{ find: "required: 'headroom', everyPoll: true", replace: "required: 'headroom', everyPoll: false" }],
    origin: 'product',
  },
  {
    id: 'save-price-scale',
    class: 'derive',
    words: 'what is available in a Save reserve is worth a tenth',
    file: `${SAVE}/adapter.ts`,
    edits: [
      {
        find: 'rawToUsd(availableRaw, price, WAD, decimals)',
        replace: 'rawToUsd(availableRaw, price, 10n * WAD, decimals)',
      },
    ],
    origin: 'product',
  },
  {
    id: 'save-own-fields-lost',
    class: 'store',
    words: 'fields of a state that have no column are not stored',
    file: 'packages/schema/src/rows/to-reserve-state.ts',
    edits: [{ find: 'own: toOwnJson(places, state.own),', replace: 'own: null,' }],
    origin: 'product',
  },
  {
    id: 'save-windows-swapped',
    class: 'decode',
    words: 'what left a Save reserve in the running window is taken for what left it in the one before',
    file: `${SAVE}/stored-reserve.ts`,
    edits: [
      {
        find: 'outflowPreviousWads: rateLimiter.previousWads,',
        replace: 'outflowPreviousWads: rateLimiter.currentWads,',
      },
      {
        find: 'outflowCurrentWads: rateLimiter.currentWads,',
        replace: 'outflowCurrentWads: rateLimiter.previousWads,',
      },
    ],
    origin: 'product',
  },
  {
    id: 'save-squares-rounded-up',
    class: 'derive',
    words: "squares of Save's compounding are rounded up",
    file: `${SAVE}/accrual.ts`,
    edits: [{ find: 'base = mulRate(base, base);', replace: 'base = (base * base + WAD - 1n) / WAD;' }],
    origin: 'product',
  },
  {
    id: 'save-fees-lent',
    class: 'derive',
    words: "Save's curve is fed with the utilization of the suppliers, without the fees owed",
    file: `${SAVE}/supply.ts`,
    edits: [
      {
        find: 'return divDecimal(borrowedWads, borrowedWads + intToWad(availableRaw));',
        replace: 'return divDecimal(borrowedWads, totalSupplyWads({ ...balances, availableRaw }));',
      },
    ],
    origin: 'product',
  },
];
