import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createSightings, type Watcher } from './sightings.ts';
import { FLEET_LATEST_PATH } from '../lib/reserve-fleet.ts';

const PAUSE_MS = 4;

interface LatestRow {
  readonly reserve: string;
  readonly timestamp: number;
}

/** Asks for `all/latest` again and again over one connection, the body only when it is another one. */
export function watchLatest(apiUrl: string): Watcher {
  const sightings = createSightings();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const stopping = new AbortController();

  async function watch(): Promise<void> {
    let etag = '';
    while (!stopping.signal.aborted) {
      const answer = await get(`${apiUrl}${FLEET_LATEST_PATH}`, agent, etag);
      const atMs = performance.now();
      if (answer.body !== null) {
        const rows: LatestRow[] = JSON.parse(answer.body);
        for (const { reserve, timestamp } of rows) sightings.add(reserve, { moment: timestamp, atMs });
        etag = answer.etag;
      }
      await delay(PAUSE_MS);
    }
  }

  const watching = watch();
  return {
    sightings,
    async stop() {
      stopping.abort();
      await watching;
      agent.destroy();
    },
  };
}

/** The body is null where it is the one of the tag. */
async function get(url: string, agent: Agent, etag: string): Promise<{ body: string | null; etag: string }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = etag === '' ? {} : { 'if-none-match': etag };
    request(url, { agent, headers }).once('response', resolve).once('error', reject).end();
  });
  response.setEncoding('utf8');
  let body = '';
  for await (const piece of response) body += String(piece);
  if (response.statusCode === 304) return { body: null, etag };
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  return { body, etag: response.headers.etag ?? '' };
}
