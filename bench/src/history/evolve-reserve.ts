import { createHash } from 'node:crypto';
import {
  deriveReserve,
  type DerivedReserve,
  encodeReserve,
  type LendingMarket,
  type Reserve,
  refreshReserve,
  totalSupplySf,
} from '@tidemark/protocols/kamino';
import type { SnapshotReason } from '@tidemark/schema';
import { lastObservationMs, MINUTE_MS, type Month, outageOf, SLOT_DURATION_MS, slotAt } from './month.ts';

/** How often somebody uses a reserve. */
export interface Pace {
  /** Minutes between two uses. */
  readonly everyMinutes: number;
  /** Minute of the first use and, where it comes first, of the first heartbeat. */
  readonly phase: number;
}

/** A stored observation: the account as it was found, and what it had become by the bank. */
export interface Observation {
  readonly account: Reserve;
  readonly accountSha256: Uint8Array;
  readonly derived: DerivedReserve;
  readonly reason: SnapshotReason;
}

const HEARTBEAT_MINUTES = 10;
/** A use comes this long before the observation that finds it. */
const BEFORE_LOOK_MS = 24_000;

/**
 * The observations of a month of one reserve that the indexer would store: where the account differs, and every ten minutes. The
 * account is refreshed by the program's arithmetic and then deposited into, borrowed from, withdrawn from and repaid in turn,
 * also while nothing is observed.
 */
export function* evolveReserve(
  start: Reserve,
  market: LendingMarket,
  pace: Pace,
  month: Month,
): Generator<Observation> {
  const terms = { referralFeeBps: market.referralFeeBps, rewardsMaxAprBps: market.reserveRewardsMaxAprBps };
  const outage = outageOf(month);
  const bankAt = (atMs: number) => ({ slot: slotAt(month, atMs), unixTimestamp: BigInt(Math.floor(atMs / 1000)) });
  let account = start;
  let accountSha256 = hashOf(start);
  let keptSha256: Uint8Array | null = null;
  let keptMs = 0;
  let uses = 0;
  const startMs = month.start.getTime();
  for (let atMs = startMs; atMs <= lastObservationMs(month); atMs += MINUTE_MS) {
    const minute = (atMs - startMs) / MINUTE_MS;
    if (atMs > startMs && minute % pace.everyMinutes === pace.phase % pace.everyMinutes) {
      account = applyUse(refreshReserve(account, { ...bankAt(atMs - BEFORE_LOOK_MS), ...terms }), start, uses);
      accountSha256 = hashOf(account);
      uses += 1;
    }
    if (atMs >= outage.fromMs && atMs < outage.toMs) continue;
    // Reserves do not become due all at once: the first heartbeat of each is at a minute of its own.
    const isDue = keptSha256 !== null && isHeartbeatDue(atMs - keptMs, minute, pace);
    const reason =
      keptSha256 === null ? 'first' : keptSha256 !== accountSha256 ? 'changed' : isDue ? 'heartbeat' : null;
    if (reason === null) continue;
    const derived = deriveReserve(account, { ...bankAt(atMs), ...terms, slotDurationMs: SLOT_DURATION_MS });
    yield { account, accountSha256, derived, reason };
    keptSha256 = accountSha256;
    keptMs = atMs;
  }
}

function isHeartbeatDue(sinceMs: number, minute: number, { phase }: Pace): boolean {
  const isOwnMinute = minute % HEARTBEAT_MINUTES === phase % HEARTBEAT_MINUTES;
  return sinceMs >= HEARTBEAT_MINUTES * MINUTE_MS || (minute < HEARTBEAT_MINUTES && isOwnMinute);
}

function hashOf(account: Reserve): Uint8Array {
  return createHash('sha256').update(encodeReserve(account)).digest();
}

/** One of four uses, which undo each other over time, and a price that wanders a little. */
function applyUse(account: Reserve, start: Reserve, uses: number): Reserve {
  const unit = start.liquidity.availableAmountRaw / 400n;
  const amountRaw = unit + (unit * BigInt((Math.floor(uses / 4) * 7) % 11)) / 11n;
  const { liquidity, collateral, lastUpdate } = account;
  const shares = ((amountRaw << 60n) * collateral.mintTotalSupplyRaw) / totalSupplySf(liquidity);
  const amountSf = amountRaw << 60n;
  const [availableRaw, borrowedSf, mintedRaw] = (
    [
      [amountRaw, 0n, shares],
      [-amountRaw, amountSf, 0n],
      [-amountRaw, 0n, -shares],
      [amountRaw, -amountSf, 0n],
    ] as const
  )[uses % 4] ?? [0n, 0n, 0n];
  const { marketPriceSf } = start.liquidity;
  return {
    ...account,
    lastUpdate: { ...lastUpdate, stale: true },
    liquidity: {
      ...liquidity,
      availableAmountRaw: liquidity.availableAmountRaw + availableRaw,
      borrowedAmountSf: liquidity.borrowedAmountSf + borrowedSf,
      marketPriceSf: marketPriceSf + (marketPriceSf * BigInt((uses * 13) % 41)) / 1_000n,
    },
    collateral: { ...collateral, mintTotalSupplyRaw: collateral.mintTotalSupplyRaw + mintedRaw },
  };
}
