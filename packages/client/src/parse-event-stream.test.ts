import { describe, expect, it } from 'vitest';
import { parseEventStream, type ServerSentEvent } from './stream-reserves.ts';

const TEXT =
  'retry: 2000\n\nid: 7.0\nevent: reserve\ndata: {"a":"ü"}\n\n: comment\n\nevent: gap\ndata: 1\ndata: 2\n\nid: 9\nev';

async function parse(pieces: readonly Uint8Array[]): Promise<ServerSentEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const events: ServerSentEvent[] = [];
  for await (const event of parseEventStream(body)) events.push(event);
  return events;
}

describe('events of a stream', () => {
  it('are the same however the bytes are cut, and an unfinished one is none', async () => {
    const bytes = new TextEncoder().encode(TEXT);
    const whole = await parse([bytes]);
    expect(whole).toEqual([
      { id: '7.0', name: 'reserve', data: '{"a":"ü"}' },
      { id: null, name: 'gap', data: '1\n2' },
    ]);
    for (const size of [1, 2, 3, 7]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.slice(index * size, (index + 1) * size),
      );
      expect(await parse(pieces)).toEqual(whole);
    }
  });
});
