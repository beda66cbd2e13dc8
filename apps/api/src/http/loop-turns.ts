import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** How long requests are begun in one turn of the event loop. A hot read takes tenths of a millisecond. */
const TURN_MS = 2;

/**
 * Begins requests in the order in which they came, a few in each turn of the event loop. libuv accepts one connection in a turn
 * (libuv/libuv#3696), and Node hands out all requests that have arrived in the same turn: a hundred busy connections would make each
 * turn as long as a hundred requests, and of a hundred new connections the last would wait for ten thousand requests of the others.
 */
export function inLoopTurns(listener: RequestListener): RequestListener {
  const arrived: (readonly [IncomingMessage, ServerResponse])[] = [];
  let isDue = false;

  const beginSoon = (): void => {
    if (isDue || arrived.length === 0) return;
    isDue = true;
    setImmediate(beginSome);
  };

  const beginSome = (): void => {
    isDue = false;
    const endMs = performance.now() + TURN_MS;
    while (arrived.length > 0 && performance.now() < endMs) {
      const exchange = arrived.shift();
      // Of those whose client has gone nobody waits for the answer.
      if (exchange !== undefined && !exchange[1].closed) listener(...exchange);
    }
    beginSoon();
  };

  return (...exchange) => {
    arrived.push(exchange);
    beginSoon();
  };
}
