import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { factsOf, readMetricsPage, registries, renderMetricsPage } from './metrics-page.ts';

const page = await readFile(new URL('../docs/metrics.md', import.meta.url), 'utf8');
const isOwn = ({ name }: { name: string }): boolean => name.startsWith('tidemark_');

test('docs/metrics.md lists every metric of both processes with its type and labels, and no other', () => {
  const { indexer, api } = registries();
  const registered = [...factsOf(indexer), ...factsOf(api)]
    .filter(isOwn)
    .map(({ name, type, labels }) => ({ name, type, labels }));
  expect(readMetricsPage(page).filter(isOwn)).toEqual(registered);
});

// Other systems have fewer metrics of the process than the page names.
test.runIf(process.platform === 'linux')('docs/metrics.md is what `npm run generate:metrics` writes', () => {
  expect(page).toBe(renderMetricsPage());
});

test.each(['indexer', 'api'] as const)('what /metrics of the %s says is what its registry holds', async (name) => {
  const metrics = registries()[name];
  const said = [...(await metrics.render()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, metric, type]) => ({
    name: metric,
    type,
  }));
  const held = factsOf(metrics).map((fact) => ({ name: fact.name, type: fact.type }));
  expect(said).toEqual(expect.arrayContaining(held));
  expect(said).toHaveLength(held.length);
});
