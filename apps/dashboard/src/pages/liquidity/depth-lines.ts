import type { TokenDepth } from './queries.ts';

/** Depth by source over the move of the price: sales to the left of 0, purchases to the right. */
export interface DepthLines {
  /** Moves of the price as shares, ascending; 0 is among them, where nothing is measured. */
  readonly moves: readonly number[];
  readonly lines: readonly {
    readonly source: string;
    /** US dollars at the reference price, by move; null where it is not known, or not measured. */
    readonly worth: readonly (number | null)[];
  }[];
}

const ALL = 'all';
const BPS = 10_000;

/**
 * What can be sold and bought of each source, valued at the one reference price of the answer: what it brings in US dollars is known of all
 * sources together alone, since their SOL is sold together.
 */
export function depthLines({ depth, reference_price_usd_f: reference }: TokenDepth): DepthLines {
  const parts = depth.filter(({ source_str: source }) => source !== ALL);
  const moveOf = ({ side_str: side, fall_bps: bps }: (typeof parts)[number]): number =>
    (side === 'sell' ? -bps : bps) / BPS;
  const moves = [...new Set([0, ...parts.map(moveOf)])].toSorted((one, other) => one - other);
  const sources = [...new Set(parts.map(({ source_str: source }) => source))];
  const lines = sources.map((source) => {
    const amounts = new Map(
      parts.filter((part) => part.source_str === source).map((part) => [moveOf(part), part.marginal_amount_f]),
    );
    return {
      source,
      worth: moves.map((move) => {
        const amount = amounts.get(move) ?? null;
        return amount === null || reference === null ? null : amount * reference;
      }),
    };
  });
  return { moves, lines };
}

/** Each line on top of those before it; from the first that is not known, nothing is. */
export function stack(lines: DepthLines['lines']): readonly (readonly (number | null)[])[] {
  const stacked: (readonly (number | null)[])[] = [];
  for (const { worth } of lines) {
    const below = stacked.at(-1);
    stacked.push(
      worth.map((value, place) => {
        const base = below === undefined ? 0 : (below[place] ?? null);
        return value === null || base === null ? null : value + base;
      }),
    );
  }
  return stacked;
}
