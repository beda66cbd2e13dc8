/** Encodings that answers are prepared in, in the order of preference. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const REMEMBERED = 64;
const remembered = new Map<string, Encoding>();

/**
 * The encoding to answer in, by the Accept-Encoding header. Identity is the fallback even where the client refuses it:
 * an answer that it did not ask for helps it more than a 406. Clients send few different headers, so the newest are kept.
 */
export function selectEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined || acceptEncoding === '') return 'identity';
  const known = remembered.get(acceptEncoding);
  if (known !== undefined) return known;
  const selected = parse(acceptEncoding);
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(acceptEncoding, selected);
  return selected;
}

function parse(header: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, weightOf(parameters));
  }
  const weight = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? 0.001 : 0);
  let best: Encoding = 'identity';
  for (const encoding of ['gzip', 'br'] as const) {
    if (weight(encoding) > 0 && weight(encoding) >= weight(best)) best = encoding;
  }
  return best;
}

function weightOf(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (text === undefined) return 1;
  const weight = Number(text);
  return weight >= 0 && weight <= 1 ? weight : 0;
}
