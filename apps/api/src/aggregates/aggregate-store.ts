import type { Logger } from '@tidemark/runtime';
import type { AggregateInputs } from '@tidemark/schema';
import { createDerivedStore, type DerivedStore } from '../latest/derived-store.ts';
import type { DatasetOptions, LatestDataset } from '../latest/latest-dataset.ts';
import { type AggregateDataset, prepareAggregates } from './aggregate-dataset.ts';

export interface AggregateStoreOptions extends DatasetOptions {
  /** Name of the protocol in the database. */
  readonly protocol: string;
  readonly load: () => Promise<AggregateInputs>;
  /** The latest reserves in memory: as long as they stay, so do the totals. */
  readonly latest: () => LatestDataset | null;
  readonly logger: Logger;
}

/** Totals of markets, tokens and the protocol, added up when they are asked for. */
export type AggregateStore = DerivedStore<AggregateDataset>;

export function createAggregateStore(options: AggregateStoreOptions): AggregateStore {
  return createDerivedStore<AggregateDataset>({
    derive: async () => prepareAggregates(options.protocol, await options.load(), options),
    latest: options.latest,
    logger: options.logger,
    what: 'totals',
  });
}
