import { aggregate, type NaiveOutcome, type NaivePrevious } from '../naive/prices/naive-aggregate.ts';
import { dollarText, parseDollars } from '../naive/prices/exact-price.ts';
import type { NaiveBank, NaiveObservation } from '../naive/prices/naive-observation.ts';
import type { FaultName } from '../plan/fault-list.ts';
import type { Finding } from './finding.ts';
import { groupBy } from './group-by.ts';
import { observedAt as observationsAt, type PricedChain } from './price-inputs.ts';
import type { PriceFacts, StoredAggregate, StoredPriceBatch, StoredPriceObservation } from './price-facts.ts';
import type { ReserveReads } from './reserve-reads.ts';
import type { SentAnswer } from './sent-log.ts';
import { type StrikeSpan, wasInForce } from './strike-span.ts';

/** What spoils accounts on their way: of what was read then nobody knows. */
const SPOILING: ReadonlySet<FaultName> = new Set(['accountsTruncated', 'accountsGarbage', 'accountsWrongOwner']);
/** Reserves that a node withheld count as gone until they are seen again. */
export const HIDING: ReadonlySet<FaultName> = new Set(['accountsMissing', ...SPOILING]);
const CLOCK_MS = 3_000;
/** Polls come back within it. */
export const HIDDEN_MS = 30_000;

export interface PriceAudit {
  readonly findings: readonly Finding[];
  /** Prices of tokens that were compared with what the chain held. */
  readonly judged: number;
}

/** A committed batch with its bank. */
type Bank = StoredPriceBatch & { readonly slot: number; readonly observedAt: Date };

/** What the audit goes by. */
export interface PriceTruth {
  readonly chain: PricedChain;
  readonly answers: readonly SentAnswer[];
  readonly strikes: readonly StrikeSpan[];
  readonly slotMs: number;
  /** When reserves were read. */
  readonly reads: ReserveReads;
}

/** Every price that was in force after a batch is the one that the rule makes of what the chain held at the bank of the batch. */
export function auditPrices(facts: PriceFacts, truth: PriceTruth): PriceAudit {
  const findings: Finding[] = [];
  const { batches } = facts;
  const committed = batches.filter((batch): batch is Bank => batch.outcome === 'committed' && batch.slot !== null);
  const observations = groupBy(facts.observations, ({ mint }) => mint);
  const aggregates = groupBy(facts.aggregates, ({ mint }) => mint);
  let judged = 0;
  for (const mint of new Set(committed.flatMap(({ mints }) => mints))) {
    const audit = auditToken(mint, committed, truth, {
      observations: observations.get(mint) ?? [],
      aggregates: aggregates.get(mint) ?? [],
    });
    findings.push(...audit.findings);
    judged += audit.judged;
  }
  findings.push(...auditFeeds(facts, truth.chain));
  return { findings, judged };
}

interface OfToken {
  readonly observations: readonly StoredPriceObservation[];
  readonly aggregates: readonly StoredAggregate[];
}

/** The batches of a token in their order; what is older than the newest before it writes nothing. */
function auditToken(mint: string, committed: readonly Bank[], truth: PriceTruth, stored: OfToken): PriceAudit {
  const findings: Finding[] = [];
  const own = committed.filter(({ mints }) => mints.includes(mint));
  const written = own.filter((batch, at) => own.slice(0, at).every((before) => !isBefore(batch, before)));
  let previous: NaivePrevious | null = null;
  let judged = 0;
  for (const [at, batch] of written.entries()) {
    const row = stored.aggregates.findLast((each) => !isBefore(batch, each));
    // Of several batches of one bank the last counts.
    const next = written[at + 1];
    const isOver = next !== undefined && next.slot === batch.slot;
    const bank: NaiveBank = { slot: batch.slot, unixTime: seconds(batch.observedAt), slotMs: truth.slotMs };
    const found = tell(mint, batch, bank, truth, stored.observations);
    // A batch that began earlier and was stored later may know fewer sources than are on record.
    const isOvertaken = written.slice(0, at).some(({ startedAt }) => startedAt > batch.startedAt);
    const told = found === null ? null : { ...found, isPartial: found.isPartial || isOvertaken };
    const isKnown = told !== null && !isOver && row !== undefined;
    const outcomes: readonly NaiveOutcome[] = isKnown ? aggregate(mint, told.observations, bank, previous) : [];
    if (isKnown) {
      judged += 1;
      const problems = problemsOf(row, batch, outcomes, told);
      findings.push(...problems.map((problem) => findingOf(`${mint} at slot ${batch.slot} (${batch.id}): ${problem}`)));
    }
    previous = nextPrevious(row, batch, outcomes, previous);
  }
  const ids = new Set(written.map(({ id }) => id));
  const stray = [...stored.aggregates, ...stored.observations].find(({ batchId }) => !ids.has(batchId));
  if (stray !== undefined) findings.push(findingOf(`${mint}: a row of ${stray.batchId}, which has none to write`));
  return { findings, judged };
}

