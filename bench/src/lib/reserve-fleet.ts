import { buildLendingMarket, buildReserve } from '@tidemark/protocols/kamino/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AccountBytes, USD_STABLECOINS } from '@tidemark/core';
import { encodeLendingMarket, encodeReserve, kamino } from '@tidemark/protocols/kamino';
import { addressFromLabel } from '@tidemark/testing';

/** As many reserves as mainnet had in August 2026. */
export const FLEET_SIZE = 557;
export const FLEET_SLOT = 300_000_000n;
const RESERVES_PER_MARKET = 16;

/** The protocol that has the most accounts, and where the API serves it. */
export const FLEET_PROTOCOL = kamino;
export const FLEET_PATH = `/v1/${kamino.name}/lend`;
export const FLEET_LATEST_PATH = `${FLEET_PATH}/reserves/all/latest`;

/** Reserves whose amounts, prices (near a dollar, as those of the benchmark rate) and utilization all differ, spread over as many markets as such a number needs. */
export function buildFleet(size: number = FLEET_SIZE): { reserves: AccountBytes[]; lendingMarkets: AccountBytes[] } {
  const account = (label: string, data: Uint8Array): AccountBytes => ({
    address: addressFromLabel(label),
    owner: FLEET_PROTOCOL.accounts.reserve.program,
    data,
  });
  const lendingMarkets = Array.from({ length: Math.ceil(size / RESERVES_PER_MARKET) }, (_, index) =>
    account(`market ${index}`, encodeLendingMarket(buildLendingMarket(`Market ${index + 1}`))),
  );
  const reserves = Array.from({ length: size }, (_, index) => account(`reserve ${index}`, encodeFleetReserve(index)));
  return { reserves, lendingMarkets };
}

function encodeFleetReserve(index: number): Uint8Array {
  const spread = BigInt(index + 1);
  return encodeReserve(
    buildReserve({
      symbol: USD_STABLECOINS[index % 60]?.symbol ?? `TOKEN${index % 60}`,
      lendingMarket: addressFromLabel(`market ${Math.floor(index / RESERVES_PER_MARKET)}`),
      lastUpdate: { slot: FLEET_SLOT - spread * 7n, stale: index % 3 !== 0 },
      liquidity: {
        mint: USD_STABLECOINS[index % 60]?.mint ?? addressFromLabel(`mint of TOKEN${index % 60}`),
        mintDecimals: index % 2 === 0 ? 6 : 9,
        availableAmountRaw: 123_456_789_123n * spread,
        borrowedAmountSf: 345_678_912_345n * spread * FLEET_PROTOCOL.scale + 987_654_321n * spread,
        marketPriceSf: (FLEET_PROTOCOL.scale * (990_000n + spread)) / 1_000_000n,
      },
    }),
  );
}

/** Writes the fleet as the account files that localnet serves. */
export async function writeFleet(dir: string, size: number = FLEET_SIZE): Promise<void> {
  const { reserves, lendingMarkets } = buildFleet(size);
  await mkdir(dir, { recursive: true });
  await Promise.all(
    [...lendingMarkets, ...reserves].map(({ address, data }) => writeFile(join(dir, `${address}.bin`), data)),
  );
}
