import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

/** Row of an answer, by the names of its fields. */
export type ServedRow = Readonly<Record<string, unknown>>;

/** Where answers come from, and with which key. */
export interface Service {
  readonly apiUrl: string;
  readonly apiKey: string;
}

const envelope = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.object({ next_cursor: z.string().nullable() }),
});

const TIMEOUT_MS = 60_000;
/** Nothing is away any more: a service that turns a request away takes it soon. */
const MOST_TRIES = 20;
const PAUSE_MS = 500;
/** Far more than the longest list has. */
const MOST_PAGES = 5_000;

/** All rows of a list, page by page along its cursors. Throws for every other answer, and for cursors without an end. */
export async function readPages(
  service: Service,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<ServedRow[]> {
  const rows: ServedRow[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const parameters = new URLSearchParams({ ...query, ...(cursor === null ? {} : { cursor }) });
    const { data, meta } = envelope.parse(await readJson(service, `${path}?${parameters.toString()}`));
    rows.push(...data);
    if (meta.next_cursor === null) return rows;
    cursor = meta.next_cursor;
  }
  throw new Error(`GET ${path} has more than ${MOST_PAGES} pages`);
}

/** The body of a path. */
export async function readJson({ apiUrl, apiKey }: Service, path: string): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${apiUrl}${path}`, {
      headers: { 'x-service-api-key': apiKey },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await response.text();
    if (response.status === 200) return JSON.parse(body);
    if (response.status !== 503 || tries === MOST_TRIES) {
      throw new Error(`GET ${path} was answered with ${response.status}: ${body.slice(0, 300)}`);
    }
    await delay(PAUSE_MS);
  }
}
