import {
  type Feed,
  HTTP_PRICE_SOURCES,
  type HttpPriceSource,
  type OracleClock,
  type PriceObservation,
  unaskedObservations,
} from '@tidemark/oracles';
import type { Clock } from '../../rpc/pacing.ts';
import { HttpPriceClient } from './http-price-client.ts';

/** One service as the environment has it. */
export interface HttpSourceSettings {
  readonly key: string | null;
  /** Null: the service's own address. */
  readonly url: string | null;
}

export interface HttpPriceConfig {
  /** By the name of the source; one that is not in here, or lacks the key that it needs, is not asked. */
  readonly sources: ReadonlyMap<string, HttpSourceSettings>;
  /** How often each is asked. */
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly requestsPerMinute: number;
}

/** What of the environment decides about the services behind HTTP; keys and addresses by the source's name in capitals. */
export function readHttpPriceConfig(env: object, limits: Omit<HttpPriceConfig, 'sources'>): HttpPriceConfig {
  const valueOf = (name: string) => {
    const value: unknown = Reflect.get(env, name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const sources = HTTP_PRICE_SOURCES.flatMap((source) => {
    const prefix = source.name.toUpperCase();
    const settings = { key: valueOf(`${prefix}_API_KEY`), url: valueOf(`${prefix}_URL`) };
    return isConfigured(source, settings) ? [[source.name, settings] as const] : [];
  });
  return { ...limits, sources: new Map(sources) };
}

/** A service without keys is asked where its address is named: nothing leaves the machine that nobody asked for. */
function isConfigured({ keyHeader }: HttpPriceSource, { key, url }: HttpSourceSettings): boolean {
  return keyHeader === null ? url !== null : key !== null;
}

/** All services behind HTTP. Each is asked by a job of its own: one that is slow or away holds up nothing but its own prices. */
export class HttpPrices {
  readonly #clients: ReadonlyMap<string, HttpPriceClient>;

  constructor({ sources, timeoutMs, requestsPerMinute }: HttpPriceConfig, clock?: Clock) {
    this.#clients = new Map(
      HTTP_PRICE_SOURCES.flatMap((source) => {
        const settings = sources.get(source.name);
        if (settings === undefined) return [];
        const { key, url } = settings;
        const limits = { timeoutMs, requestsPerMinute, ...(clock === undefined ? {} : { clock }) };
        return [[source.name, new HttpPriceClient({ source, key, url: url ?? source.defaultUrl, ...limits })] as const];
      }),
    );
  }

  /** Whether the settings name what it takes to ask the service. */
  isAsked(name: string): boolean {
    return this.#clients.has(name);
  }

  /** An observation for each mint that the service can price at all: `not_configured` where it is not asked. */
  async observe(
    source: HttpPriceSource,
    mints: readonly string[],
    clock: OracleClock,
  ): Promise<readonly PriceObservation[]> {
    const feeds = mints.flatMap((mint): Feed[] => {
      const feed = source.feed(mint);
      return feed === null ? [] : [feed];
    });
    const client = this.#clients.get(source.name);
    return client === undefined ? unaskedObservations(feeds, 'not_configured', null) : client.observe(feeds, clock);
  }

  close(): void {
    for (const client of this.#clients.values()) client.close();
  }
}
