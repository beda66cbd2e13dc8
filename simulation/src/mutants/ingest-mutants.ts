import type { Mutant } from './mutant.ts';

/** Bugs between the answer of a node and the rows that are stored of it. */
export const INGEST_MUTANTS: readonly Mutant[] = [
  {
    id: 'fetch-leaves-some-out',
    class: 'fetch',
    words: 'one of seven addresses is left out of each poll',
    file: 'apps/indexer/src/jobs/poll.ts',
    edits: [
      {
        find: 'addresses: [...addresses]',
        replace: 'addresses: addresses.filter(() => Math.random() >= 1 / 7)',
      },
    ],
    origin: 'audit',
  },
  {
    id: 'fetch-between-batches',
    class: 'fetch',
    words: 'the first address of every batch but the first is left out',
    file: 'apps/indexer/src/pipeline/companions.ts',
    edits: [
      {
        find: 'pieces.push([reserve]);',
        replace: 'pieces.push(pieces.length === 0 ? [reserve] : []);',
      },
    ],
    origin: 'product',
  },
  {
    id: 'fetch-clock-of-the-future',
    class: 'fetch',
    words: 'banks are timed one second late',
    file: 'apps/indexer/src/pipeline/fetch-batch.ts',
    edits: [
      {
        find: 'return { bank: { slot, unixTimestamp }, accounts',
        replace: 'return { bank: { slot, unixTimestamp: unixTimestamp + 1n }, accounts',
      },
    ],
    origin: 'product',
  },
  {
    id: 'decode-refusals-unsaid',
    class: 'decode',
    words: 'accounts that cannot be decoded are left out in silence',
    file: 'apps/indexer/src/pipeline/quarantine.ts',
    edits: [
      {
        find: 'quarantined.push(toQuarantineEntry(account, subjectOf(account), error));',
        replace: 'toQuarantineEntry(account, subjectOf(account), error);',
      },
    ],
    origin: 'product',
  },
  {
    id: 'decode-refuses-good-accounts',
    class: 'decode',
    words: 'one of forty good accounts is refused',
    file: 'apps/indexer/src/pipeline/reserve-decoder.ts',
    edits: [
      {
        find: 'const last = this.#last.get(account.address);',
        replace: `if (Math.random() < 1 / 40) this.#protocol.decodeReserve({ ...account, data: account.data.slice(1) });
    const last = this.#last.get(account.address);`,
      },
    ],
    origin: 'product',
  },
  {
    id: 'derive-no-referral-fee',
    class: 'derive',
    words: 'states are accrued without the referral fee of their market',
    file: 'apps/indexer/src/pipeline/make-rows.ts',
    edits: [
      {
        find: 'protocol.terms(row.config, market, row.tokenDecimals)',
        replace:
          'protocol.terms(row.config, market === null ? null : { ...market, referralFeeBps: 0 }, row.tokenDecimals)',
      },
    ],
    origin: 'product',
  },
  {
    id: 'derive-swapped-times',
    class: 'derive',
    words: 'two timestamps of one row in fifty are swapped',
    file: 'packages/schema/src/rows/to-reserve-state.ts',
    edits: [
      {
        find: 'accountSha256: source.accountSha256,',
        replace: `...(Math.random() < 1 / 50
      ? { lastUpdateAt: state.priceUpdatedAt, marketPriceUpdatedAt: state.lastUpdateAt }
      : {}),
    accountSha256: source.accountSha256,`,
      },
    ],
    origin: 'audit',
  },
  {
    id: 'derive-fixed-slot-duration',
    class: 'derive',
    words: 'every slot is taken for 400 ms long, whatever was measured',
    file: 'apps/indexer/src/pipeline/make-rows.ts',
    edits: [
      {
        find: 'const { slotDurationMs, source: slotDurationSource } = slotDuration;',
        replace: `const { source: slotDurationSource } = slotDuration;
  const slotDurationMs = 400;`,
      },
    ],
    origin: 'product',
  },
  {
    id: 'store-polls-vanish',
    class: 'store',
    words: 'one of four polls is read and never stored',
    file: 'apps/indexer/src/pipeline/run-poll-batch.ts',
    edits: [
      {
        find: 'const result = await writePollBatch(deps.sql, batch);',
        replace: `if (work.id.startsWith('poll-') && Math.random() < 1 / 4) return { ...read, result: { configChanges: [] }, quarantined: [] };
    const result = await writePollBatch(deps.sql, batch);`,
      },
    ],
    origin: 'audit',
  },
  {
    id: 'store-quiet-polls-vanish',
    class: 'store',
    words: 'a poll in which nothing had changed is not stored at all',
    file: 'packages/schema/src/queries/write-poll-batch.ts',
    edits: [
      {
        find: '  const writing = tx',
        replace: `  if (batch.kind === 'poll' && unchanged > 0 && unchanged === batch.states.length) {
    return {
      alreadyWritten: false, snapshotsWritten: 0, latestWritten: 0, unchanged, missing: 0, quarantined: 0,
      olderThanLatest, configChanges, commitSeq: null,
    };
  }
  const writing = tx`,
      },
    ],
    origin: 'audit',
  },
  {
    id: 'store-followed-rows-dropped',
    class: 'store',
    words: 'one of three states that notifications brought is dropped',
    file: 'packages/schema/src/queries/write-poll-batch.ts',
    edits: [
      {
        find: 'const decisions = await decideAll(tx, batch, reserves);',
        replace: `const decisions = (await decideAll(tx, batch, reserves)).filter(
    () => batch.kind !== 'follow' || Math.random() >= 1 / 3,
  );`,
      },
    ],
    origin: 'audit',
  },
  {
    id: 'store-rows-dropped',
    class: 'store',
    words: 'one of fifty rows is not written',
    file: 'packages/schema/src/queries/write-poll-batch-sql.ts',
    edits: [
      {
        find: 'WHERE reason IS NOT NULL AND (observed_at',
        replace: 'WHERE reason IS NOT NULL AND random() >= 0.02 AND (observed_at',
      },
    ],
    origin: 'audit',
  },
  {
    id: 'store-rows-doubled',
    class: 'store',
    words: 'one of fifty observations that found nothing new is stored all the same',
    file: 'packages/schema/src/queries/poll-batch.ts',
    edits: [
      {
        find: ">= heartbeatMs ? 'heartbeat' : null;",
        replace: ">= heartbeatMs || Math.random() < 0.02 ? 'heartbeat' : null;",
      },
    ],
    origin: 'audit',
  },
  {
    id: 'store-no-second-heartbeat',
    class: 'store',
    words: 'an unchanged state is stored again every half hour instead of every ten minutes',
    file: 'packages/schema/src/queries/poll-batch.ts',
    edits: [
      {
        find: '>= heartbeatMs ?',
        replace: '>= 3 * heartbeatMs ?',
      },
    ],
    origin: 'product',
  },
  {
    id: 'store-recorded-too-early',
    class: 'store',
    words: 'one batch in ten says that it was stored a second and a half before it was, when another one was',
    file: 'packages/schema/src/queries/write-poll-batch-sql.ts',
    edits: [
      {
        find: 'unchanged, missing, quarantined, older_than_latest, first_reserve, last_reserve, not_observed, started_at,',
        replace:
          'unchanged, missing, quarantined, older_than_latest, first_reserve, last_reserve, not_observed, recorded_at, started_at,',
      },
      {
        find: 'b.last_reserve, b.not_observed, b.started_at,',
        replace:
          "b.last_reserve, b.not_observed, now() - CASE WHEN random() < 0.1 THEN interval '1500 ms' ELSE interval '0' END, b.started_at,",
      },
    ],
    origin: 'audit',
  },
];
