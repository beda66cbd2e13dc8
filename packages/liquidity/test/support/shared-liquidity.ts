import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AccountBytes } from '@tidemark/core';

/** Absolute path of `../shared/liquidity` beside the repository, or null. */
export function sharedLiquidityDir(): string | null {
  const here = dirname(fileURLToPath(import.meta.url));
  const dir = join(here, '..', '..', '..', '..', '..', 'shared', 'liquidity');
  return existsSync(join(dir, 'golden')) ? dir : null;
}

export function readText(dir: string, name: string): string {
  return readFileSync(join(dir, name), 'utf8');
}

/** Recorded accounts by their file names, `ADDRESS@MOMENT.bin`; the files do not say whose they are. */
export class RecordedAccounts {
  readonly #dir: string;
  readonly #files: readonly string[];

  constructor(dir: string) {
    this.#dir = join(dir, 'accounts');
    this.#files = readdirSync(this.#dir);
  }

  read(file: string, owner: string): AccountBytes {
    const address = file.split(/[@.]/)[0] ?? file;
    return { address, owner, data: new Uint8Array(readFileSync(join(this.#dir, file))) };
  }

  /** The only file of an address. */
  find(address: string, owner: string): AccountBytes | null {
    const file = this.#files.find((name) => name.startsWith(address));
    return file === undefined ? null : this.read(file, owner);
  }
}
