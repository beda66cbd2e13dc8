import type { Mutant } from './mutant.ts';

/** Bugs in what is made of the stored rows: hours, days, interest, gaps. */
export const HISTORY_MUTANTS: readonly Mutant[] = [
  {
    id: 'rollup-means-too-high',
    class: 'rollup',
    words: 'every mean of an hour is one per cent too high',
    file: 'packages/model/src/history/summarise-number.ts',
    edits: [
      {
        find: 'twavg: weight === 0 ? null : withinBounds(weighted / weight, min, max),',
        replace: 'twavg: weight === 0 ? null : (weighted / weight) * 1.01,',
      },
    ],
    origin: 'audit',
  },
  {
    id: 'rollup-least-is-first',
    class: 'rollup',
    words: 'the least number of an hour is its first',
    file: 'packages/model/src/history/summarise-number.ts',
    edits: [
      {
        find: 'if (min === null || value < min) min = value;',
        replace: 'if (min === null) min = value;',
      },
    ],
    origin: 'audit',
  },
  {
    id: 'rollup-most-without-close',
    class: 'rollup',
    words: 'the greatest number of an hour leaves the edge out that it closes with',
    file: 'packages/model/src/history/summarise-number.ts',
    edits: [
      {
        find: 'if (max === null || value > max) max = value;',
        replace: 'if (max === null || (value > max && points.at(-1)?.numbers !== numbers)) max = value;',
      },
    ],
    origin: 'audit',
  },
  {
    id: 'rollup-interest-too-high',
    class: 'rollup',
    words: 'interest of an account that was seen unchanged is one per cent too high, for its suppliers',
    file: 'packages/protocols/src/kamino/adapter.ts',
    edits: [
      {
        find: 'const total = accrued.borrowed - state.borrowed;',
        replace: 'const total = ((accrued.borrowed - state.borrowed) * 101n) / 100n;',
      },
    ],
    origin: 'audit',
  },
  {
    id: 'rollup-observed-is-elapsed',
    class: 'rollup',
    words: 'every second of an hour counts as observed',
    file: 'packages/model/src/history/build-buckets.ts',
    edits: [
      {
        find: 'observedSeconds: Math.floor(observedMs / 1000),',
        replace: 'observedSeconds: isSeen ? Math.floor((toMs - fromMs) / 1000) : 0,',
      },
    ],
    origin: 'audit',
  },
  {
    id: 'rollup-gaps-have-weight',
    class: 'rollup',
    words: 'a value before a gap weighs for as long as the gap lasts',
    file: 'packages/model/src/history/build-buckets.ts',
    edits: [
      {
        find: 'observedMs: observed.between(beginMs, values[i + 1]?.beginMs ?? endMs) };',
        replace: 'observedMs: (values[i + 1]?.beginMs ?? endMs) - beginMs };',
      },
    ],
    origin: 'product',
  },
  {
    id: 'rollup-host-in-protocol',
    class: 'rollup',
    words: "the host's part of the interest is also counted as the protocol's",
    file: 'packages/protocols/src/kamino/adapter.ts',
    edits: [
      {
        find: 'const protocol = accrued.own.accumulatedProtocolFeesSf - state.own.accumulatedProtocolFeesSf - host;',
        replace: 'const protocol = accrued.own.accumulatedProtocolFeesSf - state.own.accumulatedProtocolFeesSf;',
      },
    ],
    origin: 'product',
  },
  {
    id: 'rollup-unseen-interest-lost',
    class: 'rollup',
    words: 'interest of the time between the last observation of one account and the first at the next is lost',
    file: 'packages/model/src/history/interest-stretch.ts',
    edits: [
      {
        find: 'const missed = next !== undefined && link !== null && next.state.lastUpdateSlot > lastSeen.slot;',
        replace: 'const missed = false as boolean && next !== undefined && link !== null;',
      },
    ],
    origin: 'product',
  },
  {
    id: 'rollup-day-without-first-hour',
    class: 'rollup',
    words: 'a day of several hours leaves the interest of its first one out',
    file: 'packages/model/src/history/fold-buckets.ts',
    edits: [
      {
        find: 'sumKnown(buckets.map(({ interest }) => interest))',
        replace: 'sumKnown(buckets.slice(buckets.length > 1 ? 1 : 0).map(({ interest }) => interest))',
      },
    ],
    origin: 'product',
  },
  {
    id: 'gaps-some-not-written',
    class: 'gaps',
    words: 'gaps that begin in one of five seconds are not written',
    file: 'packages/schema/src/history/gap-ledger.ts',
    edits: [
      {
        find: 'if (added.length === 0) return;',
        replace: `if (added.length === 0) return;
  options = { ...options, added: added.filter(({ from }) => Math.floor(from.getTime() / 1000) % 5 !== 0) };
  return writeAdded(tx, options);
}
async function writeAdded(tx, { protocol, added }) {
  if (added.length === 0) return;`,
      },
    ],
    origin: 'audit',
  },
  {
    id: 'gaps-refusals-are-absences',
    class: 'gaps',
    words: 'a reserve that was refused is said to have been missing',
    file: 'packages/model/src/history/gap-reason.ts',
    edits: [
      {
        find: "return vainObservation.isRefused ? 'quarantined' : 'account_missing';",
        replace: "return 'account_missing';",
      },
    ],
    origin: 'product',
  },
  {
    id: 'gaps-twice-as-patient',
    class: 'gaps',
    words: 'a hole counts as one only when it is twice as long as it may be',
    file: 'apps/indexer/src/rollup/find-whole-gaps.ts',
    edits: [
      {
        find: 'if (to.getTime() - from.getTime() <= patienceMs) continue;',
        replace: 'if (to.getTime() - from.getTime() <= 2 * patienceMs) continue;',
      },
    ],
    origin: 'product',
  },
];
