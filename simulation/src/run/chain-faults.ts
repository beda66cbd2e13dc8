import { derivePseudoAddress } from '@tidemark/protocols/localnet';
import type { FaultName } from '../plan/fault-list.ts';
import type { Episode } from '../plan/plan.ts';
import type { ChainNode, NodeFaults } from '../processes/chain-node.ts';
import type { Struck } from './struck.ts';

/** What is wrong with accounts of the chain, by address: with oracles, or with pools. */
type Wrongs = Readonly<Record<string, string>>;
type Kind = 'oracles' | 'pools';
type Wanted = Readonly<Record<Kind, Wrongs>> & { readonly standsStill: boolean };

/** An account of Scope that prices most tokens, and accounts of single tokens. */
const SCOPE = '3t4JZcueEzTbVP6kLxXrL3VpWx45jDer4eqysweBchNH';
const accountOf = (source: string, symbol: string): string => derivePseudoAddress(`save ${source} oracle of ${symbol}`);
const SINGLE = [
  accountOf('pyth', 'SOL'),
  accountOf('switchboard', 'SOL'),
  accountOf('pyth', 'USDC'),
  accountOf('switchboard', 'USDC'),
  accountOf('pyth', 'mSOL'),
];

const SOL = 'So11111111111111111111111111111111111111112';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
/** The pool of SOL to US dollars that localnet has of each source. */
const poolOf = (source: string): string => derivePseudoAddress(`pool ${source} ${SOL} ${USDC} 100 25000000`);
/** Of which the account says what arrays there are, so that one that is gone is missed. */
const WITH_ARRAYS = ['meteora_dlmm', 'raydium_clmm'] as const;
const POOL_SOURCES = ['raydium_amm_v4', 'raydium_cpmm', 'orca_whirlpool', ...WITH_ARRAYS] as const;

/** What a fault does to accounts; `strength` says to which. */
function wrongsOf(fault: FaultName, strength: number): { readonly kind: Kind; readonly wrongs: Wrongs } | null {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(strength * 997) % items.length];
  const oracle = (wrong: string) => {
    // The account that most depends on is struck as often as all others together.
    const account = strength < 0.5 ? SCOPE : (pick(SINGLE) ?? SCOPE);
    return { kind: 'oracles', wrongs: { [account]: wrong } } as const;
  };
  const pool = (sources: readonly string[], wrong: string) =>
    ({ kind: 'pools', wrongs: { [poolOf(pick(sources) ?? '')]: wrong } }) as const;
  switch (fault) {
    case 'oracleStale':
      return oracle('stale');
    case 'oracleLies':
      return oracle('lying');
    case 'oracleVanishes':
      return oracle('missing');
    case 'oraclesDisagree': {
      const lying = { [accountOf('pyth', 'SOL')]: 'lying', [accountOf('pyth', 'mSOL')]: 'lying' };
      return { kind: 'oracles', wrongs: { ...lying, [accountOf('switchboard', 'SOL')]: 'stale' } };
    }
    case 'poolDrained':
      return pool(POOL_SOURCES, 'drained');
    case 'poolArraysGone':
      return pool(WITH_ARRAYS, 'arrays_missing');
    case 'poolVanishes':
      return pool(POOL_SOURCES, 'missing');
    case 'poolStale':
      return pool(POOL_SOURCES, 'stale');
    case 'poolFeeSpikes':
      return pool(['orca_whirlpool'], 'fee_spike');
    case 'tokenKeepsFee':
      return pool(POOL_SOURCES, 'transfer_fee');
    default:
      return null;
  }
}

/**
 * What is wrong with oracles and pools, and whether banks are confirmed. All nodes of a chain must write the same accounts, so it is told to them between two steps of
 * the chain and not when the fault strikes.
 */
export class ChainFaults {
  readonly #nodes: readonly ChainNode[];
  #wanted: Wanted = { oracles: {}, pools: {}, standsStill: false };
  #applied: Wanted = this.#wanted;
  readonly #steps = { oracles: 0, pools: 0, standsStill: 0 };

  constructor(nodes: readonly ChainNode[]) {
    this.#nodes = nodes;
  }

  /** What nodes are to be told with every other fault: they take their faults as a whole. */
  get applied(): NodeFaults {
    return this.#applied;
  }

  /** Null for faults of other lanes. It is in force from the next step on. */
  strike({ fault, strength }: Episode): Struck | null {
    if (fault === 'confirmationStops') return this.#want('standsStill', true, false);
    const found = wrongsOf(fault, strength);
    return found === null ? null : this.#want(found.kind, found.wrongs, {});
  }

  #want<Name extends keyof Wanted>(kind: Name, wrongs: Wanted[Name], nothing: Wanted[Name]): Struck {
    this.#wanted = { ...this.#wanted, [kind]: wrongs };
    const before = this.#steps[kind];
    return {
      end: async () => {
        this.#wanted = { ...this.#wanted, [kind]: nothing };
      },
      effects: async () => this.#steps[kind] - before,
    };
  }

  /** Before each step. `tell` makes a node take all its faults again. */
  async beforeStep(tell: (place: number) => Promise<void>): Promise<void> {
    if (this.#wanted !== this.#applied) {
      this.#applied = this.#wanted;
      await Promise.all(this.#nodes.map((_, place) => tell(place)));
    }
    for (const kind of ['oracles', 'pools'] as const) {
      if (Object.keys(this.#applied[kind]).length > 0) this.#steps[kind] += 1;
    }
    if (this.#applied.standsStill) this.#steps.standsStill += 1;
  }
}
