import { useQuery } from '@tanstack/react-query';
import { benchmarkQuery, summaryQuery } from '../../api/queries.ts';
import { count, percent, usd } from '../../format/number.ts';
import { plural } from '../../format/words.ts';
import { Age } from '../../ui/clock.tsx';
import { Tile } from '../../ui/Figure.tsx';

/** The totals over all protocols, as the API adds them up. */
export function Summary() {
  const { data } = useQuery(summaryQuery);
  const { data: benchmark } = useQuery(benchmarkQuery);
  const totals = data?.data[0];
  const rate = benchmark?.data.at(-1);
  const unpriced = totals?.unpriced_reserve_count ?? 0;
  const isPartial = unpriced > 0 || (totals?.missing_reserve_count ?? 0) > 0;
  const part =
    isPartial && totals !== undefined ? `${totals.priced_reserve_count} of ${totals.reserve_count} reserves` : null;
  return (
    <section className="tiles" aria-label="Totals over all protocols">
      <Tile label="Supplied" field="supplied_usd_f" value={usd(totals?.supplied_usd_f)} note={part} />
      <Tile label="Borrowed" field="borrowed_usd_f" value={usd(totals?.borrowed_usd_f)} note={part} />
      <Tile label="Utilization" field="utilization_f" value={percent(totals?.utilization_f)} />
      <Tile
        label="Stablecoin supply APY"
        field="supply_apy_wavg_f"
        value={percent(rate?.supply_apy_wavg_f)}
        note={rate === undefined ? null : plural(rate.reserves_included ?? 0, 'reserve')}
      />
      <Tile label="Stablecoin borrow APY" field="borrow_apy_wavg_f" value={percent(rate?.borrow_apy_wavg_f)} />
      <Tile
        label="Reserves"
        field="reserve_count"
        value={count(totals?.reserve_count)}
        note={
          totals === undefined ? null : (
            <>
              <Age since={totals.timestamp} /> ago
            </>
          )
        }
      />
    </section>
  );
}
