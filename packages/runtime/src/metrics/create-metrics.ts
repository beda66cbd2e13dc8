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

/** What a gauge says when it is read: one number, or one for each set of labels. */
export type Reading<Label extends string> =
  | number
  | readonly (readonly [labels: Readonly<Record<Label, string>>, value: number])[];

export interface ReadGaugeOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly Label[];
  /** Never rejects. */
  readonly read: () => Reading<Label> | Promise<Reading<Label>>;
}

/** Names are given without the prefix and end with the unit: `poll_duration_seconds`, `rows_written_total`. */
export interface Metrics {
  readonly registry: Registry;
  counter<Label extends string = never>(options: Omit<CounterConfiguration<Label>, 'registers'>): Counter<Label>;
  gauge<Label extends string = never>(options: Omit<GaugeConfiguration<Label>, 'registers'>): Gauge<Label>;
  /** Registers a gauge that is read when the metrics are. What is not among its samples then has no series. */
  readGauge<Label extends string = never>(options: ReadGaugeOptions<Label>): void;
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
    readGauge: ({ read, ...config }) => {
      const gauge = new Gauge({
        ...settled(config),
        async collect() {
          const reading = await read();
          gauge.reset();
          if (typeof reading === 'number') gauge.set(reading);
          else for (const [labels, value] of reading) gauge.set(labels, value);
        },
      });
    },
    histogram: (config) => new Histogram(settled(config)),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
