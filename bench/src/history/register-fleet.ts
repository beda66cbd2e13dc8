import { decodeLendingMarket, decodeReserve, type LendingMarket, type Reserve } from '@tidemark/protocols/kamino';
import { waitFor } from '@tidemark/testing';
import type postgres from 'postgres';
import { type BenchStack, startFleetChain, startFleetIndexer } from '../lib/bench-stack.ts';
import { buildFleet, FLEET_SIZE } from '../lib/reserve-fleet.ts';
import type { Month } from './month.ts';

/** A reserve of the fleet with its lending market, as their accounts are at the start. */
export interface FleetReserve {
  readonly reserve: Reserve;
  readonly market: LendingMarket;
}

/**
 * Has the indexer register the fleet from localnet, at the first second of the month, and forgets its observations: identity,
 * configuration and lending markets are those that the indexer writes. Throws where reserves are stored already.
 */
export async function registerFleet(stack: BenchStack, sql: postgres.Sql, month: Month): Promise<FleetReserve[]> {
  const [row] = await sql<{ stored: number }[]>`SELECT count(*)::int AS stored FROM lend.reserves`;
  const stored = row?.stored ?? 0;
  if (stored > 0)
    throw new Error(`the database holds ${stored} reserves already: a month is only made in an empty one`);
  const chain = await startFleetChain(stack, 0, { LOCALNET_UNIX_TIME: String(month.start.getTime() / 1000) });
  const indexer = await startFleetIndexer(stack, chain.url, 1_000);
  const isRegistered = async () => {
    const [latest] = await sql<{ known: number }[]>`SELECT count(*)::int AS known FROM lend.reserve_latest`;
    return latest?.known === FLEET_SIZE;
  };
  await waitFor(isRegistered, { timeoutMs: 60_000, description: 'all reserves to be registered' });
  await indexer.stop();
  await chain.stop();
  await sql`
    TRUNCATE lend.reserve_snapshots, lend.reserve_latest, lend.poll_batches, lend.failed_attempts, lend.batch_commits,
      lend.observation_spans, lend.ingest_gaps, lend.reserve_quarters, lend.reserve_hours, lend.reserve_days,
      lend.bucket_totals, lend.bucket_totals_due, lend.rollup_state, lend.reserve_sets RESTART IDENTITY`;
  // Sums of a protocol count markets that it lists, and these are on no list.
  await sql`UPDATE lend.lending_markets SET listed = true`;
  return decodeFleet();
}

function decodeFleet(): FleetReserve[] {
  const { reserves, lendingMarkets } = buildFleet(FLEET_SIZE);
  const markets = new Map(lendingMarkets.map((account) => [account.address, decodeLendingMarket(account)]));
  return reserves.map((account): FleetReserve => {
    const reserve = decodeReserve(account);
    const market = markets.get(reserve.lendingMarket);
    if (market === undefined) throw new Error(`${reserve.address} is of a lending market that is not in the fleet`);
    return { reserve, market };
  });
}
