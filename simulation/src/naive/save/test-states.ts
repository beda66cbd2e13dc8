import { createHash } from 'node:crypto';
import {
  emptyLendingMarket,
  emptyReserve,
  encodeLendingMarket,
  encodeReserve,
  SAVE_PROGRAM_ADDRESS,
  WAD,
} from '@tidemark/protocols/save';
import type { TrueState } from '../../audit/truth.ts';

/** A reserve in a market at a slot, of which so much has left in the running window; for tests of the auditor. */
export function reserveState(
  address: string,
  slot: number,
  { lendingMarket, outflow }: { readonly lendingMarket: string; readonly outflow: bigint },
): TrueState {
  const { liquidity, rateLimiter, lastUpdate, ...empty } = emptyReserve();
  const data = encodeReserve({
    ...empty,
    lendingMarket,
    lastUpdate: { ...lastUpdate, slot: BigInt(slot) },
    liquidity: {
      ...liquidity,
      availableAmountRaw: 1_000_000n,
      borrowedAmountWads: 500_000n * WAD,
      marketPriceWads: WAD,
    },
    rateLimiter: { ...rateLimiter, currentWads: outflow },
  });
  return stateOf(address, slot, data);
}

/** A market of which so much has left in the running window. */
export function marketState(address: string, slot: number, outflow: bigint): TrueState {
  const { rateLimiter, ...empty } = emptyLendingMarket();
  return stateOf(
    address,
    slot,
    encodeLendingMarket({ ...empty, rateLimiter: { ...rateLimiter, currentWads: outflow } }),
  );
}

function stateOf(address: string, slot: number, data: Uint8Array): TrueState {
  const sha256 = createHash('sha256').update(data).digest('hex');
  return { slot, sha256, account: { address, owner: SAVE_PROGRAM_ADDRESS, data } };
}
