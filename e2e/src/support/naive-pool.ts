const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const PARTS = 1_000_000n;

/** A pool of two reserves, read and computed by hand: nothing of the service's code is in it. Raydium AMM v4 as localnet builds it. */
export class NaivePool {
  readonly #reserves: readonly [bigint, bigint];
  readonly #feePpm: bigint;

  private constructor(reserves: readonly [bigint, bigint], feePpm: bigint) {
    this.#reserves = reserves;
    this.#feePpm = feePpm;
  }

  static async read(address: string, accountOf: (address: string) => Promise<Buffer>): Promise<NaivePool> {
    const pool = await accountOf(address);
    const balanceOf = async (at: number): Promise<bigint> =>
      (await accountOf(addressIn(pool.subarray(at, at + 32)))).readBigUInt64LE(64);
    const [coin, pc] = [await balanceOf(336), await balanceOf(368)];
    const feePpm = (pool.readBigUInt64LE(176) * PARTS) / pool.readBigUInt64LE(184);
    return new NaivePool([coin - pool.readBigUInt64LE(192), pc - pool.readBigUInt64LE(200)], feePpm);
  }

  /** The largest sale after which the price has fallen by at most so many basis points: found by trying halves. */
  sellUntil(isCoin: boolean, bps: number): { readonly input: bigint; readonly output: bigint } {
    const [coin, pc] = this.#reserves;
    const [from, to] = isCoin ? [coin, pc] : [pc, coin];
    const netOf = (input: bigint): bigint => input - (input * this.#feePpm + PARTS - 1n) / PARTS;
    // Price is what is left over what is there; of a product that does not change it falls with the square.
    const isAbove = (input: bigint): boolean =>
      (from + netOf(input)) ** 2n * BigInt(10_000 - bps) <= from * from * 10_000n;
    let [low, high] = [0n, from];
    while (low < high) {
      const middle = (low + high + 1n) / 2n;
      if (isAbove(middle)) low = middle;
      else high = middle - 1n;
    }
    const net = netOf(low);
    return { input: low, output: (net * to) / (from + net) };
  }
}

/** Base58 of 32 bytes. */
function addressIn(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = `${ALPHABET[Number(value % 58n)]}${text}`;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text;
}
