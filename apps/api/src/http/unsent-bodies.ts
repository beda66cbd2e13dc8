import type { ServerResponse } from 'node:http';
import { chooseVictims, type UnsentAnswer } from './unsent-victims.ts';

export interface UnsentOptions {
  /** What answers may hold together. */
  readonly maxBytes: number;
  /** Tells of a connection that was cut. */
  readonly onCut?: () => void;
  readonly graceMs?: number;
  readonly nowMs?: () => number;
}

/** What answers hold in memory because their clients have not taken them yet, kept within a bound. */
export interface UnsentBodies {
  /**
   * Counts the body until the answer is out or its connection gone. One that several answers share counts once. `client`
   * stands for who asked: who holds most of what is too much is cut first.
   */
  add(response: ServerResponse, body: Buffer, client: string): void;
  /** Counts what waits in a response that is written in pieces, until it is over. */
  watch(response: ServerResponse, client: string): WatchedStream;
  /**
   * What is counted. The rows that the waiting page of an export was made of are not: its source keeps them for as long, and
   * they came to as much again where it was compressed, and to twice as much where it was not.
   */
  bytes(): number;
  /** Cuts what may be cut while more waits than may. False where that is not enough yet. */
  makeRoom(): boolean;
}

/** What a stream tells of itself. */
export interface WatchedStream {
  /** The client has taken what was written before, and is waited for from now on. */
  progressed(): void;
  /** What is held for the client in front of the response. */
  holds(heldBytes: () => number): void;
}

/** How long a client may take nothing while there is too much: so long can a burst of answers keep heavy reads of others out. */
const GRACE_MS = 2_000;

interface OpenAnswer extends UnsentAnswer {
  readonly response: ServerResponse;
  progressMs: number;
}

/** What is cut counts as gone at once, though its connection tells of its end later. */
export function createUnsentBodies(options: UnsentOptions): UnsentBodies {
  const { maxBytes, onCut = () => undefined, graceMs = GRACE_MS, nowMs = () => performance.now() } = options;
  const { answers, ...held } = createAnswers();

  const makeRoom = (): boolean => {
    const excessBytes = held.bytes() - maxBytes;
    if (excessBytes <= 0) return true;
    for (const victim of chooseVictims(answers, { excessBytes, nowMs: nowMs(), graceMs })) {
      held.remove(victim);
      onCut();
      // Not the response: what its stream still writes until it hears of the end would then be an error.
      victim.response.socket?.destroy();
    }
    return held.bytes() <= maxBytes;
  };

  const keep = (answer: OpenAnswer): void => {
    const { response } = answer;
    // The client left while the answer was made: nothing is sent, and no further close will come.
    if (response.closed || response.destroyed) return;
    held.add(answer);
    // Node tells of the close after the last byte has been handed to the kernel, or the connection is gone.
    response.once('close', () => held.remove(answer));
    makeRoom();
  };

  return {
    add: (response, body, client) => keep(wholeAnswer(response, { body, client, now: nowMs() })),
    watch: (response, client) => {
      const { answer, holds } = streamedAnswer(response, client, nowMs());
      keep(answer);
      const progressed = (): void => {
        answer.progressMs = nowMs();
      };
      return { progressed, holds };
    },
    bytes: held.bytes,
    makeRoom,
  };
}

function wholeAnswer(
  response: ServerResponse,
  { body, client, now }: { readonly body: Buffer; readonly client: string; readonly now: number },
): OpenAnswer {
  // Node tells nothing between the first byte that a client takes and the last.
  const times = { addedMs: now, progressMs: now };
  return { response, client, body, heldBytes: () => body.length, isWaiting: () => true, ...times };
}

function streamedAnswer(response: ServerResponse, client: string, now: number) {
  let heldBefore = (): number => 0;
  const answer: OpenAnswer = {
    response,
    client,
    body: null,
    heldBytes: () => response.writableLength + heldBefore(),
    // With nothing to send it waits for its source, be it for hours.
    isWaiting: () => response.writableLength > 0,
    addedMs: now,
    progressMs: now,
  };
  const holds = (heldBytes: () => number): void => {
    heldBefore = heldBytes;
  };
  return { answer, holds };
}

/** Those that are not over, and what they hold together. */
function createAnswers() {
  const answers = new Set<OpenAnswer>();
  const streams = new Set<OpenAnswer>();
  const holders = new Map<Buffer, number>();
  let wholeBytes = 0;
  return {
    answers,
    add: (answer: OpenAnswer): void => {
      const { body } = answer;
      answers.add(answer);
      if (body === null) {
        streams.add(answer);
        return;
      }
      const count = holders.get(body) ?? 0;
      if (count === 0) wholeBytes += body.length;
      holders.set(body, count + 1);
    },
    /** Does nothing the second time: what is cut is closed later. */
    remove: (answer: OpenAnswer): void => {
      if (!answers.delete(answer)) return;
      streams.delete(answer);
      const { body } = answer;
      if (body === null) return;
      const left = (holders.get(body) ?? 1) - 1;
      if (left > 0) {
        holders.set(body, left);
        return;
      }
      holders.delete(body);
      wholeBytes -= body.length;
    },
    bytes: (): number => {
      let bytes = wholeBytes;
      for (const stream of streams) bytes += stream.heldBytes();
      return bytes;
    },
  };
}
