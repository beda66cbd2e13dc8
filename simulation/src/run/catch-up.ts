import { PROTOCOL_NAMES } from '@tidemark/protocols';
import { waitFor } from '@tidemark/testing';
import { askLatest, type NewestRow, unrenewedOf, unservedOf } from '../watch/latest-answer.ts';
import { isRolledUp } from './rollups.ts';
import type { World } from './world.ts';

/** Slots that the chain moves by when everything is well again. */
const LAST_SLOTS = 7;
/** In so few slots there may be nothing to notify of, and a notification whose batch failed does not come again. */
export const STEP_EVERY_MS = 1_000;

type Until = (description: string, condition: () => Promise<boolean> | boolean) => Promise<true>;

/** Waits for conditions of the quiet phase, each for as long as the plan says. */
export function createUntil({ plan }: Pick<World, 'plan'>): Until {
  return (description, condition) => waitFor(condition, { timeoutMs: plan.timeoutMs, intervalMs: 100, description });
}

/**
 * Moves the chain on once more and waits until the indexers that are there have all of it in the database, polled, followed
 * and discovered, and in the rollups, and until the API has it. Throws what did not come; `who` says of whom it was expected.
 */
export async function catchUp(world: World, who: string): Promise<void> {
  const until = createUntil(world);
  const untilBy: Until = (description, condition) => until(`${description}, by ${who},`, condition);
  const etags = await readEtags(world);
  let slot = await step(world);
  await untilStored(world, slot, untilBy);
  if (world.plan.follows) {
    slot = await untilFollowed(world, slot, untilBy);
    await untilStored(world, slot, untilBy);
  }
  await untilPolled(world, slot, untilBy);
  await untilDiscovered(world, slot, untilBy);
  await untilPriced(world, slot, untilBy);
  await untilLiquid(world, slot, untilBy);
  await untilRolledUp(world, untilBy);
  await untilServed(world, untilBy);
  await expectRenewed(world, etags);
}

/** The slot of the newest bank, on all nodes. */
export async function step({ nodes }: World): Promise<number> {
  const [bank] = await Promise.all(nodes.map((node) => node.step(LAST_SLOTS)));
  return bank?.slot ?? 0;
}

/** Every reserve of the chain, at the slot. */
async function untilStored({ nodes, database: { admin } }: World, slot: number, untilBy: Until): Promise<void> {
  const reserves = (await nodes[0]?.countReserves()) ?? 0;
  await untilBy(`each of ${reserves} reserves at slot ${slot} in the database`, async () => {
    const [row] = await admin<{ slot: number; count: number; known: number }[]>`
      SELECT min(slot)::float8 AS slot, count(*)::int AS count, (SELECT count(*)::int FROM lend_v1.reserves) AS known
      FROM lend_v1.reserve_latest`;
    return row !== undefined && row.slot >= slot && row.count >= reserves && row.count === row.known;
  });
}

/** Something that was read at the slot or after because of a notification. The chain continues meanwhile; returns how far. */
async function untilFollowed(world: World, since: number, untilBy: Until): Promise<number> {
  const { admin } = world.database;
  let slot = since;
  let steppedAt = performance.now();
  await untilBy(`a batch of notified reserves at slot ${since} or after`, async () => {
    const rows = await admin`
      SELECT FROM lend_v1.poll_batches WHERE kind_str = 'follow' AND outcome_str = 'committed' AND slot >= ${since} LIMIT 1`;
    if (rows.length > 0) return true;
    if (performance.now() - steppedAt >= STEP_EVERY_MS) {
      slot = await step(world);
      steppedAt = performance.now();
    }
    return false;
  });
  return slot;
}

/** Notifications alone would store everything, too: polls have to come back by themselves. */
async function untilPolled({ database: { admin } }: World, slot: number, untilBy: Until): Promise<void> {
  await untilBy(`a poll at slot ${slot} or after`, async () => {
    const rows = await admin`
      SELECT FROM lend_v1.poll_batches WHERE kind_str = 'poll' AND outcome_str = 'committed' AND slot >= ${slot} LIMIT 1`;
    return rows.length > 0;
  });
}

