import type { StoredState } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import {
  listNeighbourStates,
  type Queryable,
  type StoredSnapshot,
  streamStates,
  toStoredState,
} from '@tidemark/schema';
import type { TimeRange } from './hours.ts';

/** Looks at one reserve: those of a range, with the newest before it and the first after it. */
export interface ReserveStates {
  readonly reserve: string;
  readonly states: readonly StoredState[];
  /** True where the last of them is at the end of the range or after it. */
  readonly reachesEnd: boolean;
}

export interface LoadStatesOptions {
  readonly protocol: string;
  /** In byte order. */
  readonly reserves: readonly string[];
  readonly range: TimeRange;
}

/** The looks of a range, one reserve after the other, so that those of only one are in memory. Leaves out who has none. */
export async function* loadStates(
  tx: Queryable,
  { protocol, reserves, range }: LoadStatesOptions,
): AsyncGenerator<ReserveStates, void, undefined> {
  const before = await listNeighbourStates(tx, { reserves, before: range.from });
  const after = await listNeighbourStates(tx, { reserves, after: range.to });
  const rules = protocolOf(protocol);
  const pages = streamStates(tx, { protocol, reserves, ...range });
  let page: readonly StoredSnapshot[] = [];
  let place = 0;
  let isOver = false;
  for (const reserve of reserves) {
    const within: StoredSnapshot[] = [];
    while (!isOver) {
      const next = page[place];
      if (next === undefined) {
        const { done = false, value } = await pages.next();
        isOver = done;
        page = value ?? [];
        place = 0;
        continue;
      }
      if (next.reserve !== reserve) break;
      within.push(next);
      place += 1;
    }
    const rows = [before.get(reserve), ...within, after.get(reserve)].filter((row) => row !== undefined);
    const states = rows.map((row) => toStoredState(rules, row));
    if (states.length > 0) yield { reserve, states, reachesEnd: after.has(reserve) };
  }
}
