import { protocolOf } from '../../index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeReserve as decodeKamino, refreshReserve as refreshKamino, totalSupplySf } from '../../kamino/index.ts';
import {
  buildStartAccounts,
  Past,
  type PastObservation,
  scenarioSource,
  SCENARIOS,
  STORY,
  STORY_RESERVES,
} from '../index.ts';

const DAYS = 17;
const HOUR = 3_600;
const START = Date.UTC(2026, 4, 20, 9, 26, 40, 123);
const chain = {
  source: scenarioSource(SCENARIOS, 0),
  seed: 'past',
  reserves: 0,
  startSlot: 460_000_000,
  startUnixTimeMs: START,
  reportedSlotMs: 400,
};
const accounts = buildStartAccounts(SCENARIOS, chain);

function open(days: number): Past {
  const past = new Past({ chain, accounts, scenarios: SCENARIOS, story: STORY, days });
  for (const _ of past.prepare());
  return past;
}

function observe(past: Past, protocol: string): PastObservation[] {
  return past.days.flatMap((_, day) => [...past.observe(protocol, day)]);
}

let past: Past;
let kamino: PastObservation[];
let save: PastObservation[];
beforeAll(() => {
  past = open(DAYS);
  kamino = observe(past, 'kamino');
  save = observe(past, 'save');
});

interface Seen {
  readonly unixTime: number;
  readonly index: bigint;
  readonly utilization: number;
  readonly supplied: number;
  readonly price: bigint;
}

/** What a protocol's own decoder says of the account at each observation. */
function seriesOf({ protocol: name, reserve }: { readonly protocol: string; readonly reserve: string }): Seen[] {
  const protocol = protocolOf(name);
  return (name === 'kamino' ? kamino : save).map(({ unixTime, accounts: held }) => {
    const account = held.find(({ address }) => address === reserve);
    if (account === undefined) throw new Error(`${reserve} is missing at ${unixTime}`);
    const state = protocol.state(protocol.decodeReserve(account), new Map(), protocol.arithmetics[0]);
    const owed = Number(state.borrowed) / Number(protocol.scale);
    const supplied = Number(state.available) + owed;
    return { unixTime, index: state.borrowIndex, utilization: owed / supplied, supplied, price: state.price };
  });
}

const startOf = START / 1000;
const at = (rows: readonly Seen[], hoursBefore: number): Seen | undefined =>
  rows.findLast(({ unixTime }) => unixTime <= startOf - hoursBefore * HOUR);

