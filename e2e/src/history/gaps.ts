import type { components } from '@tidemark/client';
import { expect, it } from 'vitest';
import type { HistoryRun } from './history-run.ts';
import { type BucketInterval, readHistories, WIDTHS } from './read-history.ts';

/** A stop of the indexer, and nothing else, is a gap: everywhere the same one. */
export function itShowsTheStop(of: () => HistoryRun): void {
  it('coverage has the stop from the last look before it to the first after it, to the second', async () => {
    const run = of();
    const { stop, truth } = run;
    const covered = await readCoverage(run);
    expect(covered.map(({ reserve }) => reserve)).toEqual(truth.reserves());
    const seconds = stop.after.unixTime - stop.before.unixTime;
    for (const row of covered) {
      expect(row).toMatchObject({ gap_count: 1, missing_seconds: seconds, longest_gap_seconds: seconds });
      expect(row.observed_seconds + row.missing_seconds).toBe(row.expected_seconds);
      expect(row.gaps).toEqual([
        {
          from: stop.before.unixTime,
          to: stop.after.unixTime,
          from_slot: stop.before.slot,
          to_slot: stop.after.slot,
          reason_str: 'not_polled',
          ongoing_b: false,
        },
      ]);
    }
  });

  it('the ledger of gaps holds it once for each reserve, and nothing else', async () => {
    const { sql, stop, truth } = of();
    const gaps = await sql<{ reserve: string; from: number; to: number; reason: string }[]>`
      SELECT reserve, extract(epoch FROM from_at)::int AS from, extract(epoch FROM to_at)::int AS to,
             reason_code AS reason
      FROM lend.ingest_gaps ORDER BY reserve`;
    const whole = { from: stop.before.unixTime, to: stop.after.unixTime, reason: 'not_polled' };
    expect([...gaps]).toEqual(truth.reserves().map((reserve) => ({ reserve, ...whole })));
  });

  it.for(['1m', '15m', '1h', '4h', '1d'] as const)(
    '%s: buckets that it touches say how much and why',
    async (interval) => {
      const run = of();
      for (const row of await readHistories(run, { interval })) {
        // Hours that have passed by the clock of the service, and that nobody has looked into, count in it as well.
        if (interval === '4h' && row.timestamp + WIDTHS[interval] > run.range.to) continue;
        const { quality, share } = expectedQuality(run, row.timestamp, interval);
        expect(row, `${row.reserve} ${row.timestamp}, seed ${run.seed}`).toMatchObject({
          quality_str: quality,
          gap_reason_str: quality === 'ok' ? null : 'not_polled',
        });
        expect(row.coverage_f).toBeCloseTo(share, 10);
      }
    },
  );

  it('a market and the protocol have it in their hours', async () => {
    const run = of();
    const query = { interval: '1h', from: String(run.range.from), to: String(run.range.to) } as const;
    const market = run.truth.stateAt(run.truth.reserves()[0] ?? '', BigInt(run.stop.before.slot)).reserve.lendingMarket;
    const summary = await run.client.GET('/v1/kamino/lend/summary/history', { params: { query } });
    const ofMarket = await run.client.GET('/v1/kamino/lend/markets/{market}/history', {
      params: { path: { market }, query },
    });
    for (const { data } of [summary, ofMarket]) {
      const qualities = (data?.data ?? []).map(({ timestamp, quality_str, gap_reason_str, coverage_f }) => ({
        timestamp,
        quality_str,
        gap_reason_str,
        coverage: Math.round((coverage_f ?? -1) * 1e6),
      }));
      const hours = [0, 1, 2, 3].map((hour) => run.range.from + hour * WIDTHS['1h']);
      expect(qualities).toEqual(
        hours.map((timestamp) => {
          const { quality, share } = expectedQuality(run, timestamp, '1h');
          return {
            timestamp,
            quality_str: quality,
            gap_reason_str: quality === 'ok' ? null : 'not_polled',
            coverage: Math.round(share * 1e6),
          };
        }),
      );
    }
  });
}

async function readCoverage({ client, looks, range }: HistoryRun): Promise<components['schemas']['CoverageRow'][]> {
  const newest = looks.at(-1)?.unixTime ?? 0;
  const { data } = await client.GET('/v1/coverage', {
    params: { query: { from: String(range.from), to: String(newest), limit: 1_000 } },
  });
  return data?.data ?? [];
}

/** What the looks vouch for of a bucket, of the time in it that has passed. */
function expectedQuality({ looks, stop }: HistoryRun, timestamp: number, interval: BucketInterval) {
  const from = Math.max(timestamp, looks[0]?.unixTime ?? 0);
  const to = Math.min(timestamp + WIDTHS[interval], looks.at(-1)?.unixTime ?? 0);
  const missed = Math.max(0, Math.min(to, stop.after.unixTime) - Math.max(from, stop.before.unixTime));
  const share = (to - from - missed) / (to - from);
  if (missed === 0) return { quality: 'ok', share };
  return { quality: share === 0 ? 'missing' : 'partial', share };
}
