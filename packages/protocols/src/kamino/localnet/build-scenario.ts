import { type AccountBytes, encodeMint, TOKEN_2022_PROGRAM_ADDRESS } from '@tidemark/core';
import type { Scenario, ScenarioStart } from '../../localnet/scenario.ts';
import {
  decodeReserve,
  emptyLendingMarket,
  encodeLendingMarket,
  kamino,
  encodeReserve,
  KAMINO_LEND_PROGRAM_ADDRESS,
  KNOWN_REGISTRY,
} from '../index.ts';
import type { KnownMarket, KnownReserve } from '../../protocol.ts';
import { createPrng, hashNumber, hashText } from '../../localnet/prng.ts';
import { buildLendingMarket } from './build-lending-market.ts';
import { buildReserve } from './build-reserve.ts';
import { derivePseudoAddress } from '../../localnet/pseudo-address.ts';
import { KaminoPastModel } from './past-model.ts';
import { KaminoMover } from './reserve-mover.ts';
import { RESERVE_SPECS } from './reserve-specs.ts';
import { TOKEN_FACTS } from '../../localnet/tokens.ts';

/** Slots before the start within which every reserve was last refreshed. */
const FIRST_REFRESH_AGE_SLOTS = 40;
const REFRESH_AGE_SPREAD_SLOTS = 100;

/** The accounts of the built-in scenario: the registry's reserves and their markets with the scenario's figures, copies, and mints. */
function buildScenario(start: ScenarioStart): AccountBytes[] {
  const accounts: AccountBytes[] = [];
  let index = 0;
  for (const market of KNOWN_REGISTRY.filter(({ reserves }) => reserves.length > 0)) {
    accounts.push(klendAccount(market.address, encodeLendingMarket(buildLendingMarket(market))));
    for (const known of market.reserves) {
      accounts.push(encodeScenarioReserve(market, known, index, start));
      index += 1;
    }
  }
  for (const { market, known } of listCopies(start.reserves)) {
    accounts.push(encodeScenarioReserve(market, known, index, start));
    index += 1;
  }
  accounts.push(...buildMints(start));
  return accounts;
}

/** The mints of the Token-2022 program; those of the Token program say nothing that is read. */
function buildMints({ startSlot, unixTimeAt }: ScenarioStart): AccountBytes[] {
  const decimals = new Map(
    KNOWN_REGISTRY.flatMap(({ reserves }) => reserves.map((known) => [known.mint, known.decimals])),
  );
  return Object.entries(TOKEN_FACTS).flatMap(([mint, { token2022, uiMultiplier }]) => {
    if (token2022 !== true) return [];
    const newMultiplierEffectiveAt = BigInt(unixTimeAt(startSlot) - 86_400);
    const scaledUiAmount =
      uiMultiplier === undefined ? null : { multiplier: 1, newMultiplier: uiMultiplier, newMultiplierEffectiveAt };
    const data = encodeMint({ decimals: decimals.get(mint) ?? 0, scaledUiAmount });
    return [{ address: mint, owner: TOKEN_2022_PROGRAM_ADDRESS, data }];
  });
}

interface Copy {
  readonly market: KnownMarket;
  /** With an address of its own. */
  readonly known: KnownReserve;
}

/** The reserves beyond the registry's, so that there are `reserves` in all: each a copy of one, in its market. */
function listCopies(reserves: number): Copy[] {
  const originals = KNOWN_REGISTRY.flatMap((market) => market.reserves.map((known) => ({ market, known })));
  return Array.from({ length: Math.max(0, reserves - originals.length) }, (_, place): Copy[] => {
    const original = originals[place % originals.length];
    if (original === undefined) return [];
    const { market, known } = original;
    const address = derivePseudoAddress(`copy ${Math.floor(place / originals.length)} of ${known.address}`);
    return [{ market, known: { ...known, address } }];
  }).flat();
}

function encodeScenarioReserve(
  market: KnownMarket,
  known: KnownReserve,
  index: number,
  start: ScenarioStart,
): AccountBytes {
  const spec = RESERVE_SPECS[market.name]?.[known.symbol];
  if (spec === undefined) throw new Error(`the scenario has no figures for ${known.symbol} of ${market.name}`);
  const random = createPrng(hashNumber(start.seed, hashText(`age ${known.address}`)));
  const age = FIRST_REFRESH_AGE_SLOTS + random.nextInt(REFRESH_AGE_SPREAD_SLOTS);
  const lastUpdateSlot = Math.max(0, start.startSlot - age);
  const fields = buildReserve(known, spec, {
    seed: start.seed,
    index,
    lendingMarket: market.address,
    lastUpdateSlot,
    lastUpdateUnixTime: start.unixTimeAt(lastUpdateSlot),
  });
  return klendAccount(known.address, encodeReserve(fields));
}

function klendAccount(address: string, data: Uint8Array): AccountBytes {
  return { address, owner: KAMINO_LEND_PROGRAM_ADDRESS, data };
}

/** klend on the simulated chain. */
export const kaminoScenario: Scenario = {
  name: kamino.name,
  version: 3,
  build: buildScenario,
  seldom: (reserves) => new Set(listCopies(reserves).map(({ known }) => known.address)),
  createMover: (options) => new KaminoMover(options),
  createPastModel: (options) => new KaminoPastModel(options),
  lastUpdateSlot: (account) => decodeReserve(account).lastUpdate.slot,
  standInMarket: (account) =>
    klendAccount(decodeReserve(account).lendingMarket, encodeLendingMarket(emptyLendingMarket())),
};
