import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askCoverage, coverageOf, coverageRowSchema, HOUR, seedObservations, START } from './support/observations.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ prepare: seedObservations });
});
afterAll(() => api.stop());

describe('pages and forms of coverage', () => {
  it('counts observations on either side of any moment while single observations are held', async () => {
    expect(await coverageOf(api, 'SOL', `from=${START + 90}&to=${START + 200}`)).toMatchObject({ observations: 5 });
    expect(await coverageOf(api, 'USDC', `from=${START + 1_790}&to=${START + 1_900}`)).toMatchObject({
      observations: 0,
      failed_observations: 5,
    });
  });

  it('has a line per reserve in CSV, and the gaps in NDJSON', async () => {
    const csv = await api.call(`/v1/coverage?${HOUR}&format=csv`);
    const [head, ...lines] = csv.text.trimEnd().split('\r\n');
    expect(head?.split(',').slice(-3)).toEqual(['gap_count', 'longest_gap_seconds', 'gaps_truncated_b']);
    expect(lines).toHaveLength(3);
    const ndjson = await api.call(`/v1/coverage?${HOUR}&format=ndjson`);
    const rows = ndjson.text
      .trimEnd()
      .split('\n')
      .map((line) => coverageRowSchema.parse(JSON.parse(line)));
    expect(rows).toEqual((await askCoverage(api, HOUR)).data);
  });

  it('comes in pages by protocol and address', async () => {
    const whole = (await askCoverage(api, `${HOUR}&protocol=kamino`)).data;
    expect(whole.map((row) => row.reserve)).toEqual(['SOL', 'USDC', 'JTO'].map(addressFromLabel).toSorted());
    const first = await askCoverage(api, `${HOUR}&limit=2`);
    const rest = await askCoverage(api, `limit=2&cursor=${first.meta.next_cursor ?? ''}`);
    expect([...first.data, ...rest.data]).toEqual(whole);
    expect([first.meta.count, rest.meta.count, rest.meta.next_cursor]).toEqual([2, 1, null]);
  });

  it('expects nothing of the future', async () => {
    const later = Math.floor(Date.now() / 1000) + 86_400;
    const { data } = await askCoverage(api, `from=${later}&to=${later + 3_600}`);
    expect(data.map((row) => [row.expected_seconds, row.gaps])).toEqual([0, 0, 0].map((none) => [none, []]));
  });

  it.each([
    ['protocol=other', 40403],
    ['protocol=', 40403],
    [`protocol=${encodeURIComponent("kamino' OR 'a'='a")}`, 40403],
    ['protocol=kamino&protocol=kamino', 40003],
    ['token=x', 40014],
    ['fields=from', 40003],
    ['from=tomorrow', 40008],
    ['from=9999-12-01&to=9999-12-31', 40008],
    ['from=20&to=10', 40009],
    ['from=2020-01-01&to=2021-01-01', 40015],
    ['limit=0', 40010],
    ['cursor=abc', 40011],
    ['reserve=all', 40001],
    [`reserve=${encodeURIComponent("'; DELETE FROM lend.poll_batches; --")}`, 40001],
    ['market=zzz', 40013],
    [`reserve=${addressFromLabel('stranger')}`, 40402],
    [`market=${addressFromLabel('stranger')}`, 40404],
  ])('refuses %s with %i', async (query, code) => {
    expect((await api.call(`/v1/coverage?${query}`)).json()).toMatchObject({ error: { code } });
  });
});
