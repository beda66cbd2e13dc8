import { ONE_SF } from '@tidemark/protocols/kamino';
import fc from 'fast-check';
import type { Action } from './action.ts';
import { Chain, type ChainSettings, curveOf } from './chain.ts';

/** Some chain, and the seconds of some observations of it; the whole is `seconds` long. */
export interface Story {
  readonly chain: Chain;
  readonly settings: ChainSettings;
  readonly changes: readonly number[];
  readonly seconds: number;
}

const curves = fc.constantFrom(
  curveOf([0, 0], [8_000, 1_000], [10_000, 10_000]),
  curveOf([0, 1], [8_500, 700], [9_500, 2_500], [10_000, 15_000]),
  curveOf([0, 500], [10_000, 500]),
  curveOf([0, 0], [10_000, 0]),
);

/** From one base unit to far more than there is. */
const amounts = fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 10n ** 13n }));
export const HIGHEST_PRICE_SF = 151n * ONE_SF;

const debts = fc.oneof(
  fc.constant(0n),
  fc.bigInt({ min: 1n, max: 2n * ONE_SF }),
  fc.bigInt({ min: ONE_SF, max: 10n ** 13n * ONE_SF }),
);

const settings: fc.Arbitrary<ChainSettings> = fc.record({
  basis: fc.constantFrom('legacy', 'true_apr'),
  compounding: fc.constantFrom('since-1.17', 'since-1.17', 'before-1.17'),
  curve: curves,
  hostBps: fc.constantFrom(0, 0, 100),
  takePct: fc.constantFrom(0, 10, 20, 85),
  referralFeeBps: fc.constantFrom(0, 2_000, 10_000),
  decimals: fc.constantFrom(0, 6, 9),
  availableRaw: fc.bigInt({ min: 1n, max: 10n ** 13n }),
  borrowedSf: debts,
  priceSf: fc.constantFrom(0n, ONE_SF, 150n * ONE_SF, ONE_SF / 3n),
  priceStatus: fc.constantFrom(0, 53, 63),
});

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.constant<Action>({ kind: 'refresh' }),
  fc.record({ kind: fc.constantFrom('deposit', 'withdraw', 'borrow', 'repay'), raw: amounts }),
  fc.record({ kind: fc.constant('price'), priceSf: fc.constantFrom(0n, ONE_SF, HIGHEST_PRICE_SF) }),
  fc.constant<Action>({ kind: 'redeem-fees' }),
  fc.constant<Action>({ kind: 'referrer' }),
);

/** Chains of up to thirty changes within `seconds`, at any second but the first. */
export function stories(seconds: number): fc.Arbitrary<Story> {
  const steps = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: seconds - 1 }), action), {
    maxLength: 30,
    selector: ([second]) => second,
  });
  return fc.tuple(settings, steps).map(([chosen, events]) => {
    const chain = new Chain(chosen);
    for (const [second, event] of events.toSorted((a, b) => a[0] - b[0])) chain.act(second, event);
    return { chain, settings: chosen, changes: chain.changes, seconds };
  });
}

/** Any seconds of a story, ascending, its first and last always among them. */
export function someSeconds(seconds: number): fc.Arbitrary<number[]> {
  return fc.uniqueArray(fc.nat(seconds), { maxLength: 40 }).map((chosen) => inOrder([0, ...chosen, seconds]));
}

/** Ascending, each once. */
export function inOrder(seconds: readonly number[]): number[] {
  return [...new Set(seconds)].toSorted((a, b) => a - b);
}
