import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = new RegExp(`^tdm_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** How much of a key is kept readable, to tell keys apart in lists. The rest still holds more than 200 unknown bits. */
export const API_KEY_PREFIX_LENGTH = 12;

/** `tdm_`, 256 random bits in base 62 (43 characters), and a checksum of 6 characters. */
export function generateApiKey(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return `tdm_${secret}${checksumOf(secret)}`;
}

/** False for anything that this service cannot have issued: a mistyped or foreign key is known without the database. */
export function isWellFormedApiKey(text: string): boolean {
  if (!KEY_PATTERN.test(text)) return false;
  const secret = text.slice(4, 4 + SECRET_LENGTH);
  return text.slice(4 + SECRET_LENGTH) === checksumOf(secret);
}

/** SHA-256 of the key. A plain hash is enough, because a key of 256 random bits cannot be guessed. */
export function hashApiKey(key: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(key).digest());
}

function checksumOf(secret: string): string {
  const digest = createHash('sha256').update(`tidemark-api-key ${secret}`).digest();
  return toBase62(BigInt(digest.readUInt32BE(0)), CHECKSUM_LENGTH);
}

function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = `${ALPHABET[Number(rest % 62n)]}${text}`;
  return text;
}
