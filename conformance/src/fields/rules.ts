/** How a field of ours is read from the SDK's leaves. Both sides become lists of comparable text. */
export interface FieldRule {
  /** Leaf path in packages/protocols. */
  readonly ours: string;
  /** Leaf path in the SDK. */
  readonly sdk: string;
  /** What the SDK's leaves must be, given as text; the same length as our leaves. */
  readonly expect: (sdkLeaves: readonly unknown[]) => readonly string[];
  /** True for fields that 8.0.2 only knows as reserved bytes. */
  readonly newer?: boolean;
}

/** A leaf as text: bigints, numbers and the SDK's big numbers in decimal, addresses as they are, bytes in hex. */
export function leafText(leaf: unknown): string {
  if (leaf instanceof Uint8Array) return Buffer.from(leaf).toString('hex');
  if (typeof leaf === 'object' && leaf !== null) return asText(leaf);
  return String(leaf);
}

function asText(leaf: { toString(): string }): string {
  return leaf.toString();
}

/** Integers and addresses: the same text. */
export function same(ours: string, sdk: string): FieldRule {
  return { ours, sdk, expect: (leaves) => leaves.map(leafText) };
}

/** A byte that means yes or no: any byte but 0 is yes to the program. */
export function flag(ours: string, sdk: string): FieldRule {
  return { ours, sdk, expect: (leaves) => leaves.map((leaf) => String(Number(leaf) !== 0)) };
}

/** A byte with names for its values. Accounts with another value are refused, and counted as such. */
export function named(ours: string, sdk: string, names: readonly string[]): FieldRule {
  return { ours, sdk, expect: (leaves) => leaves.map((leaf) => names[Number(leaf)] ?? `unknown ${String(leaf)}`) };
}

/** A list of bytes that we keep as one byte array. */
export function bytes(ours: string, sdk: string): FieldRule {
  return { ours, sdk, expect: (leaves) => [Buffer.from(leaves.map(Number)).toString('hex')] };
}

/** Four 64-bit limbs, lowest first, that we keep as one integer. */
export function limbs(ours: string, sdk: string): FieldRule {
  return {
    ours,
    sdk,
    expect: (leaves) => [String(leaves.reduceRight<bigint>((sum, limb) => (sum << 64n) | BigInt(leafText(limb)), 0n))],
  };
}

/** A field that the SDK knows only as reserved bytes: an unsigned integer in `[from, to)` of them. */
export function reservedBytes(ours: string, sdk: string, [from, to]: readonly [number, number]): FieldRule {
  return {
    ours,
    sdk,
    newer: true,
    expect: (leaves) => [
      String(leaves.slice(from, to).reduceRight<bigint>((sum, byte) => (sum << 8n) | BigInt(Number(byte)), 0n)),
    ],
  };
}

/** A field that the SDK knows only as one of its padding words. */
export function paddingWord(ours: string, sdk: string, index: number): FieldRule {
  return { ours, sdk, newer: true, expect: (leaves) => [leafText(leaves[index])] };
}

/** As another rule, for a field whose values have names. */
export function withNames(rule: FieldRule, names: readonly string[]): FieldRule {
  return { ...rule, expect: (leaves) => rule.expect(leaves).map((text) => names[Number(text)] ?? `unknown ${text}`) };
}
