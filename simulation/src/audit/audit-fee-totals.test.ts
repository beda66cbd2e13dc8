import { expect, it } from 'vitest';
import { auditFeeTotals } from './audit-fee-totals.ts';

const START = Date.parse('2026-04-01T00:00:00Z');
const at = (hour: number) => new Date(START + hour * 3_600_000);
const reserve = { address: 'a', lending_market: 'main', first_seen_at: at(0.5), missing_since_at: at(1.5) };
const hourAt = (hour: number, usd: string | null) => ({
  ...{ protocol: 'some', reserve: 'a', bucket_start: at(hour), bucket_end: at(hour + 1), interest_usd_sf: usd },
  ...{ interest_supply_side_usd_sf: usd, interest_protocol_usd_sf: usd === null ? null : '1' },
  ...{ interest_referrer_max_usd_sf: '0', interest_host_usd_sf: '0' },
});
/** The third hour is after the reserve has left, so that its interest is nobody's. */
const hours = [hourAt(0, '7'), hourAt(1, null), hourAt(2, '50')];
const totalOf = (kind: string, subject: string, supply: string) => ({
  ...{ protocol: 'some', subject_kind: kind, subject, part: 'all', width_seconds: 14_400, bucket_start: at(0) },
  ...{
    interest_supply_side_usd: supply,
    interest_protocol_usd: '1',
    interest_referrer_max_usd: '0',
    interest_host_usd: '0',
  },
});
const messagesOf = (
  supply: string,
  totalsDue: { protocol: string; width_seconds: number; bucket_start: Date }[] = [],
) =>
  auditFeeTotals(
    { hours, totals: [totalOf('market', 'main', supply), totalOf('protocol', '', '7')], totalsDue },
    { reserves: [reserve] },
  ).map(({ message }) => message);

it('stored fees are the sums of the hours in which their reserves were there', () => {
  expect(messagesOf('7')).toEqual([]);
  expect(messagesOf('57')[0]).toContain('market main interest_supply_side_usd is 57, not 7');
  expect(messagesOf('57', [{ protocol: 'some', width_seconds: 14_400, bucket_start: at(0) }])).toEqual([]);
});
