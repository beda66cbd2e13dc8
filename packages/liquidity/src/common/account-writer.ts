import { decodeBase58, TOKEN_PROGRAM_ADDRESS, writeU128, type AccountBytes } from '@tidemark/core';

/** Bytes of a new account, field by field; what is not written is zero. */
export class AccountWriter {
  readonly data: Uint8Array;
  readonly view: DataView;

  constructor(size: number, discriminator: Uint8Array | null = null) {
    this.data = new Uint8Array(size);
    this.view = new DataView(this.data.buffer);
    if (discriminator !== null) this.data.set(discriminator);
  }

  u8(at: number, value: number): this {
    this.view.setUint8(at, value);
    return this;
  }

  u16(at: number, value: number): this {
    this.view.setUint16(at, value, true);
    return this;
  }

  u32(at: number, value: number): this {
    this.view.setUint32(at, value, true);
    return this;
  }

  i32(at: number, value: number): this {
    this.view.setInt32(at, value, true);
    return this;
  }

  u64(at: number, value: bigint): this {
    this.view.setBigUint64(at, BigInt.asUintN(64, value), true);
    return this;
  }

  /** Negative values as two's complement. */
  u128(at: number, value: bigint): this {
    writeU128(this.view, at, BigInt.asUintN(128, value));
    return this;
  }

  address(at: number, value: string): this {
    this.data.set(decodeBase58(value), at);
    return this;
  }

  /** Sets one bit of consecutive u64. */
  bit(at: number, place: number): this {
    return this.u8(at + (place >> 3), this.view.getUint8(at + (place >> 3)) | (1 << (place & 7)));
  }

  of(address: string, owner: string): AccountBytes {
    return { address, owner, data: this.data };
  }
}

/** A token account of the Token program. */
export function buildVault(address: string, mint: string, owner: string, amountRaw: bigint): AccountBytes {
  const account = new AccountWriter(165).address(0, mint).address(32, owner).u64(64, amountRaw).u8(108, 1);
  return account.of(address, TOKEN_PROGRAM_ADDRESS);
}
