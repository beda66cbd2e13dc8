import type { FuzzCase } from './fuzz-case.ts';
import { judge, type Verdict } from './judge.ts';

/** Bytes to write over a base account. */
export interface Patch {
  readonly offset: number;
  readonly hex: string;
}

/** The smallest change found that still breaks the promise, ready to be pasted into a test. */
export interface ShrunkCase {
  readonly base: string;
  readonly length: number;
  readonly patches: readonly Patch[];
  readonly violation: string;
  readonly moments: FuzzCase['moments'];
}

/** Takes back as many of the mutated bytes as the failure allows, halving from all of them down to single bytes. */
export function shrink(failing: FuzzCase, judgeCase: (fuzzCase: FuzzCase) => Verdict = judge): ShrunkCase {
  const violation = judgeCase(failing).violation ?? 'none';
  const kind = kindOf(violation);
  const { base } = failing;
  const data = failing.data.slice();
  const stillFails = (): boolean => kindOf(judgeCase({ ...failing, data }).violation ?? '') === kind;
  let changed = changedOffsets(base.data, data);
  for (let size = changed.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < changed.length; from += size) {
      const chunk = changed.slice(from, from + size);
      const before = chunk.map((offset) => data[offset] ?? 0);
      for (const offset of chunk) data[offset] = base.data[offset] ?? 0;
      if (!stillFails()) chunk.forEach((offset, i) => (data[offset] = before[i] ?? 0));
    }
    changed = changedOffsets(base.data, data);
  }
  return {
    base: base.name,
    length: data.length,
    patches: toPatches(data, changed),
    violation: judgeCase({ ...failing, data }).violation ?? violation,
    moments: failing.moments,
  };
}

/** The shrunk case as text; bigints as decimal strings. */
export function describeShrunk(shrunk: ShrunkCase): string {
  return JSON.stringify(shrunk, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value), 2);
}

// The same complaint about other digits is the same failure.
function kindOf(violation: string): string {
  return violation.replaceAll(/-?[\d.]+(e[+-]?\d+)?/g, '#');
}

function changedOffsets(before: Uint8Array, after: Uint8Array): number[] {
  const offsets: number[] = [];
  for (let i = 0; i < after.length; i++) if (i >= before.length || before[i] !== after[i]) offsets.push(i);
  return offsets;
}

function toPatches(data: Uint8Array, offsets: readonly number[]): Patch[] {
  const patches: { offset: number; hex: string }[] = [];
  let end = -1;
  for (const offset of offsets) {
    const hex = (data[offset] ?? 0).toString(16).padStart(2, '0');
    const last = patches.at(-1);
    if (last !== undefined && offset === end) last.hex += hex;
    else patches.push({ offset, hex });
    end = offset + 1;
  }
  return patches;
}
