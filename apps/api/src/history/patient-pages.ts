import { type Gate, inTurns } from '../http/gate.ts';

/**
 * Pages whose reads go through a gate. The first one is refused where too much is under way, as any read; an answer that has
 * begun waits instead of breaking off. Between two pages nothing is held.
 */
export async function* throughGate<Page>(
  gate: Gate,
  pages: AsyncIterable<Page>,
  signal: AbortSignal,
): AsyncGenerator<Page> {
  const iterator = pages[Symbol.asyncIterator]();
  const turns = inTurns(gate, signal);
  try {
    for (;;) {
      const result = await turns(() => iterator.next());
      if (result.done === true) return;
      yield result.value;
    }
  } finally {
    await iterator.return?.();
  }
}
