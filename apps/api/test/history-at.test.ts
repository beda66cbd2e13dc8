import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decimalOf } from './support/decimals.ts';
import { HISTORY_WORLD, observationAt, truthAt, WORLD } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const RESERVES = '/v1/kamino/lend/reserves';
const HOUR = 3_600;
/** An observation that found nothing changed, and so is in no table but that of the newest states. */
const UNSTORED_OBSERVATION = WORLD.end + 300;
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const pathOf = (label: string, time: string | number, query = '') =>
  `${RESERVES}/${addressFromLabel(label)}/at/${time}${query}`;
const answerSchema = z.object({ data: z.record(z.string(), z.unknown()), meta: z.record(z.string(), z.unknown()) });

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    template: HISTORY_WORLD,
    prepare: async (database) => {
      await observationAt(database, UNSTORED_OBSERVATION);
    },
  });
});
afterAll(() => api.stop());

const read = async (path: string) => answerSchema.parse((await api.call(path)).json());

/** The same moment as it is written elsewhere: by Python, by ISO-8601 without colons, in a zone of half hours with nanoseconds. */
const offsetForms = (moment: Date) => {
  const india = new Date(moment.getTime() + 5.5 * 3_600_000).toISOString();
  return [moment.toISOString().replace('Z', '+00:00'), `${india.slice(0, -1)}456789+0530`];
};

describe('a reserve at a moment', () => {
  it.each([
    ['at the first observation', 0, 'same_account'],
    ['a second after it', 1, 'same_account'],
    ['between two observations', 4_567, 'same_account'],
    ['a second before it is used', WORLD.deposit - 1, null],
    ['in the slot in which it is used', WORLD.deposit, 'same_account'],
    ['a second later', WORLD.deposit + 1, 'same_account'],
    ['in a gap over which nothing changed', 11 * HOUR + 7, 'same_account'],
    ['before it is used again', WORLD.borrow - 77, null],
    ['at the newest stored observation', WORLD.end, 'same_account'],
    ['between that and the newest observation', WORLD.end + 123, 'same_account'],
    ['at the newest observation', UNSTORED_OBSERVATION, 'same_account'],
  ])('is the true one to the last digit %s', async (_when, seconds, proof) => {
    const truth = truthAt('SOL', seconds);
    const { data, meta } = await read(pathOf('SOL', unixOf(seconds)));
    expect(data).toMatchObject({
      timestamp: unixOf(seconds),
      slot: Number(bankAt(seconds).slot),
      available_amount_f: truth?.availableAmountF,
      supplied_amount_f: truth?.suppliedAmountF,
      supplied_amount_usd_f: truth?.suppliedAmountUsdF,
      borrowed_amount_f: truth?.borrowedAmountF,
      borrowed_amount_usd_f: truth?.borrowedAmountUsdF,
      utilization_f: truth?.utilizationF,
      borrow_apr_f: truth?.borrowAprF,
      borrow_apy_f: truth?.borrowApyF,
      supply_apy_f: truth?.supplyApyF,
      price_usd_f: truth?.priceUsdF,
      accrued_available_amount_raw: String(truth?.accruedAvailableAmountRaw),
      accrued_borrowed_amount_raw: decimalOf(truth?.accruedBorrowed),
      accrued_total_supply_raw: decimalOf(truth?.accruedSupplied),
      accrued_cumulative_borrow_rate_raw: decimalOf(truth?.accruedBorrowIndex),
      proof_str: proof,
      proven_b: proof !== null,
    });
    expect(meta).toMatchObject({ as_of: unixOf(seconds), tier_str: 'public' });
  });

  it('names its evidence and how old that is', async () => {
    const { data } = await read(pathOf('SOL', unixOf(4_567)));
    expect(data).toMatchObject({
      evidence_slot: Number(bankAt(4_200).slot),
      evidence_timestamp: unixOf(4_200),
      evidence_age_seconds: 367,
      in_gap_b: false,
      gap_reason_str: null,
    });
  });

  it('says when it lies in a gap, and why there is one', async () => {
    const { data } = await read(pathOf('SOL', unixOf(11 * HOUR)));
    expect(data).toMatchObject({ in_gap_b: true, gap_reason_str: 'not_polled' });
  });

  it('has null in USD where the reserve has no price', async () => {
    const { data } = await read(pathOf('USDC', unixOf(HOUR)));
    expect(data).toMatchObject({ price_usd_f: null, supplied_amount_usd_f: null });
  });

  it('takes the moment in every form, and cuts it to the second', async () => {
    const forms = [
      String(unixOf(4_567)),
      String(unixOf(4_567) * 1000 + 999),
      bankAt(4_567).observedAt.toISOString(),
      encodeURIComponent(bankAt(4_567).observedAt.toISOString()),
      ...offsetForms(bankAt(4_567).observedAt).flatMap((form) => [form, encodeURIComponent(form)]),
    ];
    const answers = await Promise.all(forms.map((form) => read(pathOf('SOL', form))));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('is refused where max_age is shorter than the way to the evidence', async () => {
    expect((await api.call(pathOf('SOL', unixOf(4_567), '?max_age=367'))).status).toBe(200);
    const refused = await api.call(pathOf('SOL', unixOf(4_567), '?max_age=366'));
    expect(refused.json()).toMatchObject({ status: 404, error: { code: 40406 } });
    expect(refused.text).toContain('367');
  });

  it.each([
    ['before the first observation', () => pathOf('SOL', unixOf(-1)), 404, 40406],
    ['before the reserve existed', () => pathOf('LATE', unixOf(WORLD.late - 1)), 404, 40406],
    ['after the newest observation', () => pathOf('SOL', unixOf(UNSTORED_OBSERVATION + 1)), 404, 40406],
    ['in the last year that there is', () => pathOf('SOL', '9998-12-31'), 404, 40406],
    ['after the last year that there is', () => pathOf('SOL', '9999-01-01'), 400, 40008],
    ['of an unknown reserve', () => pathOf('stranger', unixOf(0)), 404, 40402],
    ['of a malformed address', () => `${RESERVES}/nonsense/at/${unixOf(0)}`, 400, 40001],
    ['of all', () => `${RESERVES}/all/at/${unixOf(0)}`, 400, 40001],
    ['of another protocol', () => `/v1/other/lend/reserves/all/at/${unixOf(0)}`, 404, 40403],
    ['at no time', () => pathOf('SOL', 'yesterday'), 400, 40008],
    ['on a day that does not exist', () => pathOf('SOL', '2026-02-30'), 400, 40008],
    ['with a negative max_age', () => pathOf('SOL', unixOf(0), '?max_age=-1'), 400, 40003],
    ['with a max_age that is no number', () => pathOf('SOL', unixOf(0), '?max_age=1e3'), 400, 40003],
    ['with an unknown parameter', () => pathOf('SOL', unixOf(0), '?maxage=5'), 400, 40003],
  ])('is refused %s', async (_what, path, status, code) => {
    expect((await api.call(path())).json()).toMatchObject({ status, error: { code } });
  });

  it('answers 304 while it is the same', async () => {
    const path = pathOf('SOL', unixOf(4_567));
    const etag = (await api.call(path)).headers.get('etag') ?? '';
    expect((await api.call(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});
