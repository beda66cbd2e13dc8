import { MAX_STRETCH_SECONDS, WINDOW_SECONDS } from '@tidemark/model';
import { PROTOCOLS } from '@tidemark/protocols';
import { beginOf, INDEX_COLUMNS, rowAfterBegin, rowBeforeBegin } from '../history/rows-around-begin.ts';
import { MARKET_PRICE_COLUMNS, MARKET_PRICE_JOIN } from '../prices/market-price.ts';
import { reserveLatestSource, type ViewSource } from './view-sources.ts';

const { debt, supplied, receipts, account } = INDEX_COLUMNS;

/**
 * Where the indices stood at the begin of a window, and what came of them since: on the line between the rows around it where those hold one
 * account or are near enough to each other, with `passed` and `ahead` seconds to either; else as in the row before it.
 */
const windowJoin = (window: string, seconds: number): string => {
  const pieces = { reserve: 'l.reserve', end: 'l.observed_at', seconds };
  return `LEFT JOIN LATERAL (
  SELECT g.seconds, g.debt > l.${debt} * g.stretch OR g.debt = 0 AS has_fallen,
    least(l.${supplied}, l.${receipts}, g.supplied, g.receipts) = 0 AS is_empty,
    lend_v1.growth_to_apy(g.debt, l.${debt} * g.stretch, g.seconds) AS debt,
    lend_v1.growth_to_apy(g.supplied * l.${receipts}, l.${supplied} * g.receipts, g.seconds) AS supply
  FROM ${rowBeforeBegin(pieces)} AS p
  LEFT JOIN LATERAL ${rowAfterBegin(pieces)} AS s ON true
  CROSS JOIN LATERAL (
    SELECT n.*, p.observed_at < ${beginOf(pieces)} AND (n.account = p.${account}
      OR n.observed_at <= p.observed_at + interval '${MAX_STRETCH_SECONDS} seconds') AS is_between
    FROM (SELECT coalesce(s.observed_at, l.observed_at) AS observed_at, coalesce(s.${debt}, l.${debt}) AS debt,
      coalesce(s.${supplied}, l.${supplied}) AS supplied, coalesce(s.${receipts}, l.${receipts}) AS receipts,
      coalesce(s.${account}, l.${account}) AS account) AS n
  ) AS n
  CROSS JOIN LATERAL (
    SELECT CASE WHEN n.is_between THEN extract(epoch FROM ${beginOf(pieces)} - p.observed_at) ELSE 0 END AS passed,
      CASE WHEN n.is_between THEN extract(epoch FROM n.observed_at - (${beginOf(pieces)})) ELSE 1 END AS ahead,
      CASE WHEN n.is_between THEN n.receipts ELSE 1 END AS receipts
  ) AS f
  CROSS JOIN LATERAL (
    SELECT CASE WHEN n.is_between THEN ${seconds} ELSE extract(epoch FROM l.observed_at - p.observed_at)::integer END AS seconds,
      f.passed + f.ahead AS stretch, p.${debt} * f.ahead + n.debt * f.passed AS debt,
      p.${supplied} * f.receipts * f.ahead + n.supplied * p.${receipts} * f.passed AS supplied,
      p.${receipts} * f.receipts * (f.passed + f.ahead) AS receipts
  ) AS g
) AS w${window} ON true`;
};

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
