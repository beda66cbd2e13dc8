import { accountsOfPool, type BytesAt, readNaivePool, sellUntil } from '../naive/naive-pool.ts';
import type { FaultName } from '../plan/fault-list.ts';
import type { Finding } from './finding.ts';
import { groupBy } from './group-by.ts';
import type { LiquidityFacts, StoredLiquidityBatch, StoredPoolRow } from './liquidity-facts.ts';
import type { SentAnswer } from './sent-log.ts';
import { type StrikeSpan, wasInForce } from './strike-span.ts';
import type { Truth } from './truth.ts';

/** Faults that change accounts in an answer: reads made during them are not judged. */
const SPOILING: ReadonlySet<FaultName> = new Set(['accountsTruncated', 'accountsGarbage', 'accountsWrongOwner']);
const CLOCK_MS = 3_000;
/** The fall at which history keeps the depth of a pool, basis points. */
const HISTORY_BPS = 200;
/** Prices are cut off after 30 digits, doubles after 15. */
const PRICE_TOLERANCE = 1e-12;

/** What the audit goes by. */
export interface PoolTruth {
  readonly truth: Pick<Truth, 'writtenAt'>;
  readonly answers: readonly SentAnswer[];
  readonly strikes: readonly StrikeSpan[];
}

export interface PoolAudit {
  readonly findings: readonly Finding[];
  /** Reads of pools that were compared with what the chain held. */
  readonly judged: number;
}

/**
 * After each stored read the newest row of each pool in it says what the chain held at the bank of the read: of a pool of two reserves its price
 * and depth, to the unit; of every pool whether there is one. A read that is older than one stored before it writes nothing.
 */
export function auditPools(facts: LiquidityFacts, { truth, answers, strikes }: PoolTruth): PoolAudit {
  const rows = groupBy(facts.pools, ({ pool }) => pool);
  const answersOf = groupBy(answers, ({ id }) => id);
  const newest = new Map<string, number>();
  const findings = facts.pools
    .filter(({ source }) => source === null)
    .map(
      ({ pool }): Finding => ({ invariant: 'liquidity', message: `${pool} has a history and is in no list of pools` }),
    );
  let judged = 0;
  for (const batch of facts.batches.filter(({ outcome }) => outcome === 'committed')) {
    const sent = answersOf.get(batch.id) ?? [];
    const isDeliveredTwice = sent.length > batch.calls;
    for (const [pool, own] of rows) {
      const read = sent.filter(({ addresses }) => addresses.includes(pool));
      const current = read.filter(({ slot }) => slot >= (newest.get(pool) ?? 0));
      newest.set(pool, Math.max(newest.get(pool) ?? 0, ...read.map(({ slot }) => slot)));
      if (isSpoilt(batch, strikes)) continue;
      // The process that was stored may have read fewer pools: what is due follows from what a process has read before.
      if (isDeliveredTwice && own.every(({ batchId }) => batchId !== batch.id)) continue;
      // A job that was delivered twice has read twice: one of its reads was stored.
      const problems = current.flatMap((answer) => judge(own, answer, truth) ?? []);
      if (problems.length === 0) continue;
      judged += 1;
      if (problems.every((problem) => problem !== ''))
        findings.push({ invariant: 'liquidity', message: `${pool} (${batch.id}): ${problems.join(', or ')}` });
    }
  }
  return { findings, judged };
}

function isSpoilt({ startedAt, recordedAt }: StoredLiquidityBatch, strikes: readonly StrikeSpan[]): boolean {
  const span = { from: new Date(startedAt.getTime() - CLOCK_MS), to: new Date(recordedAt.getTime() + CLOCK_MS) };
  return strikes.some((strike) => SPOILING.has(strike.fault) && wasInForce(strike, span, 0));
}

/** Returns what is wrong; an empty text where the row is right; null where the answer lacks accounts of the pool, so that it is not judged. */
function judge(own: readonly StoredPoolRow[], answer: SentAnswer, truth: PoolTruth['truth']): string | null {
  const { slot, absent, addresses } = answer;
  const row = own.findLast((each) => each.slot <= slot);
  const at: BytesAt = (address) => (absent.includes(address) ? null : truth.writtenAt(address, slot));
  const [first] = own;
  if (first === undefined || first.source === null) return null;
  const { pool, source } = first;
  const isMissing = at(pool) === null;
  if (row === undefined) return addresses.length === 1 ? null : `at slot ${slot} nothing is stored`;
  if (isMissing !== (row.status === 'missing'))
    return `at slot ${slot} it is ${isMissing ? 'missing' : 'there'}, stored is ${row.status} of slot ${row.slot}`;
  if (isMissing) return '';
  const parts = accountsOfPool(source, pool, at);
  if (parts === null) return addresses.length === 1 ? null : '';
  // Accounts that the read did not ask for, or that the node withheld: what the pool holds is not known then.
  if (!parts.every((address) => addresses.includes(address) && !absent.includes(address))) return null;
  const naive = readNaivePool(source, pool, at);
  if (naive === null || naive.mints.some((mint) => !addresses.includes(mint) || at(mint) === null)) return null;
  const [a, b] = naive.reserves;
  const price = Number(b) / Number(a);
  if (!(Math.abs(Number(row.price) / price - 1) < PRICE_TOLERANCE))
    return `at slot ${slot} its price is ${price}, stored is ${row.price ?? 'none'} of slot ${row.slot}`;
  const expected = [sellUntil(naive, 0, HISTORY_BPS), sellUntil(naive, 1, HISTORY_BPS)].map(String);
  const stored = [row.sellA, row.sellB].map((amount) => amount ?? 'none');
  return expected.join() === stored.join()
    ? ''
    : `at slot ${slot} it takes ${expected.join(' and ')}, stored is ${stored.join(' and ')} of slot ${row.slot}`;
}