interface Told {
  readonly observations: readonly NaiveObservation[];
  /** Reserves may have been left out, with the feeds that they name: a node withheld them, or they were not known yet. */
  readonly isPartial: boolean;
  readonly problems: readonly string[];
}

/** What the sources of a token said at a bank; null where nobody knows what was read. */
function tell(
  mint: string,
  batch: Bank,
  bank: NaiveBank,
  { chain, answers, strikes, reads }: PriceTruth,
  stored: readonly StoredPriceObservation[],
): Told | null {
  const span = {
    from: new Date(batch.startedAt.getTime() - CLOCK_MS),
    to: new Date(batch.recordedAt.getTime() + CLOCK_MS),
  };
  if (strikes.some((strike) => SPOILING.has(strike.fault) && wasInForce(strike, span, 0))) return null;
  const answer = answers.findLast(({ id, slot }) => id === batch.id && slot === batch.slot);
  if (answer === undefined) return null;
  const known = stored.filter((row) => !isBefore(batch, row));
  const inForce = new Map(known.map((row) => [row.feed, row]));
  const { startedAt, recordedAt } = batch;
  const priced = { unixTime: bank.unixTime, startedAt, recordedAt, isFirst: batch.id.endsWith('-0') };
  const problemOfRead = (reserve: string, isNotRead: boolean) => reads.problemOf(reserve, priced, isNotRead);
  const { observations, problems } = observationsAt(chain, { mint, bank, answer, inForce, problemOfRead });
  const isPartial = strikes.some((strike) => HIDING.has(strike.fault) && wasInForce(strike, span, HIDDEN_MS));
  return { observations, isPartial, problems };
}

function problemsOf(
  row: StoredAggregate,
  batch: Bank,
  outcomes: readonly NaiveOutcome[],
  { observations, isPartial, problems }: Told,
): string[] {
  const sources = observations.length;
  if (row.sources !== sources && !(isPartial && row.sources < sources))
    return [`${row.sources} sources, not ${sources}`];
  // Which of them were left out is not on record.
  if (row.sources !== sources) return [];
  if (problems.length > 0) return [...problems];
  const price = parseDollars(row.price);
  const same = outcomes.filter((one) => one.status === row.status && one.price === price && one.used === row.used);
  if (same.length === 0) {
    const words = outcomes.map(({ status, price: wanted, used }) => `${status} ${dollarText(wanted)} of ${used}`);
    return [`${row.status} ${row.price ?? 'none'} of ${row.used}, not ${words.join(' or ')}`];
  }
  if (row.batchId !== batch.id) return [];
  const isInTime = same.some(({ publishedAt, slack }) => {
    if (publishedAt === null || row.publishedAt === null) return publishedAt === null && row.publishedAt === null;
    return Math.abs(seconds(row.publishedAt) - publishedAt) <= slack;
  });
  return isInTime ? [] : [`published at ${row.publishedAt?.toISOString()}, which is not the oldest of its prices`];
}

/** The price is that of the row, its time that of the outcome: only changes are stored. */
function nextPrevious(
  row: StoredAggregate | undefined,
  batch: Bank,
  outcomes: readonly NaiveOutcome[],
  before: NaivePrevious | null,
): NaivePrevious | null {
  const price = row === undefined ? null : parseDollars(row.price);
  if (row === undefined || price === null) return null;
  const outcome = outcomes.find((one) => one.status === row.status && one.price === price);
  if (outcome?.publishedAt != null) return { price, publishedAt: outcome.publishedAt, slack: outcome.slack };
  const since = seconds(row.publishedAt ?? row.observedAt);
  if (row.batchId === batch.id) return { price, publishedAt: since, slack: 0 };
  // It was said again: when is between what is known before and now.
  const from = before?.price === price ? before.publishedAt - before.slack : since;
  const slack = (seconds(batch.observedAt) - from) / 2;
  return { price, publishedAt: from + slack, slack };
}

/** In the end every feed that a reserve of a listed market names has been read. */
function auditFeeds({ observations, latest }: PriceFacts, chain: PricedChain): Finding[] {
  const seen = new Set(observations.map(({ mint, feed }) => `${mint} ${feed}`));
  const unseen = chain.feeds.filter(({ mint, id }) => !seen.has(`${mint} ${id}`));
  const priced = new Set(latest.map(({ mint }) => mint));
  const unpriced = chain.mints.filter((mint) => !priced.has(mint));
  return [
    ...unseen.map(({ mint, id }) => findingOf(`${mint}: nothing was ever stored of ${id}`)),
    ...unpriced.map((mint) => findingOf(`${mint} has no row`)),
  ];
}

interface Place {
  readonly slot: number;
  readonly observedAt: Date;
}

function isBefore(a: Place, b: Place): boolean {
  return a.slot === b.slot ? a.observedAt < b.observedAt : a.slot < b.slot;
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function findingOf(message: string): Finding {
  return { invariant: 'prices', message };
}