/** A lending market that is known is read again by discovery alone. */
async function untilDiscovered({ database: { admin } }: World, slot: number, untilBy: Until): Promise<void> {
  await untilBy(`each lending market at slot ${slot} in the database`, async () => {
    const [row] = await admin<{ slot: number | null }[]>`SELECT min(slot)::float8 AS slot FROM lend_v1.lending_markets`;
    return (row?.slot ?? -1) >= slot;
  });
}

/** A price of each token, whatever its status, of accounts that were read at the slot or after. */
async function untilPriced({ database: { admin } }: World, slot: number, untilBy: Until): Promise<void> {
  await untilBy(`a price of each token at slot ${slot} in the database`, async () => {
    const [row] = await admin<{ slot: number | null }[]>`SELECT min(slot)::float8 AS slot FROM lend_v1.prices_latest`;
    return (row?.slot ?? -1) >= slot;
  });
}

/** Depth of tokens out of pools that were read at the slot or after. */
async function untilLiquid({ database: { admin } }: World, slot: number, untilBy: Until): Promise<void> {
  await untilBy(`a read of pools at slot ${slot}`, async () => {
    const [row] = await admin<
      { slot: number | null }[]
    >`SELECT min(slot_max)::float8 AS slot FROM lend_v1.liquidity_tokens_latest`;
    return (row?.slot ?? -1) >= slot;
  });
}

export interface LastCommit {
  readonly seq: bigint;
  readonly at: Date;
}

export async function lastCommit({ database: { admin } }: World): Promise<LastCommit> {
  const [row] = await admin<{ seq: string; at: Date }[]>`
    SELECT commit_seq::text AS seq, committed_at AS at FROM lend_v1.batch_commits ORDER BY commit_seq DESC LIMIT 1`;
  return { seq: BigInt(row?.seq ?? 0), at: row?.at ?? new Date(0) };
}

/** By the indexers that have come through the faults, and not by one that was started after them. */
async function untilRolledUp(world: World, untilBy: Until): Promise<void> {
  const { seq, at } = await lastCommit(world);
  await untilBy(`commit ${seq} in the rollups`, () => isRolledUp(world.apiUrl, at));
}

async function untilServed({ database: { admin }, apiUrl }: World, untilBy: Until): Promise<void> {
  await untilBy('the newest rows through the API', async () => {
    const answers = await Promise.all(PROTOCOL_NAMES.map((protocol) => askLatest(apiUrl, protocol)));
    const stored = await admin<NewestRow[]>`
      SELECT protocol, reserve, slot::float8 AS slot, observed_at AS "observedAt",
        available_amount_f AS "availableAmount", supplied_amount_f AS "suppliedAmount"
      FROM lend_v1.reserve_latest`;
    const [problem] = PROTOCOL_NAMES.flatMap((protocol, place) => {
      const answer = answers[place];
      const own = stored.filter((row) => row.protocol === protocol);
      return answer === undefined ? [] : (unservedOf(answer, own) ?? []);
    });
    if (problem !== undefined) throw new Error(problem);
    return true;
  });
}

/** Of what the API serves now, by protocol. */
async function readEtags({ apiUrl, plan }: World): Promise<ReadonlyMap<string, string>> {
  const etags = new Map<string, string>();
  for (const protocol of PROTOCOL_NAMES) {
    const description = `the newest rows of ${protocol} through the API, with an ETag`;
    const ask = async (): Promise<string | null> => (await askLatest(apiUrl, protocol)).etag;
    etags.set(protocol, await waitFor(ask, { timeoutMs: plan.timeoutMs, intervalMs: 100, description }));
  }
  return etags;
}

/** The first answer counts: a single 304 would leave a client with what is old. */
async function expectRenewed({ apiUrl, plan }: World, before: ReadonlyMap<string, string>): Promise<void> {
  for (const [protocol, etag] of before) {
    const description = 'an answer to the ETag of before';
    const ask = () => askLatest(apiUrl, protocol, etag);
    const answer = await waitFor(ask, { timeoutMs: plan.timeoutMs, intervalMs: 100, description });
    const problem = unrenewedOf(answer, etag);
    if (problem !== null) throw new Error(problem);
  }
}
