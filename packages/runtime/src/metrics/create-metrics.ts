import {
  collectDefaultMetrics,
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';

export type { Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface MetricsOptions {
  /** Put before every name with an underscore, for example `tidemark_indexer`. */
  readonly prefix: string;
  /** Process and event loop metrics of prom-client, under their usual names. True when left out. */
  readonly defaultMetrics?: boolean;
}

/** Names are given without the prefix and end with the unit: `poll_duration_seconds`, `rows_written_total`. */
export interface Metrics {
  readonly registry: Registry;
  counter<Label extends string = never>(options: Omit<CounterConfiguration<Label>, 'registers'>): Counter<Label>;
  gauge<Label extends string = never>(options: Omit<GaugeConfiguration<Label>, 'registers'>): Gauge<Label>;
  histogram<Label extends string = never>(options: Omit<HistogramConfiguration<Label>, 'registers'>): Histogram<Label>;
  /** The text that Prometheus reads. */
  render(): Promise<string>;
  /** Content type of `render`'s text. */
  readonly contentType: string;
}

/** A metrics registry of its own, so that two apps or tests in one process do not meet. */
export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  if (options.defaultMetrics !== false) collectDefaultMetrics({ register: registry });
  const settled = <Config extends { name: string }>(config: Config) => ({
    ...config,
    name: `${options.prefix}_${config.name}`,
    registers: [registry],
  });
  return {
    registry,
    counter: (config) => new Counter(settled(config)),
    gauge: (config) => new Gauge(settled(config)),
    histogram: (config) => new Histogram(settled(config)),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
