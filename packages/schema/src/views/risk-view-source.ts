import { MAX_START_AGE_FACTOR, WINDOW_SECONDS } from '@tidemark/model';
import { PROTOCOLS } from '@tidemark/protocols';
import { asText, firstSnapshots } from '../history/snapshot-places.ts';
import { MARKET_PRICE_COLUMNS, MARKET_PRICE_JOIN } from '../prices/market-price.ts';
import { reserveSnapshots } from '../tables/index.ts';
import { reserveLatestSource, type ViewSource } from './view-sources.ts';

const { accruedBorrowIndex, accruedSupplied, collateralSupplyRaw } = reserveSnapshots;
const [debt, supplied, receipts] = [accruedBorrowIndex, accruedSupplied, collateralSupplyRaw].map(({ name }) => name);

/** Where the indices stood at the newest row at or before the start of a window, not too old, and what came of them since. */
const windowJoin = (window: string, seconds: number): string => `LEFT JOIN LATERAL (
  SELECT g.seconds, h.${debt} > l.${debt} OR h.${debt} = 0 AS has_fallen,
    least(l.${supplied}, l.${receipts}, h.${supplied}, h.${receipts}) = 0 AS is_empty,
    lend_v1.growth_to_apy(h.${debt}, l.${debt}, g.seconds) AS debt,
    lend_v1.growth_to_apy(h.${supplied} * l.${receipts}, l.${supplied} * h.${receipts}, g.seconds) AS supply
  FROM (${firstSnapshots(asText, {
    columns: `h.observed_at, h.slot, h.${debt}, h.${supplied}, h.${receipts}`,
    reserve: 'l.reserve',
    where: `h.observed_at <= l.observed_at - interval '${seconds} seconds'
    AND h.observed_at >= l.observed_at - interval '${seconds * MAX_START_AGE_FACTOR} seconds'`,
    order: 'h.observed_at DESC, h.slot DESC',
    limit: '1',
  })}) AS h
  CROSS JOIN LATERAL (SELECT extract(epoch FROM l.observed_at - h.observed_at)::integer AS seconds) AS g
  ORDER BY h.observed_at DESC, h.slot DESC LIMIT 1
) AS w${window} ON true`;

/** The rate of one side, null with the reason beside it. */
function sideColumns(side: string, of: string, window: string, refused: string, reason: string) {
  const name = `${side}_apy_realised_${window}`;
  const row = `w${window}`;
  return {
    [`${name}_f`]: `CASE WHEN NOT ${row}.${refused} THEN ${row}.${of} END`,
    [`${name}_gap_str`]: `CASE WHEN ${row}.seconds IS NULL THEN 'not_enough_history' WHEN ${row}.${refused} THEN '${reason}'
    WHEN ${row}.${of} IS NULL THEN 'out_of_range' END`,
  };
}

const windowColumns = (window: string) => ({
  [`realised_${window}_seconds`]: `w${window}.seconds`,
  ...sideColumns('borrow', 'debt', window, 'has_fallen', 'index_reset'),
  ...sideColumns('supply', 'supply', window, 'is_empty', 'no_collateral'),
});

/** `price_loaded_b` and what else there is by name: true where all its bits are set, by the protocols that keep such a status. */
const checkColumns = (): Record<string, string> => {
  const bitsOf = PROTOCOLS.map(({ name, priceStatusBits = {} }) => ({ name, bits: Object.entries(priceStatusBits) }));
  const columns = new Map<string, string>();
  for (const check of new Set(bitsOf.flatMap(({ bits }) => bits.map(([key]) => key)))) {
    const cases = bitsOf.flatMap(({ name, bits }) =>
      bits
        .filter(([key]) => key === check)
        .map(([, mask]) => `WHEN '${name}' THEN (l.price_status & ${mask}) = ${mask}`),
    );
    const column = check.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columns.set(`${column}_b`, `CASE r.protocol ${cases.join(' ')} END`);
  }
  return Object.fromEntries(columns);
};

/** `lend_v1.reserve_price_divergence_latest`. */
export const divergenceViewSource: ViewSource = {
  ...reserveLatestSource,
  from: `${reserveLatestSource.from}\n${MARKET_PRICE_JOIN}`,
  // Its one exact number is a decimal already.
  isDecimal: true,
  columns: { ...reserveLatestSource.columns, ...MARKET_PRICE_COLUMNS },
};

/** `lend_v1.reserve_risk_latest`. */
export const riskViewSource: ViewSource = {
  ...reserveLatestSource,
  from: [
    reserveLatestSource.from,
    ...Object.entries(WINDOW_SECONDS).map(([window, seconds]) => windowJoin(window, seconds)),
  ].join('\n'),
  columns: {
    ...reserveLatestSource.columns,
    ...checkColumns(),
    ...Object.fromEntries(Object.keys(WINDOW_SECONDS).flatMap((window) => Object.entries(windowColumns(window)))),
  },
};
