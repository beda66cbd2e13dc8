import { FILTER_NAMES } from '@tidemark/contract';
import type { Endpoint } from './endpoints.ts';
import { fill, type FrozenRequest, nameOf, type PathParts, type Query, WITH_KEY } from './request.ts';
import { callersOf, wrongPathsOf } from './misuse.ts';
import { hashOf, pick, shuffled } from './pick.ts';
import { bodyRequests, streamRequests } from './special-requests.ts';
import { queryValues } from './query-values.ts';
import { pathValues, rangeAround } from './values.ts';
import type { World } from './world.ts';

/** Whose answers are of the process, or files of others. */
const NOT_ASKED = new Set(['GET /metrics', 'GET /docs/assets/{asset}', 'GET /auth/usage']);
/** Of endpoints whose path holds a time: so many moments of each subject. */
const MOMENTS = 5;
const COMBINATIONS = 40;
/** Rows of an answer to which it does not matter how many. */
const FEW_ROWS = '24';
const ORDERS = 4;

/** All requests, in order and without repetition. The same document and world give the same list. */
export function listRequests(endpoints: readonly Endpoint[], world: World): FrozenRequest[] {
  const asked = endpoints.filter(({ name }) => !NOT_ASKED.has(name));
  const all = asked.flatMap((endpoint) => {
    if (endpoint.name === 'GET /v1/stream') return streamRequests(endpoint, world);
    if (endpoint.method === 'POST') return bodyRequests(endpoint, world);
    return new Asker(endpoint, world).all();
  });
  return [...new Map(all.map((request) => [nameOf(request), request])).values()];
}

/** Makes the requests of an endpoint. What an aspect leaves open is chosen by the name of the aspect. */
class Asker {
  readonly #endpoint: Endpoint;
  readonly #world: World;
  readonly #subjects: readonly PathParts[];
  readonly #intervals: readonly (string | null)[];

  constructor(endpoint: Endpoint, world: World) {
    this.#endpoint = endpoint;
    this.#world = world;
    this.#subjects = subjectsOf(endpoint, world);
    this.#intervals = endpoint.inQuery.find(({ name }) => name === 'interval')?.choices ?? [null];
  }

  all(): FrozenRequest[] {
    const { inQuery } = this.#endpoint;
    return [
      ...this.#whole(),
      ...inQuery.flatMap(({ name }) => [...this.#parameter(name)]),
      ...this.#intervals.flatMap((interval) => [...this.#fields(interval), ...this.#pages(interval)]),
      ...this.#combinations(),
      ...wrongPathsOf(this.#endpoint).map((parts) => this.#ask({ ...pick(this.#subjects, 'wrong'), ...parts }, {})),
      ...callersOf(this.#endpoint).map(({ query, ...caller }) => ({
        ...this.#ask(this.#subject('caller'), { ...this.#base('caller'), ...query }),
        ...caller,
      })),
    ];
  }

  /** Every subject, width and form. */
  *#whole(): Generator<FrozenRequest> {
    const formats = this.#endpoint.formats.length === 0 ? [null] : this.#endpoint.formats;
    for (const subject of this.#subjects) {
      yield this.#ask(subject, {});
      for (const interval of this.#intervals) {
        const range = this.#range(interval, JSON.stringify(subject));
        for (const format of formats) yield this.#ask(subject, { ...range, ...(format === null ? {} : { format }) });
      }
    }
  }

