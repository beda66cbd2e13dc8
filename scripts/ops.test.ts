import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readMetricsPage } from './metrics-page.ts';

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
  const text = [...list('docs/runbooks', '.md'), 'ops/README.md'].map(read).join('\n');
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

test('every alert has a runbook and every runbook an alert, with all its parts', () => {
  const pages = list('docs/runbooks', '.md').filter((file) => !file.endsWith('README.md'));
  expect(pages.map((file) => file.replace(/^.*\/(\w+)\.md$/, '$1')).toSorted()).toEqual(alerts);
  expect(new Set(alerts).size).toBe(alerts.length);
  for (const file of pages) {
    expect(matchesOf(read(file), /^## (.+)$/gm)).toEqual([
      'Meaning',
      'How to see it',
      'Likely causes',
      'What to do',
      'How to verify that it is over',
    ]);
  }
});

test('every alert has a severity, a summary, a description, and the path of its own runbook', () => {
  for (const block of rules.split(/^ +- (?=alert: )/m).slice(1)) {
    const [, name] = /^alert: (\w+)/.exec(block) ?? [];
    expect(block).toMatch(/^ +severity: (critical|warning)$/m);
    expect(block).toMatch(/^ +summary: \S/m);
    expect(block).toMatch(/^ +description: \S/m);
    expect(matchesOf(block, /^ +runbook_url: (\S+)$/gm)).toEqual([`docs/runbooks/${name}.md`]);
  }
});

test('the list of runbooks names each alert with its severity', () => {
  const listed = [...read('docs/runbooks/README.md').matchAll(/^\| \[(\w+)\]\((\w+)\.md\) \| (\w+) \|/gm)];
  expect(listed.map(([, name]) => name).toSorted()).toEqual(alerts);
  for (const [, name = '', page, severity] of listed) {
    expect(page).toBe(name);
    const block = rules.slice(rules.indexOf(`- alert: ${name}\n`));
    expect(/severity: (\w+)/.exec(block)?.[1]).toBe(severity);
    expect(read(`docs/runbooks/${name}.md`)).toContain(`Severity: ${severity}.`);
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
