import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on one connection behind the one that is being answered. */
const MAX_WAITING = 32;

/**
 * Answers the requests of one connection in turn. Node hands out a request as soon as it has arrived, even where the answer
 * to the one before is under way: hundreds sent at once would all be worked on together, and those behind an answer that is
 * never taken would not even hear of the end of their connection.
 */
export function inOrder(listener: RequestListener, onCut: () => void): RequestListener {
  const waiting = new WeakMap<Socket, number>();

  const wait: RequestListener = (request, response) => {
    const { socket } = request;
    // The rest of what came in one piece with the request that went too far.
    if (socket.destroyed) return;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MAX_WAITING) {
      onCut();
      socket.destroy();
      return;
    }
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      listener(request, response);
    });
  };

  return (request, response) => {
    // An answer has its socket from the start, or gets it when it is its turn.
    if (response.socket === null) wait(request, response);
    else listener(request, response);
  };
}
