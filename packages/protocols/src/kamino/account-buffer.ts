import { LendingError } from '@tidemark/core';

/** Fresh bytes of an Anchor account, over a copy of `onto` where given. Throws `WRONG_SIZE` for another size. */
export function startAccount(size: number, discriminator: Uint8Array, onto: Uint8Array | undefined): Uint8Array {
  if (onto !== undefined && onto.length !== size) {
    throw new LendingError('WRONG_SIZE', {
      address: '',
      expected: `${size} bytes`,
      actual: `${onto.length} bytes`,
    });
  }
  const data = new Uint8Array(size);
  if (onto !== undefined) data.set(onto);
  data.set(discriminator);
  return data;
}

/** Copies a text field; a shorter one is padded with NULs, a longer one is a RangeError. */
export function writeTextField(data: Uint8Array, offset: number, bytes: Uint8Array, length: number): void {
  if (bytes.length > length) throw new RangeError(`text field of ${bytes.length} bytes, at most ${length} fit`);
  data.fill(0, offset, offset + length);
  data.set(bytes, offset);
}
