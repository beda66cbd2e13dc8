import { createRepeatFilter, errorCode } from '@tidemark/runtime';
import type { AccountConfigChange, QuarantineInput } from '@tidemark/schema';
import type { Logger } from 'pino';
import type { IndexerMetrics } from '../metrics.ts';
import type { DiscoverReport } from './discover.ts';
import type { PollBatchReport, WaitCode } from './run-poll-batch.ts';
import type { UnknownSize } from './unknown-sizes.ts';

/** Quarantined addresses and reasons that are remembered as logged; beyond it they are logged again. */
const MAX_LOGGED = 10_000;

/** What log and metrics say about the work of a pipeline. */
export class PipelineObserver {
  readonly #logger: Logger;
  readonly #metrics: IndexerMetrics;
  readonly #quarantined = new Set<string>();
  readonly #repeats = createRepeatFilter(60_000);
  #hasWarnedOfListing = false;
  /** Labels of the last count. */
  #unknownSizes: readonly { protocol: string; account_kind: string; size: string }[] = [];

  constructor(logger: Logger, metrics: IndexerMetrics) {
    this.#logger = logger;
    this.#metrics = metrics;
  }

  batchCommitted({ bank, result, slotDuration, quarantined }: PollBatchReport): void {
    const { batches, rows, missing, slotDuration: inUse } = this.#metrics;
    batches.inc({ outcome: result.alreadyWritten ? 'repeated' : 'committed' });
    inUse.reset();
    inUse.set({ source: slotDuration.source }, slotDuration.slotDurationMs / 1000);
    this.stored({ quarantined, configChanges: result.configChanges });
    if (result.alreadyWritten) return;
    rows.inc({ kind: 'snapshot' }, result.snapshotsWritten);
    rows.inc({ kind: 'latest' }, result.latestWritten);
    rows.inc({ kind: 'unchanged' }, result.unchanged);
    rows.inc({ kind: 'older' }, result.olderThanLatest);
    missing.inc(result.missing);
    this.#metrics.recordBank(bank, slotDuration.slotDurationMs);
  }

  batchWaited(code: WaitCode): void {
    this.#metrics.batches.inc({ outcome: code });
  }

  batchFailed(error: unknown): void {
    const code = errorCode(error) ?? 'INTERNAL_ERROR';
    this.#metrics.batches.inc({ outcome: code });
    if (code !== 'CHAIN_HALTED' || this.#repeats(code, performance.now()) === null) return;
    this.#logger.warn(
      { code, err: error },
      'the chain stands, or every node that was asked: nothing is stored meanwhile',
    );
  }

  /** Warns once when the provider does not list accounts. */
  discovered({ source, reserves, markets }: DiscoverReport): void {
    const isRefused = source !== 'listed';
    this.#metrics.listingRefused.set(isRefused ? 1 : 0);
    this.#metrics.discovered.set({ account_kind: 'reserve' }, reserves);
    this.#metrics.discovered.set({ account_kind: 'lending_market' }, markets);
    if (!isRefused || this.#hasWarnedOfListing) return;
    this.#hasWarnedOfListing = true;
    this.#logger.warn(
      { source, reserves, markets },
      'the RPC provider does not list program accounts: only a known list is followed, new reserves are not seen',
    );
  }

  /** Warns of accounts in sizes that no decoder knows. */
  countedSizes(protocol: string, found: readonly UnknownSize[]): void {
    const { unknownSizes } = this.#metrics;
    // What was found before and is gone is none.
    for (const labels of this.#unknownSizes) unknownSizes.set(labels, 0);
    this.#unknownSizes = found.map(({ accountKind, size, accounts }) => {
      const labels = { protocol, account_kind: accountKind, size: `${size}` };
      unknownSizes.set(labels, accounts);
      return labels;
    });
    if (found.length === 0) return;
    const message = 'the program has accounts in a size that no decoder knows: they are not read. Was it upgraded?';
    this.#logger.warn({ protocol, found }, message);
  }

  /** Counts quarantined accounts each time and logs each address and reason once; logs changed parameters by account. */
  stored({
    quarantined,
    configChanges,
  }: {
    readonly quarantined: readonly QuarantineInput[];
    readonly configChanges: readonly AccountConfigChange[];
  }): void {
    for (const entry of quarantined) this.#quarantine(entry);
    const byAccount = new Map<string, AccountConfigChange[]>();
    for (const change of configChanges) {
      this.#metrics.configChanges.inc({ account_kind: change.accountKind });
      byAccount.set(change.account, [...(byAccount.get(change.account) ?? []), change]);
    }
    for (const [account, own] of byAccount) {
      const parameters = own.map(({ field, oldValue, newValue }) => ({ field, oldValue, newValue }));
      const { accountKind, slot } = own[0] ?? {};
      this.#logger.info({ account, accountKind, slot, parameters }, 'parameters changed');
    }
  }

  #quarantine({ address, accountKind, reasonCode, expected, actual }: QuarantineInput): void {
    this.#metrics.quarantined.inc({ account_kind: accountKind, reason: reasonCode });
    const key = `${address} ${reasonCode}`;
    if (this.#quarantined.has(key)) return;
    if (this.#quarantined.size >= MAX_LOGGED) this.#quarantined.clear();
    this.#quarantined.add(key);
    this.#logger.warn({ address, accountKind, reasonCode, expected, actual }, 'account quarantined');
  }
}
