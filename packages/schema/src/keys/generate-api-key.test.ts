import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { generateApiKey, hashApiKey, isWellFormedApiKey } from './create-api-key.ts';

describe('generateApiKey', () => {
  it('gives a prefix and 256 random bits in 43 characters of base 62, never twice the same', () => {
    const keys = Array.from({ length: 2_000 }, generateApiKey);
    for (const key of keys) expect(key).toMatch(/^tdm_[0-9A-Za-z]{49}$/);
    expect(new Set(keys).size).toBe(keys.length);
    // 62^43 > 2^256: the secret is not cut, so its first character reaches the top only as far as 2^256 does.
    expect(62n ** 43n > 2n ** 256n).toBe(true);
    const used = new Set(keys.flatMap((key) => key.slice(5, 47).split('')));
    expect(used.size).toBe(62);
  });

  it('ends in a checksum, so that a mistyped key is known without the database', () => {
    const key = generateApiKey();
    expect(isWellFormedApiKey(key)).toBe(true);
    for (let index = 4; index < key.length; index += 1) {
      const wrong = `${key.slice(0, index)}${key[index] === 'x' ? 'y' : 'x'}${key.slice(index + 1)}`;
      expect(isWellFormedApiKey(wrong)).toBe(false);
    }
    for (const text of ['', 'tdm_', key.slice(0, -1), `${key}a`, key.replace('tdm_', 'abc_'), ` ${key}`, `${key}\n`]) {
      expect(isWellFormedApiKey(text)).toBe(false);
    }
  });

  it('is stored as the plain SHA-256 of its text', () => {
    const expected = createHash('sha256').update('tdm_example', 'utf8').digest('hex');
    expect(Buffer.from(hashApiKey('tdm_example')).toString('hex')).toBe(expected);
  });
});
