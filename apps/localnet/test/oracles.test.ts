import { DEFAULT_SLOT_MS } from '../src/settings/localnet-options.ts';
import {
  accountsOf,
  decodeAccounts,
  decimalToDouble,
  feedsOf,
  observeFeeds,
  type PriceObservation,
} from '@tidemark/oracles';
import { PROTOCOLS } from '@tidemark/protocols';
import { SCENARIOS } from '@tidemark/protocols/localnet';
import { expect, test } from 'vitest';
import { toChainAccount } from '../src/chain/chain-account.ts';
import { reservesOf } from '../src/chain/chain-source.ts';
import type { Localnet } from '../src/create-localnet.ts';
import { CLOCK, readAccount, START_SLOT, START_TIME, useLocalnets } from './support.ts';

const start = useLocalnets();
const SOL = 'So11111111111111111111111111111111111111112';

const configured = SCENARIOS.flatMap((scenario) => {
  const protocol = PROTOCOLS.find(({ name }) => name === scenario.name);
  const accounts = scenario.build({ seed: 1, startSlot: START_SLOT, reserves: 0, unixTimeAt: () => START_TIME });
  return protocol === undefined
    ? []
    : reservesOf(
        accounts.map((account) => toChainAccount(account)),
        scenario,
      ).map((account) => {
        const reserve = protocol.decodeReserve(account);
        return {
          mint: protocol.identity(reserve).tokenMint,
          config: protocol.priceConfig(protocol.config(reserve)),
        };
      });
});
const feeds = feedsOf(configured);

/** What every feed that reserves name says, by source and mint. */
async function observe({ rpcUrl }: Localnet, mint: string): Promise<Record<string, PriceObservation>> {
  const own = feeds.filter((feed) => feed.mint === mint);
  const reads = await Promise.all(
    accountsOf(own).map(async (address) => {
      const { data, owner } = await readAccount(rpcUrl, address);
      return [address, data === null ? null : { address, owner: owner ?? '', data }] as const;
    }),
  );
  const { slot } = await readAccount(rpcUrl, CLOCK);
  const clock = {
    slot: BigInt(slot),
    unixTimestamp: BigInt(START_TIME + Math.floor(((slot - START_SLOT) * DEFAULT_SLOT_MS) / 1000)),
    slotDurationMs: DEFAULT_SLOT_MS,
  };
  return Object.fromEntries(observeFeeds(own, decodeAccounts(reads), clock).map((one) => [one.source, one]));
}

const priceOf = (one: PriceObservation | undefined): number =>
  one?.price === undefined || one.price === null ? Number.NaN : decimalToDouble(one.price);

test('several tokens have three live sources, which agree and move with the walk', async () => {
  const localnet = await start({ slotMs: 0 });
  const withThree = [...new Set(feeds.map(({ mint }) => mint))].filter(
    (mint) => new Set(feeds.filter((feed) => feed.mint === mint).map(({ source }) => source)).size === 3,
  );
  expect(withThree.length).toBe(3);
  const seen = new Set<number>();
  for (let round = 0; round < 3; round += 1) {
    localnet.control.step(5_000);
    const said = await observe(localnet, SOL);
    expect(Object.keys(said).toSorted()).toEqual(['pyth', 'scope', 'switchboard']);
    for (const one of Object.values(said)) expect(one.verdict).toMatchObject({ isUsable: true });
    const prices = Object.values(said).map(priceOf);
    expect(new Set(prices).size).toBe(1);
    seen.add(prices[0] ?? 0);
  }
  expect(seen.size).toBe(3);
});

test.each(['pyth', 'scope', 'switchboard'])(
  'each source can be stale, lie and vanish, and comes back: %s',
  async (source) => {
    const localnet = await start({ slotMs: 0 });
    const address = feeds.find((feed) => feed.mint === SOL && feed.source === source)?.address ?? '';
    const withFault = async (fault: 'stale' | 'lying' | 'missing' | null, slots: number) => {
      localnet.control.setFaults(fault === null ? {} : { oracles: { [address]: fault } });
      localnet.control.step(slots);
      const said = await observe(localnet, SOL);
      const other = Object.values(said).find((one) => one.source !== source);
      return { ratio: priceOf(said[source]) / priceOf(other), reason: said[source]?.verdict.reason };
    };
    expect((await withFault('lying', 10)).ratio).toBeCloseTo(1.2, 6);
    expect((await withFault('missing', 10)).reason).toBe('account_missing');
    expect(await withFault(null, 10)).toEqual({ ratio: 1, reason: null });
    // Longer than any of them is allowed to be old.
    expect((await withFault('stale', 1_000)).reason).toBe('stale');
    expect(await withFault(null, 10)).toEqual({ ratio: 1, reason: null });
  },
);
