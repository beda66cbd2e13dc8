import type { Link } from '../network/link.ts';
import type { Struck } from './struck.ts';

/**
 * Half-open connections. A weak fault silences those that stand, for good: no peer ever learns that they are dead, and
 * new ones are served, as when a machine in between has forgotten them. A strong one silences all that come as well, and
 * all of them are reset in the end.
 */
export function silenceLinks(links: readonly Link[], strength: number): Struck {
  const isStrong = strength >= 0.5;
  const swallowed = (): number => links.reduce((sum, link) => sum + link.counts().swallowed, 0);
  const before = swallowed();
  for (const link of links) link.silence(isStrong ? 'all' : 'standing');
  return {
    lingers: !isStrong,
    effects: async () => swallowed() - before,
    end: async () => {
      for (const link of links) {
        link.serve();
        if (isStrong) link.bury();
      }
    },
  };
}
