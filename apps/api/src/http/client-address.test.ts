import { describe, expect, it } from 'vitest';
import { clientBehind, clientOf } from './client-address.ts';

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

describe('what stands for a client behind a proxy', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::1]:4711', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['unknown', '192.0.2.1'],
    ['203.0.113.7:x', '192.0.2.1'],
    ['203.0.113:4711', '192.0.2.1'],
    ['', '192.0.2.1'],
    [undefined, '192.0.2.1'],
  ])('is the address that it tells, without a port, or else its own: %j', (told, expected) => {
    expect(clientBehind(told, '::ffff:192.0.2.1')).toBe(expected);
  });

  it('is nothing where the connection has no address either', () => {
    expect(clientBehind('unknown', undefined)).toBeNull();
  });
});
