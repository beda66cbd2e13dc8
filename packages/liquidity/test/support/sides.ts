import type { Side } from '../../src/common/market.ts';
import type { TransferFee } from '../../src/common/token.ts';
import type { PoolClock } from '../../src/source.ts';

export const CLOCK: PoolClock = { slot: 0n, epoch: 0n, unixTimestamp: 0n };

/** A side whose vault holds a lot, of a token that takes `transferFee`. */
export function plentySide(transferFee: TransferFee | null = null): Side {
  return {
    vault: { mint: '', amountRaw: (1n << 64n) - 1n, isFrozen: false },
    token: { transferFee, isPaused: false },
  };
}
