/** `Sync` and `Query` ask for one `ReadyForQuery` each; after `Flush` an answer is due, too, and a `Sync` follows it. */
const SYNC = 0x53;
const QUERY = 0x51;
const FLUSH = 0x48;
const READY_FOR_QUERY = 0x5a;

/** What the server of one connection still owes. */
export interface OwedAnswers {
  /** Takes in what is written to the server, in order. */
  readonly onWritten: (chunk: Uint8Array) => void;
  /** Takes in what came from it, in order. */
  readonly onReceived: (chunk: Uint8Array) => void;
  /** False from the beginning until the server has taken the connection, too. */
  readonly isNoneOwed: () => boolean;
}

/**
 * Counts the answers that are due on a connection, from its bytes: statements that are sent together are answered one by one,
 * and the end of the first answer is not the end of waiting.
 */
export function createOwedAnswers(): OwedAnswers {
  // The first message of a connection has no type, and is answered as a statement is.
  let owed = 1;
  let isFlushed = false;
  const written = createMessageReader(false, (type) => {
    if (type === SYNC || type === QUERY) owed += 1;
    if (type === FLUSH) isFlushed = true;
    else if (type === SYNC) isFlushed = false;
  });
  const received = createMessageReader(true, (type) => {
    if (type === READY_FOR_QUERY) owed -= 1;
  });
  return { onWritten: written, onReceived: received, isNoneOwed: () => owed <= 0 && !isFlushed };
}

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

/** Tells the type of each message of one direction, at its head. A message may come in any number of pieces. */
function createMessageReader(isFirstTyped: boolean, onMessage: (type: number) => void): (chunk: Uint8Array) => void {
  const head: number[] = [];
  let headBytes = (isFirstTyped ? TYPE_BYTES : 0) + LENGTH_BYTES;
  let rest = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const skipped = Math.min(rest, chunk.length - at);
      at += skipped;
      rest -= skipped;
      if (rest > 0) return;
      while (at < chunk.length && head.length < headBytes) head.push(chunk[at++] ?? 0);
      if (head.length < headBytes) return;
      const [a = 0, b = 0, c = 0, d = 0] = head.slice(-LENGTH_BYTES);
      // The length counts itself.
      rest = Math.max(0, a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d - LENGTH_BYTES);
      if (head.length > LENGTH_BYTES) onMessage(head[0] ?? 0);
      head.length = 0;
      headBytes = TYPE_BYTES + LENGTH_BYTES;
    }
  };
}
