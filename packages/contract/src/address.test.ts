import { describe, expect, it } from 'vitest';
import { isAddress } from './address.ts';

describe('isAddress', () => {
  it.each([
    'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q',
    'So11111111111111111111111111111111111111112',
    '11111111111111111111111111111111',
    'JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG',
  ])('accepts the 32-byte address %s', (address) => {
    expect(isAddress(address)).toBe(true);
  });

  it.each([
    ['empty', ''],
    ['one byte short', '1111111111111111111111111111111'],
    ['one leading zero byte too many', '111111111111111111111111111111111'],
    ['more than 32 bytes in 44 characters', 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['a character outside base58', 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc40'],
    ['a blank in front', ' d4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q'],
    ['a line end behind', 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q\n'],
    ['hexadecimal', 'deadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef'],
  ])('refuses %s', (_what, address) => {
    expect(isAddress(address)).toBe(false);
  });
});
