/** What is asked of the API. The key stands as `<key>`. */
export interface FrozenRequest {
  /** The endpoint's name in the OpenAPI document: answers are stored by it. */
  readonly endpoint: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How many pages are read, by the cursor of the one before; 1 when left out. */
  readonly pages?: number;
  /** Whether it is asked once more, with what the first answer gave: its ETag, or the revision of its data. */
  readonly again?: 'etag' | 'revision';
}

export type Query = Readonly<Record<string, string>>;
export type PathParts = Readonly<Record<string, string>>;

export const WITH_KEY = { 'X-SERVICE-API-KEY': '<key>' };

/** An answer with everything masked that another run would answer otherwise. */
export interface FrozenAnswer {
  /** All of the request; of a further page, or the second time, its number too. */
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Says all of a request in a line. */
export function nameOf({ method, path, headers, body, pages, again }: FrozenRequest): string {
  const shown = headers === WITH_KEY ? [] : [JSON.stringify(headers)];
  const read = pages === undefined ? [] : [`${pages} pages`];
  const asked = again === undefined ? [] : [`again by ${again}`];
  return [method, path, ...shown, ...(body === undefined ? [] : [body]), ...read, ...asked].join(' ');
}

/** A path with its parts and its query filled in. */
export function fill(path: string, parts: PathParts, query: Query): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));
  const text = new URLSearchParams(query).toString();
  return text === '' ? filled : `${filled}?${text}`;
}
