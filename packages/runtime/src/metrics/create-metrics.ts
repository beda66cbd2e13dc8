import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type { Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface MetricsOptions {
  /** Put before every name with an underscore, for example `tidemark_indexer`. */
  readonly prefix: string;
  /** Process and event loop metrics of prom-client, under their usual names. True when left out. */
  readonly defaultMetrics?: boolean;
}

/** What a metric says when it is read: one number, or one for each set of labels. */
export type Reading<Label extends string> =
  | number
  | readonly (readonly [labels: Readonly<Record<Label, string>>, value: number])[];

/** Never rejects. */
export type Read<Label extends string> = () => Reading<Label> | Promise<Reading<Label>>;

/** Names are given without the prefix and end with the unit: `poll_duration_seconds`, `rows_written_total`. */
export interface Metrics {
  readonly registry: Registry;
  counter<Label extends string = never>(name: string, help: string, labelNames?: readonly Label[]): Counter<Label>;
  gauge<Label extends string = never>(name: string, help: string, labelNames?: readonly Label[]): Gauge<Label>;
  histogram<Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames?: readonly Label[],
  ): Histogram<Label>;
  /** Registers a gauge that is read when the metrics are. What is not among its samples then has no series. */
  readGauge<Label extends string = never>(
    name: string,
    help: string,
    read: Read<Label>,
    labelNames?: readonly Label[],
  ): void;
  /** The same for a total that is kept elsewhere. */
  readCounter<Label extends string>(name: string, help: string, read: Read<Label>, labelNames: readonly Label[]): void;
  /** The text that Prometheus reads. */
  render(): Promise<string>;
  /** Content type of `render`'s text. */
  readonly contentType: string;
}

/** A metrics registry of its own, so that two apps or tests in one process do not meet. */
export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  if (options.defaultMetrics !== false) collectDefaultMetrics({ register: registry });
  const settings = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) => ({
    name: `${options.prefix}_${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  return {
    registry,
    counter: (...of) => new Counter(settings(...of)),
    gauge: (...of) => new Gauge(settings(...of)),
    histogram: (name, help, buckets, labelNames) => new Histogram({ ...settings(name, help, labelNames), buckets }),
    readGauge: (name, help, read, labelNames) => {
      const collect = async (): Promise<void> => {
        const reading = await read();
        gauge.reset();
        if (typeof reading === 'number') gauge.set(reading);
        else for (const [labels, value] of reading) gauge.set(labels, value);
      };
      const gauge = new Gauge({ ...settings(name, help, labelNames), collect });
    },
    readCounter: (name, help, read, labelNames) => {
      const collect = async (): Promise<void> => {
        const reading = await read();
        counter.reset();
        if (typeof reading === 'number') counter.inc(reading);
        else for (const [labels, value] of reading) counter.inc(labels, value);
      };
      const counter = new Counter({ ...settings(name, help, labelNames), collect });
    },
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
