import type { FuzzOperation, FuzzParameter } from './fuzz-operations.ts';
import { HOSTILE_HEADERS, HOSTILE_VALUES, RAW_TARGET_PARTS } from './hostile-values.ts';
import type { Prng } from './prng.ts';

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Values that are right, by the name of their parameter, and keys that are or were in force. */
export interface GoodValues {
  readonly byName: Readonly<Record<string, readonly string[]>>;
  readonly key: string;
  readonly revokedKey: string;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const BODIES = ['', '{}', '{', 'null', '[[[[[[[[', '{"__proto__":{"a":1}}', '\u0000', 'a=b&a[b]=c', 'x'.repeat(2_000)];
const BODY_TYPES = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream'];

/** Bodies that nobody asked for, and hostile values in them. */
const HOSTILE_BODIES: readonly string[] = [
  ...BODIES,
  ...HOSTILE_VALUES.flatMap((value) => [JSON.stringify(value), JSON.stringify({ key: value, [value]: 1 }), value]),
];

/** Query strings of one parameter in every form in which a value can be wrong. */
const queryForms = (name: string): string[] => [
  ...HOSTILE_VALUES.map((value) => `${name}=${encodeURIComponent(value)}`),
  ...RAW_TARGET_PARTS.map((part) => `${name}=${part}`),
  name,
  `${name}=a&${name}=b`,
  `${name}[]=a`,
  `${name}[a][b]=c`,
  `${name}[__proto__]=a`,
  `${name.toUpperCase()}=a`,
  Array.from({ length: 600 }, () => `${name}=a`).join('&'),
];

/** Which of the hostile values each parameter gets. Left out, all. */
export interface Sample {
  readonly perParameter: number;
  /** Where to begin. The next parameter goes on with the next value, so that a small run sees every value too. */
  readonly seed: number;
}

/** Each parameter of each operation with hostile values, the others right or left out. */
export function* systematicRequests(
  operations: readonly FuzzOperation[],
  good: GoodValues,
  sample?: Sample,
): Generator<FuzzRequest, void, undefined> {
  const next = { query: sample?.seed ?? 0, path: sample?.seed ?? 0, header: sample?.seed ?? 0 };
  for (const operation of operations) {
    for (const parameter of operation.parameters) {
      const forms = requestsOf(operation, parameter, good);
      const { place } = parameter;
      // Headers are many times as many as other parameters, and most are read by nobody.
      const share = place === 'header' ? 0.25 : 1;
      const count = Math.min(forms.length, Math.ceil((sample?.perParameter ?? Infinity) * share));
      for (let taken = 0; taken < count; taken += 1) {
        const form = forms[next[place] % forms.length];
        next[place] += 1;
        if (form !== undefined) yield form();
      }
    }
  }
  yield* bodyRequests(operations, good, sample);
}

/** Each operation with bodies of every type, those without a body too. */
function* bodyRequests(
  operations: readonly FuzzOperation[],
  good: GoodValues,
  sample: Sample | undefined,
): Generator<FuzzRequest, void, undefined> {
  const count = Math.min(HOSTILE_BODIES.length, sample?.perParameter ?? Infinity);
  let next = sample?.seed ?? 0;
  for (const { method, template } of operations) {
    for (let taken = 0; taken < count; taken += 1) {
      const type = BODY_TYPES[next % BODY_TYPES.length] ?? '';
      const body = HOSTILE_BODIES[next % HOSTILE_BODIES.length] ?? '';
      next += 1;
      const headers = { 'X-SERVICE-API-KEY': good.key, 'Content-Type': type };
      yield { method, path: fillPath(template, good), headers, body };
    }
  }
}

/** One parameter of an operation with every hostile value; made when it is called for. */
function requestsOf(
  { method, template }: FuzzOperation,
  { name, place }: FuzzParameter,
  good: GoodValues,
): (() => FuzzRequest)[] {
  const headers = { 'X-SERVICE-API-KEY': good.key };
  if (place === 'path') {
    return [...HOSTILE_VALUES.map(encodeURIComponent), ...RAW_TARGET_PARTS].map((value) => () => ({
      method,
      path: fillPath(template, good, { [name]: value }),
      headers,
    }));
  }
  const path = fillPath(template, good);
  if (place === 'query') return queryForms(name).map((form) => () => ({ method, path: `${path}?${form}`, headers }));
  return HOSTILE_HEADERS.map((value) => () => ({ method, path, headers: { ...headers, [name]: value } }));
}

/** Any operation with any mixture of right, wrong, doubled and unknown parameters, methods, headers and bodies. */
export function randomRequest(prng: Prng, operations: readonly FuzzOperation[], good: GoodValues): FuzzRequest {
  const operation = prng.pick(operations);
  const method = prng.chance(0.9) ? operation.method : prng.pick(METHODS);
  const chosen = operation.parameters.filter(({ place }) => prng.chance(place === 'header' ? 0.06 : 0.45));
  const overrides = Object.fromEntries(
    chosen
      .filter(({ place }) => place === 'path')
      .map((parameter) => [parameter.name, pathValue(prng, parameter, good)]),
  );
  const query = chosen.filter(({ place }) => place === 'query').map((parameter) => queryPart(prng, parameter, good));
  if (prng.chance(0.05)) query.push(prng.pick(queryForms('unknown')));
  const headers: Record<string, string> = {};
  if (prng.chance(0.6)) headers['X-SERVICE-API-KEY'] = prng.chance(0.9) ? good.key : good.revokedKey;
  for (const { name } of chosen.filter(({ place }) => place === 'header')) headers[name] = prng.pick(HOSTILE_HEADERS);
  const target = fillPath(operation.template, good, overrides, prng);
  const path = query.length === 0 ? target : `${target}?${query.join('&')}`;
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE' && prng.chance(0.5);
  return { method, path, headers, ...(hasBody ? { body: prng.pick(BODIES) } : {}) };
}

function queryPart(prng: Prng, parameter: FuzzParameter, good: GoodValues): string {
  const { name } = parameter;
  if (prng.chance(0.6)) return `${name}=${encodeURIComponent(goodValue(prng, parameter, good))}`;
  return prng.pick(queryForms(name));
}

function pathValue(prng: Prng, parameter: FuzzParameter, good: GoodValues): string {
  if (prng.chance(0.6)) return encodeURIComponent(goodValue(prng, parameter, good));
  return prng.chance(0.8) ? encodeURIComponent(prng.pick(HOSTILE_VALUES)) : prng.pick(RAW_TARGET_PARTS);
}

function goodValue(prng: Prng, { name, listed }: FuzzParameter, good: GoodValues): string {
  return prng.pick(listed.length > 0 ? listed : (good.byName[name] ?? ['1']));
}

function fillPath(
  template: string,
  good: GoodValues,
  overrides: Readonly<Record<string, string>> = {},
  prng?: Prng,
): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const values = good.byName[name] ?? ['1'];
    return overrides[name] ?? encodeURIComponent((prng === undefined ? values[0] : prng.pick(values)) ?? '1');
  });
}
