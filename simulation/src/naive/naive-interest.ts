import { type Observation, type ReserveObservations, slotAt } from './observations-of-reserve.ts';

/** In base units, and in USD at the price of each account; USD is null where some of it had none. */
export interface NaiveInterest {
  readonly tokens: number;
  readonly protocol: number;
  readonly usd: number | null;
}

/** A stretch of time in which one account was in force, or several unobserved ones. */
interface Stretch {
  readonly fromSlot: number;
  readonly toSlot: number;
  /** Seconds of its ends, by which interest on the time basis accrues. */
  readonly fromAt: number;
  readonly toAt: number;
  readonly price: number;
  /** Interest and the protocol's part of it, from the beginning of the stretch to a slot and time. */
  readonly until: (slot: number, at: number) => readonly [interest: number, protocol: number];
}

/**
 * What borrowers paid in `[from, to)`, by hand. While an account was seen, and on to the next where that is what it accrues to, it
 * is what the program adds; from the last observation of one account to the refresh of another, the mean of both debts pays what the index
 * says, slot by slot.
 */
export function naiveInterest(own: ReserveObservations, from: number, to: number): NaiveInterest {
  const { observations } = own;
  const [first, last] = [observations[0], observations.at(-1)];
  // Nothing is known of the time before the first observation, nor of that after the newest.
  const ends = [Math.max(from, first?.at ?? from), Math.min(to, last?.at ?? to)].map((at) => ({
    at,
    slot: slotAt(observations, at),
  }));
  const [begin, end] = [ends[0] ?? { at: 0, slot: 0 }, ends[1] ?? { at: 0, slot: 0 }];
  let [tokens, protocol, usd, isPriced] = [0, 0, 0, true];
  for (const stretch of stretchesOf(observations)) {
    const cut = ({ at, slot }: typeof begin) =>
      stretch.until(clamp(slot, stretch.fromSlot, stretch.toSlot), clamp(at, stretch.fromAt, stretch.toAt));
    const [later, earlier] = [cut(end), cut(begin)];
    const paid = later[0] - earlier[0];
    tokens += paid;
    protocol += later[1] - earlier[1];
    usd += paid * stretch.price;
    if (stretch.price === 0 && paid > 0) isPriced = false;
  }
  return { tokens, protocol, usd: isPriced ? usd : null };
}

function stretchesOf(observations: readonly Observation[]): Stretch[] {
  const stretches: Stretch[] = [];
  const lastOfAccount = observations.filter(
    (observation, place) => observations[place + 1]?.sha256 !== observation.sha256,
  );
  lastOfAccount.forEach((observation, place) => {
    const next = lastOfAccount[place + 1];
    const written = observation.account.writtenSlot;
    const fromSlot = Math.max(written, stretches.at(-1)?.toSlot ?? written);
    const fromAt = Math.max(observation.account.writtenTime ?? 0, stretches.at(-1)?.toAt ?? 0);
    const price = priceOf(observation.account);
    const nextWritten = next?.account.writtenSlot ?? 0;
    const isContinued = next !== undefined && nextWritten >= observation.slot && continues(observation, next);
    const toSlot = isContinued ? nextWritten : observation.slot;
    const nextAt = next?.account.writtenTime ?? observation.at;
    const toAt = isContinued ? nextAt : observation.at;
    stretches.push({
      fromSlot,
      toSlot,
      fromAt,
      toAt,
      price,
      until: (slot, at) => paidBy(observation, slot, at),
    });
    if (next === undefined || isContinued || nextWritten <= observation.slot) return;
    const until = unseenBetween(observation, next);
    stretches.push({
      fromSlot: observation.slot,
      toSlot: nextWritten,
      fromAt: observation.at,
      toAt: nextAt,
      price,
      until,
    });
  });
  return stretches;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Interest of an account from its refresh on, in base units. */
function paidBy({ account }: Observation, slot: number, at: number): readonly [number, number] {
  const [interest, protocol] = account.accrue({ slot, unixTime: Math.max(at, account.writtenTime ?? 0) }, 400).interest;
  const scale = Number(account.protocol.scale);
  return [interest / scale, protocol / scale];
}

/** Whether the next account is made of this one: its index to the bit, and its fees but for whole units that were withdrawn. */
function continues({ account }: Observation, next: Observation): boolean {
  const { writtenSlot: slot, writtenTime, borrowIndex, owed } = next.account;
  const state = account.accrue({ slot, unixTime: writtenTime ?? next.at }, 400);
  const withdrawn = state.owed - owed;
  return state.borrowIndex === borrowIndex && withdrawn >= 0n && withdrawn % account.protocol.scale === 0n;
}

function unseenBetween(observation: Observation, { account: after, at }: Observation): Stretch['until'] {
  const { account, slot: fromSlot } = observation;
  const state = account.accrue({ slot: fromSlot, unixTime: observation.at }, 400);
  const [r1, r2] = [Number(state.borrowIndex), Number(after.borrowIndex)];
  const [d1, d2] = [Number(state.borrowed), Number(after.borrowed)];
  const growth = Number(after.borrowIndex - state.borrowIndex);
  const total = ((d1 * r2 + d2 * r1) * growth) / (2 * r1 * r2) / Number(account.protocol.scale);
  const [like, protocol] = paidBy(observation, after.writtenSlot, after.writtenTime ?? at);
  const share = like === 0 ? 0 : protocol / like;
  return (slot) => {
    const part = total * ((slot - fromSlot) / (after.writtenSlot - fromSlot));
    return [part, part * share];
  };
}

/** USD of a base unit. */
function priceOf({ price, tokenDecimals, protocol }: Observation['account']): number {
  return Number(price) / Number(protocol.scale) / 10 ** tokenDecimals;
}
