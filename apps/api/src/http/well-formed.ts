import type { IncomingMessage } from 'node:http';

/** Name, IPv4 or IPv6 address, and a port. Empty is allowed: a target without an authority has it so (RFC 9112, 3.2). */
const HOST = /^(?:\[[\d.:a-f]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Whether a request that Node's parser let through has one meaning for every reader: HTTP/1, one valid Host (HTTP/1.0 may leave it
 * out), and no transfer coding but chunked.
 */
export function isWellFormed(request: IncomingMessage): boolean {
  const { headers, httpVersion, httpVersionMajor, rawHeaders } = request;
  if (httpVersionMajor !== 1) return false;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return false;
  const hosts = countHosts(rawHeaders);
  if (hosts === 0) return httpVersion === '1.0';
  return hosts === 1 && HOST.test(headers.host ?? '');
}

/** Node keeps the first of several in `headers`. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
