import { z } from 'zod';
import { latestPathOf } from './api-paths.ts';

/** A newest row as the database has it. */
export interface NewestRow {
  readonly protocol: string;
  readonly reserve: string;
  readonly slot: number;
  readonly observedAt: Date;
  readonly availableAmount: number;
  readonly suppliedAmount: number;
}

/** What the API answers for the newest rows of all reserves of a protocol. */
export interface LatestAnswer {
  readonly status: number;
  /** The newest slot among the rows, by the header; 0 without one. */
  readonly slot: number;
  readonly etag: string | null;
  /** Tells the processes of the API apart: request ids begin with it. */
  readonly process: string;
  /** None where the status is another than 200. */
  readonly rows: readonly ServedRow[];
}

const TIMEOUT_MS = 5_000;

const rowsSchema = z.array(
  z.object({
    reserve: z.string(),
    timestamp: z.number(),
    available_amount_f: z.number(),
    supplied_amount_f: z.number(),
  }),
);
type ServedRow = z.output<typeof rowsSchema>[number];

/** Asks for the newest rows of all reserves of a protocol; with an ETag, for those that are not of that one. */
export async function askLatest(apiUrl: string, protocol: string, etag: string | null = null): Promise<LatestAnswer> {
  const response = await fetch(`${apiUrl}${latestPathOf(protocol)}`, {
    headers: etag === null ? {} : { 'if-none-match': etag },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { status, headers } = response;
  const body = await response.text();
  return {
    status,
    slot: Number(headers.get('x-data-slot') ?? 0),
    etag: headers.get('etag'),
    process: headers.get('x-request-id')?.split('-')[0] ?? '',
    rows: status === 200 ? rowsSchema.parse(JSON.parse(body)) : [],
  };
}

/** What an answer lacks of the newest rows of the database, or has otherwise, in words; null where it has just those. */
export function unservedOf({ status, slot, rows }: LatestAnswer, stored: readonly NewestRow[]): string | null {
  if (status !== 200) return `the newest rows are answered with ${status}`;
  const served = new Map(rows.map((row) => [row.reserve, row]));
  for (const row of stored) {
    const difference = differenceOf(row, served.get(row.reserve));
    if (difference !== null) return `${row.reserve}, of slot ${row.slot} in the database, ${difference}`;
  }
  if (rows.length !== stored.length) return `${rows.length} rows are answered, and ${stored.length} are stored`;
  const newest = stored.reduce((last, row) => Math.max(last, row.slot), 0);
  return slot === newest ? null : `the answer is of slot ${slot}, and the newest row of ${newest}`;
}

function differenceOf(row: NewestRow, served: ServedRow | undefined): string | null {
  if (served === undefined) return 'is not in the answer';
  // A row says its time and not its slot; two slots may share a second, and then the amounts tell them apart.
  const seconds = Math.floor(row.observedAt.getTime() / 1000);
  if (served.timestamp !== seconds) return `is of ${served.timestamp} in the answer, not ${seconds}`;
  const isSame = served.available_amount_f === row.availableAmount && served.supplied_amount_f === row.suppliedAmount;
  return isSame ? null : 'has other amounts in the answer';
}

/** Why the answer to an ETag of before does not tell that there is something new, in words; null where it does. */
export function unrenewedOf({ status, etag }: LatestAnswer, before: string): string | null {
  if (status !== 200) return `the ETag of before is answered with ${status}, although the rows are others now`;
  return etag === null || etag === before ? `the ETag is ${etag}, although the rows are others now` : null;
}
