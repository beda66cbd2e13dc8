import {
  type Database,
  type PollBatch,
  type QuarantineInput,
  upsertLendingMarkets,
  upsertReserves,
  writePollBatch,
} from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { z } from 'zod';
import { bankAt, buildMarketRow, buildReserveRow, buildState, sha256Of } from './rows.ts';
import type { TestApi } from './start-api.ts';

/** An observation of reserves by their labels. */
export interface Observation {
  readonly labels: readonly string[];
  /** Those of them that were refused. */
  readonly refused?: readonly string[];
  /** Those of them that were not there. */
  readonly gone?: readonly string[];
  readonly kind?: PollBatch['kind'];
  /** 30 s when left out. */
  readonly gapAfterMs?: number;
}

const GAP_AFTER_MS = 30_000;

/** Stores one observation as a committed batch at the bank of a second. */
export async function commitObservation(
  { sql }: Database,
  seconds: number,
  bank: Bank,
  observation: Observation,
): Promise<void> {
  const { labels, refused = [], gone = [], kind = 'poll', gapAfterMs = GAP_AFTER_MS } = observation;
  const seen = labels.filter((label) => !refused.includes(label) && !gone.includes(label));
  await writePollBatch(sql, {
    id: `${kind}-${seconds}`,
    protocol: 'kamino',
    batchIndex: 0,
    commitment: 'confirmed',
    requested: labels.map(addressFromLabel),
    startedAt: new Date(),
    durationMs: 1,
    rpcEndpoint: 'rpc.example',
    ...bank,
    heartbeatMs: 600_000,
    kind,
    gapAfterMs,
    states: seen.map((label) => buildState(label, 0, { ...bank, accountSha256: sha256Of(label) })),
    reserves: [],
    missing: gone.map(addressFromLabel),
    quarantined: refused.map(refusalOf),
  });
}

interface Bank {
  readonly slot: bigint;
  readonly observedAt: Date;
}

function refusalOf(label: string): QuarantineInput {
  return {
    address: addressFromLabel(label),
    accountKind: 'reserve',
    protocol: 'kamino',
    lendingMarket: addressFromLabel('market'),
    listed: true,
    reasonCode: 'UNKNOWN_VERSION',
    expected: '1',
    actual: '2',
    dataSha256: sha256Of(label),
    dataLength: 1,
    data: new Uint8Array(1),
  };
}

export const START = bankAt(0).observedAt.getTime() / 1000;
/** The first hour of the seeded observations. */
export const HOUR = `from=${START}&to=${START + 3_600}`;
const STEP = 20;

const gapSchema = z.strictObject({
  from: z.number(),
  to: z.number(),
  from_slot: z.number().nullable(),
  to_slot: z.number().nullable(),
  gap_reason_str: z.string(),
  ongoing_b: z.boolean(),
});
export const coverageRowSchema = z.looseObject({
  reserve: z.string(),
  expected_seconds: z.number(),
  observed_seconds: z.number(),
  missing_seconds: z.number(),
  gaps: z.array(gapSchema),
});
const answerSchema = z.object({
  data: z.array(coverageRowSchema),
  meta: z.looseObject({ count: z.number(), next_cursor: z.string().nullable() }),
});
export type CoverageTestRow = z.output<typeof coverageRowSchema>;

/**
 * Observations every 20 s at SOL and USDC from second 0 to 600 and from 1500 to 2400, then never again; USDC is refused from 1800 to
 * 2080; JTO is found at second 2000. The clock of the chain is that of the database.
 */
export async function seedObservations(database: Database): Promise<void> {
  const { sql } = database;
  await upsertLendingMarkets(sql, [buildMarketRow()]);
  await upsertReserves(sql, [buildReserveRow('SOL'), buildReserveRow('USDC')]);
  const observation = (seconds: number, labels: readonly string[]) =>
    commitObservation(database, seconds, bankAt(seconds), {
      labels,
      refused: labels.includes('USDC') && seconds >= 1_800 && seconds <= 2_080 ? ['USDC'] : [],
    });
  for (let seconds = 0; seconds <= 600; seconds += STEP) await observation(seconds, ['SOL', 'USDC']);
  for (let seconds = 1_500; seconds < 2_000; seconds += STEP) await observation(seconds, ['SOL', 'USDC']);
  const { slot, observedAt } = bankAt(2_000);
  await upsertReserves(sql, [buildReserveRow('JTO', { configSlot: slot, configObservedAt: observedAt })]);
  await commitObservation(database, 2_000, bankAt(2_000), { labels: ['JTO'], kind: 'discover' });
  for (let seconds = 2_000; seconds <= 2_400; seconds += STEP) await observation(seconds, ['JTO', 'SOL', 'USDC']);
  await sql`UPDATE lend.reserve_latest SET recorded_at = observed_at`;
}

/** Asks for coverage as JSON. */
export async function askCoverage({ call }: Pick<TestApi, 'call'>, query: string) {
  return answerSchema.parse((await call(`/v1/coverage?${query}`)).json());
}

/** The one row of a reserve. */
export async function coverageOf(api: Pick<TestApi, 'call'>, label: string, query: string): Promise<CoverageTestRow> {
  const { data } = await askCoverage(api, `${query}&reserve=${addressFromLabel(label)}`);
  const [row] = data;
  if (row === undefined || data.length > 1) throw new Error('one row was expected');
  return row;
}
