import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readMetricsPage } from './metrics-page.ts';
import { anchorOf, renderRunbooksPage } from './runbooks-page.ts';

// The rules are read line by line, without a YAML library: `npm run ops:check` has Prometheus' own tool look at them.
const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}/${path}`, 'utf8');
const list = (dir: string, end: string): string[] =>
  readdirSync(`${root}/${dir}`)
    .filter((file) => file.endsWith(end))
    .map((file) => `${dir}/${file}`);
const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

const ruleFiles = list('ops/prometheus/rules', '.yml');
const testFiles = list('ops/prometheus/tests', '.test.yml');
const dashboardFiles = list('ops/grafana/dashboards', '.json');
const rules = ruleFiles.map(read).join('\n');
const runbooks = read('docs/operate/runbooks.md');
const alerts = matchesOf(rules, /^ +- alert: (\w+)$/gm).toSorted();
const records = matchesOf(rules, /^ +- record: (\S+)$/gm);

interface Target {
  readonly expr: string;
  /** Of a panel on Postgres; apps/api/test/grafana-panels.test.ts runs it. */
  readonly rawSql?: string;
  readonly datasource: { readonly uid: string };
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly Target[];
}
interface Dashboard {
  readonly uid: string;
  readonly panels: readonly Panel[];
}
const dashboards = dashboardFiles.map((file): Dashboard => JSON.parse(read(file)));
const panels = dashboards.flatMap((dashboard) => dashboard.panels).filter(({ type }) => type !== 'row');
const expressions = panels.flatMap(({ targets }) =>
  (targets ?? []).flatMap(({ expr, rawSql }) => (rawSql === undefined ? [expr] : [])),
);

/** Every series that Prometheus has of a documented metric, with the labels that it can be asked for by. */
const series = new Map<string, readonly string[]>();
for (const { name, type, labels } of readMetricsPage(read('docs/metrics.md'))) {
  const all = [...labels, 'job', 'instance'];
  if (type === 'histogram') {
    series.set(`${name}_bucket`, [...all, 'le']);
    for (const part of ['sum', 'count']) series.set(`${name}_${part}`, all);
  } else {
    series.set(name, all);
  }
}
const USED = /\b((?:tidemark_|nodejs_|process_)\w+)/g;

test.each([...ruleFiles, ...testFiles, ...dashboardFiles])('%s names only metrics of docs/metrics.md', (file) => {
  const unknown = matchesOf(read(file), USED).filter((name) => !series.has(name));
  expect([...new Set(unknown)]).toEqual([]);
});

test('the runbooks and the page about ops name only metrics of docs/metrics.md', () => {
  const text = `${runbooks}\n${read('ops/README.md')}`;
  const named = matchesOf(text, /\b((?:tidemark_(?:api|indexer)_|nodejs_|process_)\w+)/g).filter(
    (name) => !name.endsWith('_'),
  );
  const histograms = new Set([...series.keys()].map((name) => name.replace(/_bucket$/, '')));
  expect(named.filter((name) => !series.has(name) && !histograms.has(name))).toEqual([]);
});

test('rules and dashboards ask for labels that the metrics have', () => {
  const selectors = [rules, ...expressions].flatMap((text) => [
    ...text.matchAll(/\b((?:tidemark_|nodejs_|process_)\w+)\{([^}]*)\}/g),
  ]);
  expect(selectors.length).toBeGreaterThan(10);
  const wrong = selectors.flatMap(([, name = '', matchers = '']) =>
    matchesOf(matchers, /(\w+)\s*(?:=~|!~|!=|=)\s*"/g)
      .filter((label) => series.get(name)?.includes(label) !== true)
      .map((label) => `${name}{${label}}`),
  );
  expect(wrong).toEqual([]);
});

test('an alert covers a batch that the database failed, whichever code it failed with', () => {
  const pattern = /- alert: IndexerDatabaseUnreachable\n[\s\S]*?outcome=~"(?<codes>[^"]+)"/.exec(rules)?.groups?.[
    'codes'
  ];
  const source = read('packages/schema/src/schema-error.ts');
  const codes = matchesOf(/CONNECTION_CODES = new Set\(\[([^\]]*)\]/.exec(source)?.[1] ?? '', /'(\w+)'/g);
  expect(codes).toContain('RESPONSE_TIMEOUT');
  const isCovered = (code: string): boolean => new RegExp(`^(?:${pattern})$`).test(code);
  expect(codes.filter((code) => !isCovered(code))).toEqual([]);
  // These are of RPC, and of a write that met another one.
  expect(['TIMEOUT', 'CONNECTION_FAILED', '40001', 'committed'].filter(isCovered)).toEqual([]);
});

test('a failure that gives gaps a reason of their own has an alert of its own, and does not count in the alert of all others', () => {
  const source = read('packages/model/src/history/gap-reason.ts');
  const table = /REASON_OF_CODE: [^{]*\{([^}]*)\}/.exec(source)?.[1] ?? '';
  const words = matchesOf(table, /([A-Z_]+): '/g).toSorted();
  expect(words).toContain('RATE_LIMITED');
  expect(matchesOf(rules, /poll_batches_failed:ratio_rate5m\{outcome="(\w+)"\}/g).toSorted()).toEqual(words);
  const [others = ''] = matchesOf(rules, /poll_batches_failed:ratio_rate5m\{outcome!~"([\w|]+)"\}/g);
  expect(others.split('|').toSorted()).toEqual(words);
});

test('recorded series that are used are recorded, and those that are recorded are used', () => {
  const used = matchesOf([rules, ...expressions].join('\n'), /(?<!record: )\b(tidemark:[a-z0-9_:]+)/g);
  expect([...new Set(used)].toSorted()).toEqual([...new Set(records)].toSorted());
});

const severityOf = (name: string): string | undefined =>
  /severity: (\w+)/.exec(rules.slice(rules.indexOf(`- alert: ${name}\n`)))?.[1];

test('every alert has a section in the runbooks and every section an alert, of its severity and with all its parts', () => {
  const sections = runbooks.split(/^### /m).slice(1);
  expect(matchesOf(runbooks, /^### (\w+)$/gm).toSorted()).toEqual(alerts);
  expect(new Set(alerts).size).toBe(alerts.length);
  for (const section of sections) {
    const [name = '', severity] = matchesOf(section, /^(\w+)(?=$|\. )/gm);
    expect({ name, severity: severity?.toLowerCase() }).toEqual({ name, severity: severityOf(name) });
    expect(section).toMatch(/^```sh\n\S/m);
    expect(matchesOf(section, /^(Causes|To do|Over): ?/gm)).toEqual(['Causes', 'To do', 'Over']);
  }
});

