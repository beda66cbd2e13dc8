import { type IncomingMessage, request } from 'node:http';
import { createSightings, type Watcher } from './sightings.ts';

const STREAM = '/v1/stream';
const EVENT_END = '\n\n';
const IS_RESERVE = /^event: reserve$/m;
const DATA = /^data: (.*)$/m;

interface StreamedReserve {
  readonly reserve: string;
  readonly timestamp: number;
}

/** Reads the stream of a key, as a client would, until it is stopped. */
export async function watchStream(apiUrl: string, key: string): Promise<Watcher> {
  const sightings = createSightings();
  const asking = request(`${apiUrl}${STREAM}`, { headers: { 'x-service-api-key': key } });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asking.once('response', resolve).once('error', reject).end();
  });
  if (response.statusCode !== 200) throw new Error(`${STREAM} answered ${response.statusCode}`);
  let waiting = '';
  response.setEncoding('utf8').on('data', (piece: string) => {
    const atMs = performance.now();
    const events = `${waiting}${piece}`.split(EVENT_END);
    waiting = events.pop() ?? '';
    for (const event of events) {
      const data = IS_RESERVE.test(event) ? DATA.exec(event)?.[1] : undefined;
      if (data === undefined) continue;
      const { reserve, timestamp }: StreamedReserve = JSON.parse(data);
      sightings.add(reserve, { moment: timestamp, atMs });
    }
  });
  const ended = new Promise<void>((resolve) => response.once('close', resolve));
  // The cut below is an error to the socket.
  response.on('error', () => undefined);
  asking.on('error', () => undefined);
  return {
    sightings,
    async stop() {
      asking.destroy();
      await ended;
    },
  };
}
