import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type ReceivedAnswer, validateAnswer } from '../support/openapi-validator.ts';

/** What only the inside of the service would say; none of it is part of a hostile value, which an answer may repeat. */
const INSIDES: readonly RegExp[] = [
  /\bat (?:async )?[\w.<>[\] ]+ \((?:file:|node:|\/)[^)]*:\d+:\d+\)/,
  /node_modules/,
  /PostgresError|SchemaError|ZodError|TypeError|RangeError|URIError|SyntaxError/,
  /syntax error at or near|invalid input syntax|does not exist|out of range for type|permission denied/i,
  /invalid byte sequence|unterminated quoted|operator does not exist|canceling statement/i,
  /\b(?:SELECT|INSERT|UPDATE|DELETE|MERGE|WITH)\b[^"]*\$\d+|\bFROM lend\.(?!api_keys --)|::(?:text|uuid|timestamptz)\[\]/,
  /\bECONN|\bpg_catalog\b|\bhashtextextended\b|role "?tidemark|tidemark_test_/,
];
/** Pages that tell of such things on purpose. */
const TOLD_OF_INSIDES = /^\/(?:docs|openapi\.json)/;

/** Throws an Error that says what is wrong with an answer: never a 5xx, valid against the document, nothing of the inside. */
export function checkAnswer(answer: ReceivedAnswer, secrets: readonly string[]): void {
  const fail = (problem: string): never => {
    const start = answer.body.toString('utf8').slice(0, 300);
    throw new Error(`${answer.method} ${answer.path.slice(0, 300)} answered ${answer.status}: ${problem}\n${start}`);
  };
  if (answer.status >= 500) fail('a failure of the service');
  if (answer.headers.has('x-injected')) fail('a header was injected');
  const plain = { ...answer, body: decompress(answer) };
  // What the parser of HTTP refuses is answered before there is a request that could be valid.
  validateAnswer(plain);
  const text = `${JSON.stringify([...plain.headers])}\n${plain.body.toString('utf8')}`;
  for (const secret of secrets) if (text.includes(secret)) fail('a key is in the answer');
  if (TOLD_OF_INSIDES.test(answer.path)) return;
  for (const pattern of INSIDES) if (pattern.test(text)) fail(`the inside shows: ${pattern.source}`);
}

function decompress({ body, headers }: ReceivedAnswer): Buffer {
  const encoding = headers.get('content-encoding');
  if (body.length === 0) return body;
  if (encoding === 'gzip') return gunzipSync(body);
  return encoding === 'br' ? brotliDecompressSync(body) : body;
}
