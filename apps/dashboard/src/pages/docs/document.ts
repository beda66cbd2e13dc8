/** What the page reads of the OpenAPI document. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Partial<Record<Method, OpenApiOperation>>>>;
}

type Method = 'get' | 'post';

interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: {
    readonly type?: string | readonly string[];
    readonly enum?: readonly string[];
    readonly default?: string | number | boolean;
    readonly example?: string | number;
  };
}

/** One call of the API. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly group: string;
  readonly access: 'key' | 'key optional' | 'open';
  readonly parameters: readonly Parameter[];
  /** Whether the page can make the call: one that reads, and that ends. */
  readonly runs: boolean;
}

const ENDLESS = new Set(['/v1/stream', '/docs/assets/{asset}', '/docs']);

/** The calls of a document in its order. */
export function operationsOf({ paths }: OpenApi): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const found = methods[method];
      if (found === undefined) return [];
      const { operationId: id, summary, description = '', tags = [], security = [], parameters = [] } = found;
      const runs = method === 'get' && !ENDLESS.has(path);
      const group = tags[0] ?? 'Other';
      return [{ id, method, path, summary, description, group, access: accessOf(security), parameters, runs }];
    }),
  );
}

function accessOf(security: readonly Readonly<Record<string, unknown>>[]): Operation['access'] {
  if (security.length === 0) return 'open';
  return security.some((way) => Object.keys(way).length === 0) ? 'key optional' : 'key';
}

/** Values of the parameters by their names, as they are typed. */
export type Values = Readonly<Record<string, string>>;

/** Path and query of a call. What is not filled in stays in braces, or out of the query. */
export function urlOf({ path, parameters }: Operation, values: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (braces, name: string) => {
    const value = values[name] ?? '';
    return value === '' ? braces : encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters) {
    const value = values[name] ?? '';
    if (place === 'query' && value !== '') query.set(name, value);
  }
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? filled : `${filled}?${text}`;
}

/** A call that can be pasted into a shell; the key is in a variable there, never in the text. */
export function curlOf(operation: Operation, values: Values, apiUrl: string): string {
  const parts = ['curl -s'];
  if (operation.path === '/v1/stream') parts[0] = 'curl -sN';
  if (operation.method === 'post') parts.push('-X POST');
  if (operation.access === 'key') parts.push('-H "X-SERVICE-API-KEY: $KEY"');
  if (operation.path === '/v1/prices/batch') {
    parts.push("-H 'content-type: application/json'", `-d '{"tokens":["${values['mint'] ?? '…'}"]}'`);
  }
  return `${parts.join(' ')} '${apiUrl}${urlOf(operation, values)}'`;
}
