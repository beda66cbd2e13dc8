import type { ProtocolStatus } from '@tidemark/contract';
import type { Sql } from '@tidemark/schema';
import type { InfoCache } from '../info/load-info.ts';
import type { LatestCache } from '../latest/latest-cache.ts';
import { unixSecondsOf } from '../latest/to-reserve-snapshot.ts';
import type { StatusLimits } from './find-causes.ts';
import { loadStatusFacts } from './status-facts.ts';
import { toProtocolStatus } from './to-protocol-status.ts';

/** The status of a protocol, and when it was made. */
export interface DatedStatus {
  readonly status: ProtocolStatus;
  readonly checkedSeconds: number;
}

export interface LoadStatusOptions {
  readonly sql: Sql;
  readonly protocol: string;
  readonly latest: LatestCache;
  readonly info: InfoCache;
  readonly limits: StatusLimits;
}

/** Reads everything that the status of a protocol is made of. Rejects when the database fails. */
export async function loadStatus({ sql, protocol, latest, info, limits }: LoadStatusOptions): Promise<DatedStatus> {
  const [tables, facts] = await Promise.all([info.get(), loadStatusFacts(sql, protocol)]);
  return {
    status: toProtocolStatus({ protocol, latest: latest.status(), info: tables, facts, limits }),
    checkedSeconds: unixSecondsOf(facts.ingest.readAt),
  };
}
