import { describe, expect, it } from 'vitest';
import { parseTextSearch, writeTextSearch } from '../search.ts';
import { readCompareView, SIDES, writeCompareView } from './compare/search.ts';
import { COLUMN_IDS, DEFAULT_COLUMNS } from './markets/column-ids.ts';
import { pickMarketsSearch, readMarketsView, writeMarketsView } from './markets/search.ts';
import { INTERVALS, rangeOf, RANGES, readReserveView, writeReserveView } from './reserve/search.ts';

const HOUR = 3_600;

/** The view that somebody gets who opens the link of another one. */
const shared = (written: Readonly<Record<string, unknown>>) => parseTextSearch(writeTextSearch(written));

describe('a link', () => {
  it('of the markets shows the view that it was copied from, whatever the view', () => {
    for (const [index, column] of COLUMN_IDS.entries()) {
      const view = {
        q: index % 3 === 0 ? '' : `a&b=c ${index} ü,;`,
        protocols: index % 2 === 0 ? [] : ['kamino'],
        markets: index % 4 === 0 ? ['A1', 'B2'] : [],
        tokens: ['T1'].slice(index % 2),
        statuses: index % 5 === 0 ? ['active', 'hidden'] : [],
        stale: index % 2 === 0,
        unlisted: index % 3 === 0,
        sort: { column, descending: index % 3 === 0 },
        columns: index % 2 === 0 ? DEFAULT_COLUMNS : COLUMN_IDS.slice(0, index + 1),
        unit: index % 2 === 0 ? ('usd' as const) : ('tokens' as const),
      };
      expect(readMarketsView(pickMarketsSearch(shared(writeMarketsView(view))))).toEqual(view);
    }
  });

  it('of a reserve and of a comparison does so, too', () => {
    for (const range of RANGES) {
      for (const interval of INTERVALS) {
        const view = { range, interval, with: ['A', 'B'], unit: 'tokens' as const };
        expect(readReserveView(shared(writeReserveView(view)))).toEqual(view);
      }
    }
    for (const side of SIDES) {
      const view = { tokens: ['A', 'B'], side, window: '24h' as const, unlisted: side === 'borrow' };
      expect(readCompareView(shared(writeCompareView(view)))).toEqual(view);
    }
  });

  it('is plain where nothing was chosen', () => {
    expect(writeTextSearch(writeMarketsView(readMarketsView({})))).toBe('');
    expect(writeTextSearch(writeReserveView(readReserveView({})))).toBe('');
    expect(writeTextSearch(writeCompareView(readCompareView({})))).toBe('');
  });

  it('with nonsense in it shows the default of that part', () => {
    expect(readMarketsView({ sort: 'nothing:up', cols: 'x,y', unit: 'gold' })).toEqual(readMarketsView({}));
    expect(readReserveView({ range: '100y', interval: '1s' })).toEqual(readReserveView({}));
  });
});

describe('a range', () => {
  it('ends after every moment of the hour that goes on, also after its first, which is what a page gives', () => {
    for (const seconds of [0, 1, 1_800, 3_599]) {
      const { to } = rangeOf({ range: '7d', interval: 'auto' }, 'public', 1_000_000 * HOUR + seconds);
      expect(to).toBe(1_000_001 * HOUR);
    }
  });

  it('needs at most one call of 1,000 rows without a key, and is the same question within an hour', () => {
    for (const range of RANGES) {
      const { from, to, interval } = rangeOf({ range, interval: 'auto' }, 'public', 1_000_000 * HOUR);
      const seconds = { '15m': HOUR / 4, '1h': HOUR, '4h': 4 * HOUR, '1d': 24 * HOUR }[interval];
      expect((to - from) / seconds).toBeLessThanOrEqual(1_000);
      expect(to - from).toBeLessThanOrEqual(731 * 24 * HOUR);
      expect(rangeOf({ range, interval: 'auto' }, 'public', 1_000_000 * HOUR + 3_599)).toEqual({ from, to, interval });
    }
  });

  it('gives a key what only a key may ask for, and the public the next best', () => {
    expect(rangeOf({ range: '24h', interval: '15m' }, 'key', HOUR).interval).toBe('15m');
    expect(rangeOf({ range: '24h', interval: '15m' }, 'public', HOUR).interval).toBe('1h');
  });
});
