import { createApiMetrics } from '../apps/api/src/observability/api-metrics.ts';
import { createIndexerMetrics } from '../apps/indexer/src/metrics.ts';
import { createMetrics, type Metrics } from '../packages/runtime/src/metrics/create-metrics.ts';
import { addProgressGauge } from '../packages/runtime/src/watchdog.ts';

/** A metric as it is registered. Histograms have `le` beside their labels, summaries `quantile`. */
export interface MetricFacts {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly help: string;
}

/** The registries of both processes, without the processes. */
export function registries(): { readonly indexer: Metrics; readonly api: Metrics } {
  const api = createMetrics({ prefix: 'tidemark_api' });
  createApiMetrics(api);
  const indexer = createIndexerMetrics().metrics;
  // Of the watchdog of each process.
  for (const metrics of [indexer, api]) addProgressGauge(metrics, new Map());
  return { indexer, api };
}

/** What is registered, by name. */
export function factsOf(metrics: Metrics): MetricFacts[] {
  return metrics.registry
    .getMetricsAsArray()
    .map((metric) => ({
      name: metric.name,
      type: String(metric.type),
      labels: 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames.map(String) : [],
      help: metric.help,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const HEAD = `# Metrics

<!-- Written by \`npm run generate:metrics\` from the registries of both processes. Edit the \`help\` texts in the code instead. -->

Both processes answer \`/metrics\` in Prometheus text format: the indexer on \`INDEXER_PORT\` (9101), the API on
\`METRICS_PORT\` where it is set (9102 in the compose stack), else on \`PORT\` (3000).
A histogram has the series \`_bucket{le}\`, \`_sum\` and \`_count\`. Labels are of small, fixed sets: routes are templates, endpoints
host and port, never a URL, a key or an address of a client. A value that is not known yet is \`NaN\` or absent, not 0.
Alerts, recording rules and dashboards over them are in [ops](../ops/README.md), and a section for each alert in the [runbooks](operate/runbooks.md).`;

const OWN = /^tidemark_/;

/** The text of docs/metrics.md. */
export function renderMetricsPage(): string {
  const { indexer, api } = registries();
  const [ofIndexer, ofApi] = [factsOf(indexer), factsOf(api)];
  const own = (facts: readonly MetricFacts[]): MetricFacts[] => facts.filter(({ name }) => OWN.test(name));
  const ofProcess = ofIndexer.filter(({ name }) => !OWN.test(name));
  return [
    HEAD,
    '## Indexer',
    table(own(ofIndexer)),
    '## API',
    table(own(ofApi)),
    '## Of the process',
    'Of both processes, by prom-client on Linux; other systems lack some.',
    table(ofProcess),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function table(facts: readonly MetricFacts[]): string {
  const rows = facts.map(
    ({ name, type, labels, help }) =>
      `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help.replace(/\.$/, '').replaceAll('|', '\\|')} |`,
  );
  return ['| metric | type | labels | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

/** The metrics that the text of a page lists, by name. */
export function readMetricsPage(page: string): Omit<MetricFacts, 'help'>[] {
  return [...page.matchAll(/^\| `([a-z][a-z0-9_]*)` \| (\w+) \| ([^|]*) \|/gm)].map((row) => ({
    name: row[1] ?? '',
    type: row[2] ?? '',
    labels: [...(row[3] ?? '').matchAll(/`(\w+)`/g)].map((label) => label[1] ?? ''),
  }));
}
