import { LendingError } from './errors.ts';

/** One account as an RPC node returns it. `data` is never changed. */
export interface AccountBytes {
  /** Account address, base58. */
  readonly address: string;
  /** Program that owns the account, base58. */
  readonly owner: string;
  readonly data: Uint8Array;
}

/** What an account must look like before a single field is read. */
export interface AccountShape {
  readonly owner: string;
  readonly size: number;
  /** The first eight bytes of an Anchor account; absent for sysvars. */
  readonly discriminator?: Uint8Array;
}

/**
 * Checks owner, then size, then discriminator, so that a foreign account is never called truncated and a truncated
 * one is never called unknown. Throws `WRONG_OWNER`, `WRONG_SIZE` or `WRONG_DISCRIMINATOR`.
 */
export function expectAccountShape(account: AccountBytes, shape: AccountShape): void {
  const { address, owner, data } = account;
  if (owner !== shape.owner) throw new LendingError('WRONG_OWNER', { address, expected: shape.owner, actual: owner });
  if (data.length !== shape.size) {
    throw new LendingError('WRONG_SIZE', {
      address,
      expected: `${shape.size} bytes`,
      actual: `${data.length} bytes`,
    });
  }
  const { discriminator } = shape;
  if (discriminator === undefined) return;
  for (let i = 0; i < discriminator.length; i++) {
    if (data[i] === discriminator[i]) continue;
    throw new LendingError('WRONG_DISCRIMINATOR', {
      address,
      expected: toHex(discriminator),
      actual: toHex(data.subarray(0, discriminator.length)),
    });
  }
}

function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}