describe('the past of the simulated chain', () => {
  it('ends with the very accounts that the chain begins with, half a minute before', () => {
    for (const observations of [kamino, save]) {
      const last = observations.at(-1);
      expect(startOf - (last?.unixTime ?? 0)).toBeLessThan(30);
      for (const held of last?.accounts ?? []) {
        const begun = accounts.find(({ address }) => address === held.address);
        expect(Buffer.compare(held.data, begun?.data ?? new Uint8Array())).toBe(0);
      }
      expect(last?.accounts).toHaveLength(observations === kamino ? 26 : 8);
    }
  });

  it('has indices that never fall, also over the edges of its days and into the chain', () => {
    for (const [name, observations] of [
      ['kamino', kamino],
      ['save', save],
    ] as const) {
      for (const { address } of observations[0]?.accounts ?? []) {
        const rows = seriesOf({ protocol: name, reserve: address });
        const falls = rows.filter(({ index }, place) => index < (rows[place - 1]?.index ?? 0n));
        expect({ address, falls }).toEqual({ address, falls: [] });
      }
    }
  });

  it('accrues as the program does from one state to the next', () => {
    const { reserve } = STORY_RESERVES.mainEurc;
    const states = kamino.flatMap(({ accounts: held }) => held.filter(({ address }) => address === reserve));
    let compared = 0;
    for (const [place, account] of states.entries()) {
      const [before, after] = [states[place - 1], decodeKamino(account)];
      if (before === undefined || place === states.length - 1) continue;
      const from = decodeKamino(before);
      if (from.lastUpdate.slot === after.lastUpdate.slot) continue;
      const moment = { slot: after.lastUpdate.slot, unixTimestamp: BigInt(after.lastUpdate.timestamp) };
      const refreshed = refreshKamino(from, { ...moment, referralFeeBps: 0, rewardsMaxAprBps: 0 });
      expect(after.liquidity.cumulativeBorrowRateBsf).toBe(refreshed.liquidity.cumulativeBorrowRateBsf);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('meets the chain without a jump: what the last step adds is what such a time adds', () => {
    const rows = seriesOf(STORY_RESERVES.mainUsdc);
    const [before, last] = rows.slice(-2);
    const yearly =
      (Number(last?.index) / Number(before?.index) - 1) *
      (31_536_000 / ((last?.unixTime ?? 0) - (before?.unixTime ?? 0)));
    expect(yearly).toBeGreaterThan(0.02);
    expect(yearly).toBeLessThan(0.08);
  });

  it('has a run on a reserve up to all of it lent, and back', () => {
    const rows = seriesOf(STORY_RESERVES.altcoinsUsdc);
    const {
      from,
      hours: [leaving, empty],
    } = STORY.runs[0] ?? { from: 0, hours: [0, 0, 0] };
    expect(at(rows, from + 2)?.utilization).toBeLessThan(0.85);
    const emptied = at(rows, from - leaving - empty / 2);
    expect(emptied?.utilization).toBeGreaterThan(0.995);
    expect(at(rows, 24)?.utilization).toBeLessThan(0.85);
  });

  it('has an outage of forty minutes that nothing was read in, and attempts that failed', () => {
    const times = kamino.map(({ unixTime }) => unixTime);
    const gaps = times.flatMap((time, place) =>
      time - (times[place - 1] ?? time) > 1_900 ? [time - (times[place - 1] ?? 0)] : [],
    );
    expect(gaps).toEqual([2_400]);
    const failed = past.days.flatMap(({ failedAt }) => failedAt);
    expect(failed).toHaveLength(7);
    expect(times.some((time) => time > (failed[0] ?? 0) && time < (failed.at(-1) ?? 0))).toBe(false);
  });

  it('has an oracle that stood still for six hours, and one that is gone since its reserve was retired', () => {
    const frozen = seriesOf(STORY_RESERVES.altcoinsJto);
    const { from } = STORY.frozenOracle;
    expect(new Set([1, 3, 5].map((hours) => at(frozen, from - hours)?.price)).size).toBe(1);
    expect(at(frozen, from - 8)?.price).not.toBe(at(frozen, from - 5)?.price);
    const retired = seriesOf(STORY_RESERVES.mainBsol);
    expect(at(retired, 17 * 24)?.price).toBeGreaterThan(0n);
    expect(at(retired, 16 * 24)?.price).toBe(0n);
  });

  it('has a busy reserve and a quiet one', () => {
    const swing = (rows: readonly Seen[]): number => {
      const all = rows.map(({ utilization }) => utilization);
      return Math.max(...all) - Math.min(...all);
    };
    expect(swing(seriesOf(STORY_RESERVES.mainUsdc))).toBeGreaterThan(0.1);
    expect(swing(seriesOf(STORY_RESERVES.mainEurc))).toBeLessThan(0.03);
  });

  it('is the same every time, and a shorter past has the same amounts', () => {
    const shorter = observe(open(2), 'kamino');
    const longer = kamino.slice(-shorter.length);
    expect(shorter.map(({ slot }) => slot)).toEqual(longer.map(({ slot }) => slot));
    const again = [...past.observe('kamino', 3)];
    const first = kamino.findIndex(({ slot }) => slot === again[0]?.slot);
    const bytesOf = (observations: readonly PastObservation[]) =>
      observations.map(({ accounts: held }) => Buffer.concat(held.map(({ data }) => data)).toString('base64'));
    expect(bytesOf(again)).toEqual(bytesOf(kamino.slice(first, first + again.length)));
    const amounts = (observations: readonly PastObservation[]) => {
      const held = observations[60]?.accounts.find(({ address }) => address === STORY_RESERVES.mainSol.reserve);
      return held === undefined ? null : totalSupplySf(decodeKamino(held).liquidity);
    };
    const [short, long] = [amounts(shorter), amounts(longer)];
    expect(Number(short) / Number(long)).toBeCloseTo(1, 9);
  });
});
