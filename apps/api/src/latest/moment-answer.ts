import { responseHeaders } from '@tidemark/contract';
import { JSON_TYPE } from '../http/answer.ts';
import { type PreparedResource, prepareResource } from '../prepared/prepared-resource.ts';
import type { DatasetOptions } from './latest-dataset.ts';

/** Newest slot and chain time of rows. */
export interface Moment {
  readonly slot: bigint;
  readonly seconds: number;
}

/** The newest of several moments, each part for itself; null where there is none. */
export function newestMoment(moments: Iterable<Moment>): Moment | null {
  let newest: Moment | null = null;
  for (const { slot, seconds } of moments) {
    newest =
      newest === null
        ? { slot, seconds }
        : { slot: slot > newest.slot ? slot : newest.slot, seconds: Math.max(seconds, newest.seconds) };
  }
  return newest;
}

/** `{data, meta, status}` of rows that are JSON already. */
export function momentText(rowTexts: readonly string[], moment: Moment | null): string {
  const slot = moment === null ? null : Number(moment.slot);
  const meta = JSON.stringify({ as_of: moment?.seconds ?? null, slot, count: rowTexts.length });
  return `{"data":[${rowTexts.join(',')}],"meta":${meta},"status":200}`;
}

/** An answer about a moment, with the headers that say which. */
export function prepareMoment(text: string, moment: Moment | null, options: DatasetOptions): PreparedResource {
  const { commonHeaders, cacheControl, vary } = options;
  const base = { contentType: JSON_TYPE, body: Buffer.from(text), cacheControl, vary };
  if (moment === null) return prepareResource({ ...base, extraHeaders: commonHeaders });
  return prepareResource({
    ...base,
    etagPrefix: `${moment.slot}-${moment.seconds}`,
    lastModifiedSeconds: moment.seconds,
    // Settings and what is compared with the past can change while the newest read is the same.
    lastModifiedReliable: false,
    extraHeaders: [
      ...commonHeaders,
      responseHeaders.dataSlot,
      String(moment.slot),
      responseHeaders.dataAsOf,
      String(moment.seconds),
    ],
  });
}
