import { randomBytes } from 'node:crypto';

/** What a node writes in front of the data of an account. */
const BEFORE_DATA = Buffer.from('"data":["');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Replaces account data in the JSON, with an index behind it. Random in each process: a node cannot send it in place of data. */
const MARK = `#${randomBytes(8).toString('hex')}:`;

export interface ParsedAnswer {
  readonly answer: unknown;
  /** The bytes that a text of base64 in the answer stands for; undefined where it is not base64. */
  readonly dataOf: (text: string) => Uint8Array | undefined;
}

/**
 * Parses the JSON of an answer. Data of accounts are decoded straight from its bytes: they are nearly all of it, and a text of a
 * megabyte is new memory of the size of the answer, which costs several times what reading it does. Throws what `JSON.parse` throws.
 */
export function parseAnswer(bytes: Buffer): ParsedAnswer {
  const taken: (Uint8Array | undefined)[] = [];
  let json = '';
  let kept = 0;
  for (let place = bytes.indexOf(BEFORE_DATA); place !== -1; place = bytes.indexOf(BEFORE_DATA, kept)) {
    const start = place + BEFORE_DATA.length;
    const end = bytes.indexOf(QUOTE, start);
    if (end === -1) break;
    json += bytes.toString('utf8', kept, start);
    // JSON may escape characters; a text with escapes is left to the parser.
    if (bytes.subarray(start, end).includes(BACKSLASH)) json += bytes.toString('utf8', start, end);
    else json += MARK + String(taken.push(decodeBase64(bytes.toString('latin1', start, end))) - 1);
    kept = end;
  }
  const answer: unknown = JSON.parse(json + bytes.toString('utf8', kept));
  return {
    answer,
    dataOf: (text) => (text.startsWith(MARK) ? taken[Number(text.slice(MARK.length))] : decodeBase64(text)),
  };
}

/** Node ignores characters that are not base64, so the length is the check: nothing may have been dropped. */
function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === (text.length / 4) * 3 - padding ? bytes : undefined;
}
