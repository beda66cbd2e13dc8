import type { ServerResponse } from 'node:http';

/** What answers hold in memory because their clients have not taken them yet. */
export interface UnsentBodies {
  /** Counts the body until the answer is out or its connection gone. One that several answers share counts once. */
  add(response: ServerResponse, body: Buffer): void;
  /** Counts what waits in a response that is written in pieces, until it is over. */
  watch(response: ServerResponse): void;
  bytes(): number;
}

export function createUnsentBodies(): UnsentBodies {
  const answers = new Map<Buffer, number>();
  const streams = new Set<ServerResponse>();
  let bytes = 0;
  const remove = (body: Buffer): void => {
    const left = (answers.get(body) ?? 0) - 1;
    if (left > 0) {
      answers.set(body, left);
      return;
    }
    answers.delete(body);
    bytes -= body.length;
  };
  return {
    add: (response, body) => {
      // The client left while the answer was made: nothing is sent, and no further close will come.
      if (response.closed || response.destroyed) return;
      const count = answers.get(body) ?? 0;
      if (count === 0) bytes += body.length;
      answers.set(body, count + 1);
      // Node tells of the close after the last byte has been handed to the kernel, or the connection is gone.
      response.once('close', () => remove(body));
    },
    watch: (response) => {
      if (response.closed || response.destroyed) return;
      streams.add(response);
      response.once('close', () => streams.delete(response));
    },
    bytes: () => {
      let waiting = bytes;
      for (const response of streams) waiting += response.writableLength;
      return waiting;
    },
  };
}