  /** Each value of a parameter: as JSON and, where it is a right one, as a table too. */
  *#parameter(name: string): Generator<FrozenRequest> {
    const parameter = this.#endpoint.inQuery.find((each) => each.name === name);
    if (parameter === undefined) return;
    const { right, wrong } = queryValues(this.#world, parameter);
    for (const value of [...right, ...wrong]) {
      const key = `${name}=${value}`;
      const query = { ...this.#base(key), [name]: value };
      yield this.#ask(this.#subject(key), query);
      const inTables = ['units', 'time', 'spreadsheet'].includes(name);
      if (!right.includes(value) || !this.#endpoint.formats.includes('csv') || name === 'format') continue;
      yield this.#ask(this.#subject(key), { ...query, format: 'csv' });
      if (inTables) yield this.#ask(this.#subject(`${key} ndjson`), { ...query, format: 'ndjson' });
    }
  }

  /** Each field alone in each form, and several orders of them. */
  *#fields(interval: string | null): Generator<FrozenRequest> {
    const { fields, inQuery, formats } = this.#endpoint;
    if (fields.length === 0) return;
    const more = {
      ...(inQuery.some(({ name }) => name === 'limit') ? { limit: FEW_ROWS } : {}),
      ...(inQuery.some(({ name }) => name === 'group_by') ? { group_by: 'reserve' } : {}),
    };
    const orders = Array.from({ length: ORDERS }, (_, order) => {
      const shuffledFields = shuffled(fields, `${interval} ${order}`);
      return shuffledFields.slice(0, order === 0 ? undefined : 2 + (hashOf(`${order}`) % 9)).join(',');
    });
    for (const list of [...fields, ...orders, [...fields].reverse().join(',')]) {
      const key = `${interval} ${list}`;
      const query = { ...this.#range(interval, key), ...more, fields: list };
      yield this.#ask(this.#subject(key), query);
      for (const format of formats.filter((each) => each !== 'json')) {
        const units = format === 'csv' ? { units: pick(['true', 'false'], key) } : {};
        yield this.#ask(this.#subject(key), { ...query, format, ...units });
      }
    }
  }

  /** Some pages, each by the cursor of the one before. */
  *#pages(interval: string | null): Generator<FrozenRequest> {
    const { inQuery, formats } = this.#endpoint;
    if (!inQuery.some(({ name }) => name === 'cursor')) return;
    for (const [limit, pages] of [
      ['1', 3],
      ['5', 4],
    ] as const) {
      for (const format of formats) {
        const key = `${interval} ${limit} ${format}`;
        const query = { ...this.#range(interval, key), limit, format };
        yield { ...this.#ask(this.#subject(key), query), pages };
      }
    }
  }

  /** Right values of several parameters together. */
  *#combinations(): Generator<FrozenRequest> {
    const { inQuery, fields } = this.#endpoint;
    if (inQuery.length < 3) return;
    for (let index = 0; index < COMBINATIONS; index += 1) {
      const query: Record<string, string> = { ...this.#base(`combination ${index}`) };
      for (const parameter of inQuery) {
        const { right } = queryValues(this.#world, parameter);
        const key = `${parameter.name} ${index}`;
        if (right.length > 0 && hashOf(`with ${key}`) % 3 === 0) query[parameter.name] = pick(right, key);
      }
      if ('fields' in query)
        query['fields'] = shuffled(fields, `fields ${index}`)
          .slice(0, 1 + (index % 7))
          .join(',');
      // What JSON does not take, and two names of one filter.
      if ('time' in query || 'spreadsheet' in query) query['format'] = 'csv';
      for (const [name, other] of Object.entries(FILTER_NAMES)) if (other in query) delete query[name];
      yield this.#ask(this.#subject(`combination ${index}`), query);
    }
  }

  #subject(key: string): PathParts {
    return pick(this.#subjects, key);
  }

  /** A width and a range of it. */
  #base(key: string): Query {
    return this.#range(pick(this.#intervals, key), key);
  }

  #range(interval: string | null, key: string): Query {
    const range = rangeAround(this.#endpoint, pick(this.#world.moments, key), interval);
    return interval === null ? range : { interval, ...range };
  }

  #ask(subject: PathParts, query: Query): FrozenRequest {
    const { name, method, path } = this.#endpoint;
    return { endpoint: name, method, path: fill(path, subject, query), headers: WITH_KEY };
  }
}

/** What the path of the endpoint can be about; of times some of each. */
function subjectsOf({ inPath }: Endpoint, world: World): PathParts[] {
  let subjects: PathParts[] = [{}];
  for (const name of inPath) {
    subjects = subjects.flatMap((subject) => {
      const values = pathValues(world, name, subject);
      const some = name === 'time' ? shuffled(values, JSON.stringify(subject)).slice(0, MOMENTS) : values;
      return some.map((value) => ({ ...subject, [name]: value }));
    });
  }
  return subjects;
}
