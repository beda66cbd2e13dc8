/** An answer that its client has not taken whole. */
export interface UnsentAnswer {
  /** Who asked, as limits count: what one client holds counts together. */
  readonly client: string;
  /** What it holds. Answers with the same body hold it together. Null where the bytes of a stream come and go. */
  readonly body: Buffer | null;
  heldBytes(): number;
  /** Whether it is the client that the next step waits for. */
  isWaiting(): boolean;
  readonly addedMs: number;
  /** When the client was last seen to take something, or when there first was something to take. */
  readonly progressMs: number;
}

export interface VictimRules {
  /** What must go. */
  readonly excessBytes: number;
  readonly nowMs: number;
  /** How long a client may take nothing before its answer may be cut. */
  readonly graceMs: number;
}

/**
 * The answers to cut: of the client that holds most the one that waits longest, and so on until enough is free. An answer
 * that is new is not cut, but nobody else's goes in its place: in a moment it may be. One whose client takes pieces of it,
 * or that waits for something else than its client, is passed over.
 */
export function chooseVictims<Answer extends UnsentAnswer>(answers: Iterable<Answer>, rules: VictimRules): Answer[] {
  const { nowMs, graceMs } = rules;
  const all = [...answers];
  const holders = countHolders(all);
  const victims: Answer[] = [];
  let excess = rules.excessBytes;
  for (const answer of inOrder(all, holders)) {
    if (excess <= 0) break;
    const isStuck = nowMs - answer.progressMs >= graceMs;
    const isNew = nowMs - answer.addedMs < graceMs;
    if (!answer.isWaiting() || (!isStuck && !isNew)) continue;
    excess -= leave(answer, holders);
    if (isStuck) victims.push(answer);
  }
  return victims;
}

type Holders = Map<Buffer, number>;

function countHolders(answers: readonly UnsentAnswer[]): Holders {
  const holders: Holders = new Map();
  for (const { body } of answers) if (body !== null) holders.set(body, (holders.get(body) ?? 0) + 1);
  return holders;
}

/** What is free when the answer is gone: a body only with the last that has it. */
function leave(answer: UnsentAnswer, holders: Holders): number {
  const { body } = answer;
  if (body === null) return answer.heldBytes();
  const left = (holders.get(body) ?? 1) - 1;
  holders.set(body, left);
  return left === 0 ? body.length : 0;
}

/**
 * What the client holds at the moment when an answer's turn comes says when that is: then one sort by it is the order of
 * whoever takes away, again and again, the oldest of the client that holds most.
 */
function inOrder<Answer extends UnsentAnswer>(answers: readonly Answer[], holders: Holders): Answer[] {
  const ranked: { readonly answer: Answer; readonly clientBytes: number }[] = [];
  for (const own of byClient(answers).values()) {
    let clientBytes = 0;
    for (const answer of own.toSorted((one, other) => one.progressMs - other.progressMs).toReversed()) {
      const { body } = answer;
      clientBytes += body === null ? answer.heldBytes() : body.length / (holders.get(body) ?? 1);
      ranked.push({ answer, clientBytes });
    }
  }
  ranked.sort((one, other) => other.clientBytes - one.clientBytes || one.answer.progressMs - other.answer.progressMs);
  return ranked.map(({ answer }) => answer);
}

function byClient<Answer extends UnsentAnswer>(answers: readonly Answer[]): Map<string, Answer[]> {
  const clients = new Map<string, Answer[]>();
  for (const answer of answers) {
    const own = clients.get(answer.client);
    if (own === undefined) clients.set(answer.client, [answer]);
    else own.push(answer);
  }
  return clients;
}
