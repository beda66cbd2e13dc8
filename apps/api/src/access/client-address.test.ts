import { describe, expect, it } from 'vitest';
import { clientOf } from './client-address.ts';

describe('what stands for a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('is an IPv4 address or the /64 of an IPv6 address: %s', (address, expected) => {
    expect(clientOf(address)).toBe(expected);
  });

  it.each([[undefined], [''], ['unknown'], ['203.0.113'], ['a'.repeat(100)]])('is nothing for %j', (address) => {
    expect(clientOf(address)).toBeNull();
  });
});
