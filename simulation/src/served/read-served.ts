import { createTidemarkClient } from '@tidemark/client';
import { PROTOCOL_NAMES } from '@tidemark/protocols';
import type { Sql } from 'postgres';
import type { DatabaseServer } from '../processes/database-server.ts';
import { checkKeys } from './check-keys.ts';
import { readLending, readTotals, type ServedLending, type ServedTotals } from './read-lending.ts';
import type { Service } from './read-pages.ts';

/** What the service says at the end of a run, all of it. */
export interface Served {
  /** By the name of the protocol. */
  readonly lending: ReadonlyMap<string, ServedLending>;
  /** Sums over all protocols. */
  readonly overAll: ServedTotals;
  /** What the stream sent first after each position. */
  readonly resumed: readonly ResumedStream[];
  /** What keys could do that they must not, or not what they must, in words. */
  readonly keyProblems: readonly string[];
}

export interface ResumedStream {
  /** The position that was received last. */
  readonly after: string;
  readonly next: string | null;
}

const DAY_SECONDS = 24 * 3_600;
const MOST_RESUMED = 3;
const RESUME_TIMEOUT_MS = 60_000;

/** Reads it over HTTP. Throws what is not answered as documented. */
export async function readServed(
  service: Service,
  { admin, directUrl }: Pick<DatabaseServer, 'admin' | 'directUrl'>,
): Promise<Served> {
  const [bounds] = await admin<{ first: Date; last: Date }[]>`
    SELECT min(observed_at) AS first, max(observed_at) AS last FROM lend_v1.poll_batches
    WHERE outcome_str = 'committed'`;
  if (bounds === undefined) throw new Error('nothing was stored');
  const from = Math.floor(bounds.first.getTime() / 1000 / DAY_SECONDS) * DAY_SECONDS;
  const to = Math.floor(bounds.last.getTime() / 1000) + 1;
  const lending = new Map<string, ServedLending>();
  for (const protocol of PROTOCOL_NAMES)
    lending.set(protocol, await readLending(service, admin, { protocol, from, to }));
  return {
    lending,
    overAll: await readTotals(service, admin, { base: '/v1/lend', protocols: PROTOCOL_NAMES, from, to }),
    resumed: await resumeStreams(service, admin),
    keyProblems: await checkKeys(service.apiUrl, directUrl),
  };
}

/** Resumes a stream in the middle of some commits, and takes what comes first. */
async function resumeStreams({ apiUrl, apiKey }: Service, admin: Sql): Promise<ResumedStream[]> {
  const commits = await admin<{ seq: string; states: number }[]>`
    SELECT commit_seq::text AS seq, cardinality(snapshot_reserves) AS states FROM lend_v1.batch_commits
    WHERE cardinality(snapshot_reserves) > 1 ORDER BY cardinality(snapshot_reserves) DESC, commit_seq LIMIT ${MOST_RESUMED}`;
  const client = createTidemarkClient({ baseUrl: apiUrl, apiKey });
  const resumed: ResumedStream[] = [];
  for (const { seq, states } of commits) {
    const after = `${seq}.${Math.floor(states / 2) - 1}`;
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(), RESUME_TIMEOUT_MS);
    let next: string | null = null;
    for await (const event of client.stream({ lastEventId: after, signal: end.signal })) {
      if (event.name !== 'reserve') continue;
      next = event.id;
      break;
    }
    clearTimeout(timer);
    end.abort();
    resumed.push({ after, next });
  }
  return resumed;
}
