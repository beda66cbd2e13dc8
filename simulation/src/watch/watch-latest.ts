import { setTimeout as delay } from 'node:timers/promises';
import { PROTOCOL_NAMES } from '@tidemark/protocols';
import type { Sql } from 'postgres';
import { readOwnFields, type StoredRow } from '../audit/stored-facts.ts';
import { askLatest } from './latest-answer.ts';
import { createMonotony, type Place } from './monotony.ts';

/** Reads the latest rows all the time, through SQL and through the API. */
export interface LatestWatch {
  /** Steps back that were seen, in words. */
  readonly stepsBack: readonly string[];
  /** Of newest states the fields that only their protocol has, each state once. */
  readonly own: () => readonly StoredRow[];
  readonly samples: () => { readonly sql: number; readonly api: number };
  stop(): Promise<void>;
}

const PAUSE_MS = 60;
const OWN_PAUSE_MS = 250;
/** While a deploy hands over, two processes answer: what one has just read of the database the other may read a moment later. */
const HAND_OVER_MS = 3_000;

export function watchLatest(admin: Sql, apiUrl: string): LatestWatch {
  const stepsBack: string[] = [];
  const samples = { sql: 0, api: 0 };
  const end = new AbortController();

  const inSql = createMonotony('SQL', stepsBack);
  const inApi = createMonotony('API', stepsBack);
  const inProcess = createMonotony('a process of the API', stepsBack);
  const firstAnswers = new Map<string, number>();
  const sampleSql = async (): Promise<void> => {
    const rows = await admin<{ reserve: string; slot: string; at: Date }[]>`
      SELECT reserve, slot, observed_at AS at FROM lend_v1.reserve_latest`;
    samples.sql += 1;
    for (const { reserve, slot, at } of rows) inSql(reserve, { slot: Number(slot), time: at.getTime() });
  };
  const own = new Map<string, StoredRow>();
  const sampleOwn = async (): Promise<void> => {
    for (const row of await readOwnFields(admin))
      own.set(`${String(row['reserve'])} ${String(row['slot'])} ${String(row['poll_batch_id'])}`, row);
  };
  const sampleApi = async (): Promise<void> => {
    for (const protocol of PROTOCOL_NAMES) {
      const { status, slot, rows, process } = await askLatest(apiUrl, protocol);
      if (status !== 200) continue;
      samples.api += 1;
      const now = performance.now();
      const firstAt = firstAnswers.get(process) ?? now;
      firstAnswers.set(process, firstAt);
      const isNew = firstAnswers.size > 1 && now - firstAt < HAND_OVER_MS;
      const note = (key: string, place: Place): void => {
        inProcess(`${key} (${process})`, place);
        if (!isNew) inApi(key, place);
      };
      note(`all reserves of ${protocol}`, { slot, time: 0 });
      for (const { reserve, timestamp } of rows) note(reserve, { slot: 0, time: timestamp });
    }
  };
  // While something is down there is nothing to see; that it answers wrongly is seen by others.
  const loop = async (sample: () => Promise<void>, pauseMs = PAUSE_MS): Promise<void> => {
    while (!end.signal.aborted) {
      await sample().catch(() => undefined);
      await delay(pauseMs);
    }
  };
  const loops = [loop(sampleSql), loop(sampleApi), loop(sampleOwn, OWN_PAUSE_MS)];
  return {
    stepsBack,
    own: () => [...own.values()],
    samples: () => samples,
    stop: async () => {
      end.abort();
      await Promise.all(loops);
    },
  };
}
