import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

/** A call that was answered with a result. */
export interface AnsweredCall {
  readonly id: string | number | null;
  readonly method: string;
  readonly params: readonly unknown[];
  readonly result: unknown;
}

const resultShape = z.object({ context: z.object({ slot: z.number() }), value: z.array(z.unknown()) });
const addressesShape = z.tuple([z.array(z.string())]).rest(z.unknown());
const notificationShape = z.object({
  method: z.literal('programNotification'),
  params: z.object({
    result: z.object({ context: z.object({ slot: z.number() }), value: z.object({ pubkey: z.string() }) }),
  }),
});

/**
 * Appends to a file of JSON lines what the node has sent to its clients: reads of several accounts and notifications about
 * accounts of a program, each once its last byte was handed to the system. An auditor compares that with what a client has
 * stored. Lines are written at once, so that a node that is killed has left them.
 */
export class AnswerLog {
  readonly #descriptor: number;
  #isClosed = false;

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true });
    this.#descriptor = openSync(file, 'a');
  }

  /**
   * A whole answer was sent, which was begun at `at`, unix milliseconds: no client can have it before. Calls other than reads of
   * several accounts are left out.
   */
  answered(calls: readonly AnsweredCall[], at: number): void {
    for (const { id, method, params, result } of calls) {
      const addresses = addressesShape.safeParse(params).data?.[0];
      const { data } = resultShape.safeParse(result);
      if (method !== 'getMultipleAccounts' || addresses === undefined || data === undefined) continue;
      // What the answer has null for; the others may be spoilt.
      const absent = addresses.filter((_, place) => data.value[place] === null);
      this.#append({ type: 'answer', at, id, slot: data.context.slot, addresses, absent });
    }
  }

  /** A whole message was sent over a socket. Those that are no notification about an account are left out. */
  notified(text: string): void {
    const { data } = notificationShape.safeParse(JSON.parse(text));
    if (data === undefined) return;
    const { context, value } = data.params.result;
    this.#append({ type: 'notification', at: Date.now(), slot: context.slot, address: value.pubkey });
  }

  close(): void {
    this.#isClosed = true;
    closeSync(this.#descriptor);
  }

  #append(entry: object): void {
    // The system may say only after the end that a message was sent.
    if (this.#isClosed) return;
    writeSync(this.#descriptor, `${JSON.stringify(entry)}\n`);
  }
}