test('every alert has a severity, a summary, a description, and a link to its section of the page that Prometheus serves', () => {
  const page = read('ops/prometheus/user/runbooks.html');
  expect(page).toBe(renderRunbooksPage(runbooks));
  expect(read('docker-compose.yml')).toContain('- --web.user-assets=/etc/prometheus/user\n');
  const anchors = matchesOf(page, / id="([^"]+)"/g);
  for (const block of rules.split(/^ +- (?=alert: )/m).slice(1)) {
    const [, name = ''] = /^alert: (\w+)/.exec(block) ?? [];
    expect(block).toMatch(/^ +severity: (critical|warning)$/m);
    expect(block).toMatch(/^ +summary: \S/m);
    expect(block).toMatch(/^ +description: \S/m);
    const link = `"{{ $externalURL }}/user/runbooks.html#${anchorOf(name)}"`;
    expect(matchesOf(block, /^ +runbook_url: (.+)$/gm)).toEqual([link]);
    expect(anchors).toContain(anchorOf(name));
  }
});

test('every alert is seen to fire in the tests of the rules', () => {
  const fired = matchesOf(testFiles.map(read).join('\n'), /labels: ALERTS\{alertname="(\w+)"/g);
  expect([...new Set(fired)].toSorted()).toEqual(alerts);
});

test('panels have a unit, a description and the provisioned datasource, and ids that are their own', () => {
  const uidOf = (file: string) => matchesOf(read(`ops/grafana/provisioning/datasources/${file}.yml`), /uid: (\S+)/g)[0];
  const [prometheus, postgres] = [uidOf('prometheus'), uidOf('postgres')];
  const lacking = panels
    .filter(
      ({ fieldConfig, description = '', targets = [] }) =>
        !/^\w+$/.test(fieldConfig?.defaults.unit ?? '') ||
        description === '' ||
        targets.length === 0 ||
        targets.some(({ datasource, rawSql }) => datasource.uid !== (rawSql === undefined ? prometheus : postgres)),
    )
    .map(({ title }) => title);
  expect(lacking).toEqual([]);
  for (const { panels: own } of dashboards) expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
  expect(new Set(dashboards.map((dashboard) => dashboard.uid)).size).toBe(dashboards.length);
});
