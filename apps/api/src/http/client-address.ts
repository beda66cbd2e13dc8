import { isIPv4, isIPv6 } from 'node:net';

/** `203.0.113.7:4711`, `[2001:db8::1]:4711`, `[2001:db8::1]`. */
const PORT = /^(?:([\d.]+):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i;

/**
 * What stands for a client where addresses are counted: an IPv4 address, also one that is written as IPv6, or the /64 of
 * an IPv6 address, which is what one connection to the internet gets. Null for what is no address.
 */
export function clientOf(address: string | undefined): string | null {
  if (address === undefined) return null;
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  const groups = groupsOf(address.replace(/%.*$/, ''));
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * What stands for a client whose address a trusted proxy sends. Some add the port. Clients whose proxy sends no address are counted
 * together under the proxy's own, so that none is free of the limits.
 */
export function clientBehind(told: string | undefined, socketAddress: string | undefined): string | null {
  return clientOf(told?.replace(PORT, '$1$2')) ?? clientOf(socketAddress);
}

/** The eight numbers of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const left = numbersOf(head);
  if (tail === undefined) return left;
  const right = numbersOf(tail);
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function numbersOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
