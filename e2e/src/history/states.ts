import { expect, it } from 'vitest';
import { createRandom } from '../support/random.ts';
import { differences, NUMBER_NAMES, valuesAt } from './expected-row.ts';
import type { HistoryRun } from './history-run.ts';
import { certaintyAt } from './proof.ts';
import { type BucketInterval, byReserve, type HistoryRow, readHistories, readHistory, WIDTHS } from './read-history.ts';
import { Tally } from './tally.ts';
import type { Moment } from './truth.ts';

const SLOTS_PER_SECOND = 2.5;
/** Looks are told in whole seconds, which moves the slot of an edge between them by no more. */
const SLOT_TOLERANCE = 5;
const MOMENTS = 50;
const RESERVES_PER_MOMENT = 3;
const INTERVALS = ['1m', '15m', '1h', '4h', '1d'] as const;

/** Values of history at their own slots. */
export function itKnowsEveryState(of: () => HistoryRun): void {
  it('raw rows are the truth, and every state that was in force at a look is among them', async ({ annotate }) => {
    const run = of();
    const looks = byReserve(await readHistories(run, { interval: 'raw' }));
    const tally = new Tally();
    expect([...looks.keys()]).toEqual(run.truth.reserves());
    for (const [reserve, rows] of looks) {
      for (const row of rows) tally.addProven(nameOf(row), wrongAt(run, row, momentOf(row, row.timestamp)));
      const inForce = run.looks.map(({ slot }) => run.truth.stateAt(reserve, BigInt(slot)).reserve.lastUpdate.slot);
      expect(new Set(rows.map((row) => row.last_update_slot))).toEqual(new Set(inForce.map(Number)));
    }
    expect(tally.wrong, `seed ${run.seed}`).toEqual([]);
    await annotate(tally.describe('raw'));
  });

  it.for(INTERVALS)(
    'each proven close of %s is the truth at its slot, and each other is in doubt',
    async (interval, { annotate }) => {
      const run = of();
      const tally = await checkCloses(run, interval);
      expect(tally.wrong, `seed ${run.seed}`).toEqual([]);
      expect(tally.proven).toBeGreaterThan(0);
      // Midnight lies in the stop.
      expect(tally.unproven).toBeGreaterThan(0);
      await annotate(tally.describe(interval));
    },
  );

  it.for(INTERVALS)('each bucket of %s opens with the close before it', async (interval) => {
    const run = of();
    const closes = byReserve(await readHistories(run, { interval }));
    const looks = byReserve(await readHistories(run, { interval: 'raw' }));
    const wrong: string[] = [];
    for (const row of await readHistories(run, { interval, agg: 'open' })) {
      const before = closes.get(row.reserve)?.findLast((close) => close.timestamp < row.timestamp);
      const expected = before ?? looks.get(row.reserve)?.[0];
      if (row.quality_str === 'missing' || expected === undefined || expected.quality_str === 'missing') continue;
      wrong.push(...differences(row, expected, NUMBER_NAMES).map((text) => `${nameOf(row)}: ${text}`));
    }
    expect(wrong, `seed ${run.seed}`).toEqual([]);
  });

  it('one reserve alone has the rows that it has among all', async () => {
    const run = of();
    for (const [reserve, rows] of byReserve(await readHistories(run, { interval: '1h' }))) {
      expect(await readHistory(run, reserve, { interval: '1h' })).toEqual(rows);
    }
  });

  it(`at/{time} is the truth at ${MOMENTS} random times, also in the stop where it is proven`, async ({ annotate }) => {
    const run = of();
    const tally = await checkMoments(run);
    expect(tally.wrong, `seed ${run.seed}`).toEqual([]);
    expect(tally.proven).toBeGreaterThan(MOMENTS);
    await annotate(tally.describe('at'));
  });
}

