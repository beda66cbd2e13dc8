import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { ChainAccount } from '../chain/chain-account.ts';

/** How the truth file is written. */
export interface TruthLogOptions {
  readonly file: string;
  /** true: every line carries the account's bytes in base64. */
  readonly withData: boolean;
}

/** One state that an account went through. */
export interface TruthEntry {
  /** `initial`, `resumed`, an operation of the walk, `oracle`, `pool`, `control` or `delete`. */
  readonly kind: string;
  readonly slot: number;
  readonly unixTime: number;
  readonly address: string;
  /** null: the account was deleted. */
  readonly account: ChainAccount | null;
}

const FLUSH_CHARACTERS = 1 << 20;

/**
 * Appends every state that the chain goes through to a file of JSON lines, so that an auditor can compare what was
 * recorded with what was. A chain that was killed repeats lines when it resumes; for one slot and address the last counts.
 */
export class TruthLog {
  readonly #withData: boolean;
  readonly #descriptor: number;
  #pending: string[] = [];
  #pendingCharacters = 0;

  constructor(options: TruthLogOptions) {
    mkdirSync(dirname(options.file), { recursive: true });
    this.#withData = options.withData;
    this.#descriptor = openSync(options.file, 'a');
  }

  /** A line about the chain itself: what it is, that it was opened, that its clock was set. */
  writeChain(fields: Readonly<Record<string, string | number>>): void {
    this.#append(JSON.stringify({ type: 'chain', ...fields }));
  }

  /** A line about an account. */
  writeAccount(entry: TruthEntry): void {
    const { kind, slot, unixTime, address, account } = entry;
    const data = account === null ? null : Buffer.from(account.data);
    this.#append(
      JSON.stringify({
        type: 'account',
        kind,
        slot,
        unixTime,
        address,
        owner: account?.owner ?? null,
        sha256: data === null ? null : createHash('sha256').update(data).digest('hex'),
        ...(this.#withData ? { dataBase64: data?.toString('base64') ?? null } : {}),
      }),
    );
  }

  /** Writes what has gathered. */
  flush(): void {
    if (this.#pending.length === 0) return;
    writeSync(this.#descriptor, `${this.#pending.join('\n')}\n`);
    this.#pending = [];
    this.#pendingCharacters = 0;
  }

  close(): void {
    this.flush();
    closeSync(this.#descriptor);
  }

  #append(line: string): void {
    this.#pending.push(line);
    this.#pendingCharacters += line.length;
    if (this.#pendingCharacters > FLUSH_CHARACTERS) this.flush();
  }
}

/** A call that was answered with a result. */
export interface AnsweredCall {
  readonly id: string | number | null;
  readonly method: string;
  readonly params: readonly unknown[];
  readonly result: unknown;
}

/** A call that was answered with an error. */
export interface FailedCall extends Pick<AnsweredCall, 'id' | 'method'> {
  readonly code: number;
}

const callShape = z.object({ id: z.union([z.string(), z.number(), z.null()]).default(null), method: z.string() });
const resultShape = z.object({ context: z.object({ slot: z.number() }), value: z.array(z.unknown()) });
const addressesShape = z.tuple([z.array(z.string())]).rest(z.unknown());
const notificationShape = z.object({
  method: z.literal('programNotification'),
  params: z.object({
    result: z.object({ context: z.object({ slot: z.number() }), value: z.object({ pubkey: z.string() }) }),
  }),
});

/**
 * Appends to a file of JSON lines what the node has said to its clients: reads of several accounts (`answer`) and notifications about
 * accounts of a program (`notification`), each once its last byte was handed to the system, and of every other call how it ended
 * (`call`). An auditor compares that with what a client has stored, and with why it says that it failed. Lines are written at once, so
 * that a node that is killed has left them.
 */
export class AnswerLog {
  readonly #descriptor: number;
  #isClosed = false;

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true });
    this.#descriptor = openSync(file, 'a');
  }

  /** A whole answer was sent, which was begun at `at`, unix milliseconds: no client can have it before. */
  answered(
    { calls, failed }: { readonly calls: readonly AnsweredCall[]; readonly failed: readonly FailedCall[] },
    at: number,
  ): void {
    for (const { id, method, code } of failed) this.#append({ type: 'call', at, id, method, said: `error ${code}` });
    for (const { id, method, params, result } of calls) {
      const addresses = addressesShape.safeParse(params).data?.[0];
      const { data } = resultShape.safeParse(result);
      if (method !== 'getMultipleAccounts' || addresses === undefined || data === undefined) {
        this.#append({ type: 'call', at, id, method, said: 'result' });
        continue;
      }
      // What the answer has null for; the others may be spoilt.
      const absent = addresses.filter((_, place) => data.value[place] === null);
      this.#append({ type: 'answer', at, id, slot: data.context.slot, addresses, absent });
    }
  }

  /** In place of an answer the body of a request got something else, in words. */
  refused(body: string, said: string): void {
    const { data } = z.union([callShape, z.array(callShape)]).safeParse(tryParse(body));
    for (const { id, method } of data === undefined ? [] : [data].flat()) {
      this.#append({ type: 'call', at: Date.now(), id, method, said });
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

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
