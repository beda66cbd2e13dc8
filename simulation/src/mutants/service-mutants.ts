import type { Mutant } from './mutant.ts';

/** Bugs between the stored rows and what a client is answered. */
export const SERVICE_MUTANTS: readonly Mutant[] = [
  {
    id: 'window-begins-with-row',
    class: 'derive',
    words:
      'the window of a realised rate begins with the row before it, though no transaction changed the account up to the next one',
    file: 'packages/model/src/history/realised-rates.ts',
    edits: [
      {
        find: 'const isKnown = holdOneAccount || ',
        replace: 'const isKnown = ',
      },
    ],
    origin: 'product',
    // No run has been seen to catch it yet.
    isRare: true,
  },
  {
    id: 'history-rows-missing',
    class: 'history pages',
    words: 'one of ten rows of every page of a history is missing',
    file: 'apps/api/src/features/history/history-lines.ts',
    edits: [
      {
        find: 'this.#encoder.line(plan, cells);',
        replace: 'if (cells.lineStart % 10 !== 4) this.#encoder.line(plan, cells);',
      },
    ],
    origin: 'audit',
  },
  {
    id: 'history-cursor-skips-one',
    class: 'history pages',
    words: 'the row after a full page is on no page',
    file: 'apps/api/src/features/history/page-tally.ts',
    edits: [
      {
        find: 'this.isOver = true;',
        replace: 'this.isOver = true; this.#shown = { ...this.#shown, atMs: this.#shown.atMs + 3_600_000 };',
      },
    ],
    origin: 'product',
  },
  {
    id: 'history-second-of-a-second',
    class: 'history pages',
    words: 'a page that ends within a second goes on with the next second',
    file: 'packages/schema/src/history/history-statements.ts',
    edits: [
      {
        find: 'AND (${trusted(time)}, ${trusted(slot)}) > (${after.at}, ${BigInt(after.slot)}::bigint)',
        replace: 'AND ${trusted(time)} > ${after.at}',
      },
    ],
    origin: 'product',
    isRare: true,
  },
  {
    id: 'history-supply-for-borrow',
    class: 'history pages',
    words: 'histories show the supply APY where the borrow APY belongs',
    file: 'packages/schema/src/history/history-cells.ts',
    edits: [
      {
        find: '`b.${number}_${aggregate}_f`',
        replace: "`b.${number === 'borrow_apy' ? 'supply_apy' : number}_${aggregate}_f`",
      },
    ],
    origin: 'product',
  },
  {
    id: 'coverage-hides-gaps',
    class: 'coverage',
    words: 'coverage shows no gap and no missing second',
    file: 'apps/api/src/features/coverage/rows.ts',
    edits: [
      {
        find: 'const gaps = share.gaps.map(',
        replace: 'const gaps = share.gaps.slice(0, 0).map(',
      },
    ],
    origin: 'audit',
  },
  {
    id: 'coverage-joins-too-much',
    class: 'coverage',
    words:
      'coverage takes the time between two observations for observed when it is up to three times as long as it may be',
    file: 'apps/api/src/features/coverage/observed-time.ts',
    edits: [
      {
        find: 'fromMs - last.toMs > Math.max(',
        replace: 'fromMs - last.toMs > 3 * Math.max(',
      },
    ],
    origin: 'product',
  },
  {
    id: 'coverage-counts-vain-observations',
    class: 'coverage',
    words: 'observations in vain count as observations',
    file: 'apps/api/src/features/coverage/rows.ts',
    edits: [
      {
        find: 'observed: countObservations(observed, range),',
        replace: 'observed: countObservations([...observed, ...vain], range),',
      },
    ],
    origin: 'product',
  },
  {
    id: 'fees-suppliers-for-protocol',
    class: 'fees',
    words: "the suppliers' part is shown as the protocol's",
    file: 'apps/api/src/features/fees/rows.ts',
    edits: [
      {
        find: 'interest_protocol_usd_raw: exact(usd?.protocol),',
        replace: 'interest_protocol_usd_raw: exact(usd?.supplySide),',
      },
    ],
    origin: 'product',
  },
  {
    id: 'fees-without-newest-hour',
    class: 'fees',
    words: 'interest of an hour that is not final is left out of fees',
    file: 'packages/schema/src/fees/interest-cells.ts',
    edits: [
      {
        find: 'LEFT JOIN buckets AS b ON b.reserve_id = w.reserve_id AND b.bucket_start = c.cell_start',
        replace: 'LEFT JOIN buckets AS b ON b.reserve_id = w.reserve_id AND b.bucket_start = c.cell_start AND b.final',
      },
    ],
    origin: 'product',
  },
  {
    id: 'fees-stored-wrong-part',
    class: 'fees',
    words: 'stored fees have the part of suppliers as that of the protocol',
    file: 'packages/schema/src/aggregates/totals-kinds.ts',
    edits: [
      {
        find: '[`interest_${part}_usd`, `interest_${part}_usd_sf`] as const',
        replace: '[`interest_${part}_usd`, `interest_supply_side_usd_sf`] as const',
      },
    ],
    origin: 'product',
  },
  {
    id: 'totals-available-twice',
    class: 'totals',
    words: 'what is available is added up twice in USD',
    file: 'apps/api/src/features/aggregates/totals.ts',
    edits: [
      {
        find: 'availableUsd: a.availableUsd + b.availableUsd,',
        replace: 'availableUsd: a.availableUsd + 2n * b.availableUsd,',
      },
    ],
    origin: 'product',
  },
  {
    id: 'totals-tvl-is-supply',
    class: 'totals',
    words: 'TVL is what is supplied',
    file: 'apps/api/src/features/aggregates/to-totals-rows.ts',
    edits: [
      {
        find: 'tvl_usd_f: usd(totals.suppliedUsd - totals.borrowedUsd),',
        replace: 'tvl_usd_f: usd(totals.suppliedUsd),',
      },
    ],
    origin: 'product',
  },
  {
    id: 'totals-stored-newest-alone',
    class: 'totals',
    words: 'of the totals that are due together only the newest are made, and none of them is due any more',
    file: 'packages/schema/src/aggregates/write-bucket-totals.ts',
    edits: [
      {
        find: 'const { periods, ...range } = due;',
        replace:
          'const { periods, ...taken } = due; const range = { ...taken, from: new Date(taken.to.getTime() - taken.periodSeconds * 1000) };',
      },
    ],
    origin: 'product',
  },
  {
    id: 'totals-stored-unpriced-weigh',
    class: 'totals',
    words: 'stored mean rates of a token leave reserves without a price out',
    file: 'packages/schema/src/aggregates/totals-columns.ts',
    edits: [
      {
        find: "{ column: 'supply_apy_weighted', ofCells: weighted('supply_apy', 'supplied'), scale: 'weighted' },",
        replace:
          "{ column: 'supply_apy_weighted', ofCells: sum(`supplied${of} * supply_apy_parts`, 'is_priced'), scale: 'weighted' },",
      },
    ],
    origin: 'product',
  },
  {
    id: 'stream-repeats-at-resume',
    class: 'stream',
    words: 'a stream that resumes within a commit begins with what was told last',
    file: 'apps/api/src/features/stream/open-stream.ts',
    edits: [
      {
        find: 'place <= begun.position;',
        replace: 'place < begun.position;',
      },
    ],
    origin: 'product',
  },
  {
    id: 'stream-loses-at-hand-over',
    class: 'stream',
    words: 'the last commit before a stream turns live is not told',
    file: 'apps/api/src/features/stream/open-stream.ts',
    edits: [
      {
        find: 'if (commit.commitSeq > until || isOver())',
        replace: 'if (commit.commitSeq >= until || isOver())',
      },
    ],
    origin: 'product',
    isRare: true,
  },
  {
    id: 'stream-long-commits-cut',
    class: 'stream',
    words: 'of a commit with more than forty states the stream tells forty',
    file: 'apps/api/src/features/stream/open-stream.ts',
    edits: [
      {
        find: '      .filter(wants.state)',
        replace: '      .slice(0, 40)\n      .filter(wants.state)',
      },
    ],
    origin: 'product',
  },
  {
    id: 'keys-revoked-go-on',
    class: 'keys',
    words: 'a key that was revoked is still taken',
    file: 'packages/schema/src/keys/create-api-key.ts',
    edits: [
      {
        find: "if (key.revokedAt !== null && key.revokedAt <= now) return 'revoked';",
        replace: '',
      },
    ],
    origin: 'product',
  },
  {
    id: 'keys-expired-go-on',
    class: 'keys',
    words: 'a key that has expired is still taken',
    file: 'packages/schema/src/keys/create-api-key.ts',
    edits: [
      {
        find: "return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';",
        replace: "return 'active';",
      },
    ],
    origin: 'product',
  },
];