async function checkCloses(run: HistoryRun, interval: BucketInterval): Promise<Tally> {
  const tally = new Tally();
  const looks = byReserve(await readHistories(run, { interval: 'raw' }));
  const newest = run.looks.at(-1)?.unixTime ?? 0;
  for (const row of await readHistories(run, { interval })) {
    if (row.quality_str === 'missing') {
      tally.wrong.push(...wrongMissing(run, row, interval));
      continue;
    }
    const closesAt = Math.min(row.timestamp + WIDTHS[interval], newest);
    const moment = momentOf(row, closesAt);
    const certainty = certaintyAt(run, row.reserve, looks.get(row.reserve) ?? [], moment);
    if (row.edge_proof_str === null) tally.addUnproven(nameOf(row), certainty.doubt);
    else tally.addProven(nameOf(row), wrongAt(run, row, moment));
    if (certainty.neverSeen && row.edge_proof_str !== null) {
      tally.wrong.push(`${nameOf(row)}: proven by ${row.edge_proof_str}, though nobody looked at that state`);
    }
  }
  return tally;
}

/** A bucket without a look has no numbers, lies in the stop, and says so. */
function wrongMissing({ stop }: HistoryRun, row: HistoryRow, interval: BucketInterval): string[] {
  const isEmpty = NUMBER_NAMES.every((name) => row[name] === null) && row.slot === null;
  const isInStop = row.timestamp >= stop.before.unixTime && row.timestamp + WIDTHS[interval] <= stop.after.unixTime;
  if (isEmpty && isInStop && row.gap_reason_str === 'not_polled') return [];
  return [`${nameOf(row)}: missing for ${row.gap_reason_str}, in the stop: ${isInStop}, without numbers: ${isEmpty}`];
}

async function checkMoments(run: HistoryRun): Promise<Tally> {
  const tally = new Tally();
  const random = createRandom(run.seed + 1);
  const reserves = run.truth.reserves();
  const looks = byReserve(await readHistories(run, { interval: 'raw' }));
  const first = run.looks[0]?.unixTime ?? 0;
  const newest = run.looks.at(-1)?.unixTime ?? 0;
  for (let count = 0; count < MOMENTS; count += 1) {
    const time = first + Math.floor(random() * (newest - first + 1));
    for (let other = 0; other < RESERVES_PER_MOMENT; other += 1) {
      const reserve = reserves[Math.floor(random() * reserves.length)] ?? '';
      const { data } = await run.client.GET('/v1/kamino/lend/reserves/{reserve}/at/{time}', {
        params: { path: { reserve, time: String(time) } },
      });
      if (data === undefined) throw new Error(`no answer for ${reserve} at ${time}`);
      const state = data.data;
      const moment = momentOf(state, time);
      const certainty = certaintyAt(run, reserve, looks.get(reserve) ?? [], moment, true);
      if (state.proven_b) tally.addProven(nameOf(state), wrongAt(run, state, moment));
      else tally.addUnproven(nameOf(state), certainty.doubt);
      const isInStop = time >= run.stop.before.unixTime && time < run.stop.after.unixTime;
      if (state.in_gap_b !== isInStop) tally.wrong.push(`${nameOf(state)}: in_gap_b ${state.in_gap_b}`);
    }
  }
  return tally;
}

type StateRow = Parameters<typeof differences>[0] & {
  readonly reserve: string;
  readonly timestamp: number;
  readonly slot: number | null;
};

function momentOf({ slot }: Pick<StateRow, 'slot'>, unixSeconds: number): Moment {
  return { slot: BigInt(slot ?? 0), unixSeconds };
}

/** What of a row is not true at its own slot, and the slot itself where the chain was elsewhere at that time. */
function wrongAt({ truth, looks }: HistoryRun, row: StateRow, moment: Moment): string[] {
  const [first] = looks;
  if (first === undefined) throw new Error('nobody looked');
  const passed = (moment.unixSeconds - first.unixTime) * SLOTS_PER_SECOND;
  const off = Math.abs(Number(moment.slot) - first.slot - passed);
  if (off > SLOT_TOLERANCE) return [`slot ${moment.slot} is ${off} slots away from its time`];
  return differences(row, valuesAt(truth, row.reserve, moment));
}

function nameOf({ reserve, timestamp }: Pick<StateRow, 'reserve' | 'timestamp'>): string {
  return `${reserve} ${new Date(timestamp * 1000).toISOString()}`;
}
