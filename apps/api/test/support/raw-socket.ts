import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { errorEnvelopeSchema } from '@tidemark/contract';

/** What came back for bytes that need not be HTTP. */
export interface RawAnswer {
  readonly statusLine: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly code: number;
}

/** Sends bytes as they are and reads until the server closes. The answer must be one error envelope. */
export async function sendRaw(port: number, bytes: string): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  const received = await text(socket);
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { statusLine, headers, code: errorEnvelopeSchema.parse(JSON.parse(body)).error.code };
}
