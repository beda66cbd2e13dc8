import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ChainAccount } from '../chain/chain-account.ts';

/** How the truth file is written. */
export interface TruthLogOptions {
  readonly file: string;
  /** true: every line carries the account's bytes in base64. */
  readonly withData: boolean;
}

/** One state that an account went through. */
export interface TruthEntry {
  /** `initial`, `resumed`, an operation of the walk, `control` or `delete`. */
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
