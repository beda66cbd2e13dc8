import { Link } from '@tanstack/react-router';
import { percent, usd } from '../../format/number.ts';
import { plural, words } from '../../format/words.ts';
import { MarketName, Name } from '../../ui/Name.tsx';
import { keepZone, reservePath } from '../../ui/navigation.ts';
import { NumberCell } from '../../ui/NumberCell.tsx';
import { EVIDENCE, type LiquidationCoverage } from './queries.ts';

const COLUMNS = [
  ['All markets', 'token_coverage_at_min_bonus_f', percent],
  ['This reserve', 'coverage_at_min_bonus_f', percent],
  ['At the largest bonus', 'coverage_at_max_bonus_f', percent],
  ['At a fall of 5 %', 'coverage_at_500_bps_f', percent],
  ['Collateral', 'collateral_usd_f', usd],
] as const;

/** Reserves by how often their collateral could be sold within the liquidation bonus; what is not known says why. */
export function CoverageTable({ rows }: { readonly rows: readonly LiquidationCoverage[] }) {
  return (
    <div className="table-scroll plain" tabIndex={0} role="region" aria-label="Liquidation coverage, scrollable">
      <table className="auto">
        <thead>
          <tr>
            <th scope="col">Reserve</th>
            <th scope="col">Market</th>
            <th scope="col">Net bonus</th>
            {COLUMNS.map(([title]) => (
              <th key={title} scope="col" className="number">
                {title}
              </th>
            ))}
            <th scope="col">How it is computed</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CoverageRow key={row.reserve} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CoverageRow({ row }: { readonly row: LiquidationCoverage }) {
  const gap = row.coverage_gap_str;
  return (
    <tr data-row={row.reserve}>
      <th scope="row">
        <Link {...reservePath(row.reserve)}>
          <Name name={row.token_symbol} address={row.token_address} />
        </Link>{' '}
        <Link
          to="/liquidity"
          search={(search) => ({ ...keepZone(search), token: row.token_address })}
          className="quiet-link"
        >
          depth
        </Link>
      </th>
      <td>
        <MarketName row={row} />
      </td>
      <td className="number">
        {row.min_net_bonus_bps / 100} to {row.max_net_bonus_bps / 100} %
      </td>
      {COLUMNS.map(([title, field, format]) => (
        <NumberCell
          key={title}
          field={field}
          value={format(row[field])}
          title={row[field] === null && gap !== null ? words(gap) : format(row[field]).exact}
        >
          {row.lower_bound_b && row[field] !== null && field !== 'collateral_usd_f' ? '≥ ' : ''}
        </NumberCell>
      ))}
      <td>
        {gap === null
          ? `${plural(row.pools_counted, 'pool')}, compared with ${row.evidence_str === null ? 'nothing' : EVIDENCE[row.evidence_str]}`
          : words(gap)}
      </td>
    </tr>
  );
}
