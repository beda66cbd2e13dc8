import type { Tracer } from '@tidemark/runtime';

/** A function of a group of reads, as far as this needs to know it. */
type Read = (...args: never[]) => unknown;

/**
 * Gives each read of the database a span by the name of the function; of one that comes in pages, each page. No statement and
 * no parameter is told. Groups within the group are traced too. Without tracing the reads stay as they are.
 */
export function traceReads<Reads extends object>(tracer: Tracer, reads: Reads): Reads {
  if (!tracer.isEnabled) return reads;
  return new Proxy(reads, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (typeof value === 'object' && value !== null) return traceReads(tracer, value);
      return isRead(value) && typeof name === 'string' ? traceRead(tracer, name, value) : value;
    },
  });
}

/** One read of the database under that name. */
export function traceLoad<Result>(tracer: Tracer, name: string, load: () => Promise<Result>): Promise<Result> {
  return tracer.span(spanName(name), spanOptions(name), load);
}

function traceRead(tracer: Tracer, name: string, read: Read): Read {
  return (...args) => {
    const span = tracer.start(spanName(name), spanOptions(name));
    const result = tracer.within(span, () => read(...args));
    // The span that was begun is of the call alone, which asks nothing: it never ends, so nobody gets it.
    if (isPages(result)) return tracePages(tracer, name, result);
    if (!(result instanceof Promise)) return result;
    return result
      .catch((error: unknown) => {
        span.fail(error);
        throw error;
      })
      .finally(() => span.end());
  };
}

async function* tracePages(tracer: Tracer, name: string, pages: AsyncIterable<unknown>): AsyncGenerator {
  const iterator = pages[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await tracer.span(spanName(name), spanOptions(name), () => iterator.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

const spanName = (name: string): string => `read ${name}`;

const spanOptions = (name: string) =>
  ({ kind: 'client', attributes: { 'db.system.name': 'postgresql', 'db.operation.name': name } }) as const;

function isRead(value: unknown): value is Read {
  return typeof value === 'function';
}

function isPages(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
