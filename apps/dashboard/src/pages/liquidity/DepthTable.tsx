import { amount, percent, usd } from '../../format/number.ts';
import { words } from '../../format/words.ts';
import { NumberCell } from '../../ui/NumberCell.tsx';
import { EVIDENCE, type TokenDepth, type TokenDepthLevel } from './queries.ts';

const ALL = 'all';

/** What can be sold of a token until its price has fallen so far: the sum, and the part of each source as a bar. */
export function DepthTable({ token }: { readonly token: TokenDepth }) {
  const sells = token.depth.filter(({ side_str: side }) => side === 'sell');
  const sums = sells.filter(({ source_str: source }) => source === ALL);
  const sources = [...new Set(sells.map(({ source_str: source }) => source))].filter((source) => source !== ALL);
  const most = Math.max(0, ...sums.map(({ marginal_amount_f: sold }) => sold ?? 0));
  const levelOf = (source: string, fall: number) =>
    sells.find((level) => level.source_str === source && level.fall_bps === fall);
  return (
    <div className="table-scroll plain" tabIndex={0} role="region" aria-label="Depth by source, scrollable">
      <table className="auto">
        <thead>
          <tr>
            <th scope="col">Fall of the price</th>
            <th scope="col" className="number">
              Depth to there
            </th>
            <th scope="col" className="number">
              At average price
            </th>
            <th scope="col" className="number">
              24 h low, at average price
            </th>
            {sources.map((source) => (
              <th key={source} scope="col">
                {words(source)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map((level) => (
            <tr key={level.fall_bps} data-row={`${token.token_address}:${level.fall_bps}`}>
              <th scope="row">{level.fall_bps / 100} %</th>
              <Money level={level} field="marginal_usd_f" />
              <Money level={level} field="average_usd_f" />
              <LeastOfDay level={level} coverage={token.coverage_24h_f} />
              {sources.map((source) => (
                <Part key={source} level={levelOf(source, level.fall_bps)} most={most} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Money({
  level,
  field,
}: {
  readonly level: TokenDepthLevel;
  readonly field: 'marginal_usd_f' | 'average_usd_f';
}) {
  const value = usd(level[field]);
  const gap = level.depth_gap_str;
  return (
    <NumberCell field={field} value={value} title={gap === null ? value.exact : words(gap)}>
      {level.lower_bound_b && level[field] !== null ? '≥ ' : ''}
    </NumberCell>
  );
}

/** On average, too. What was not observed, or not known, may have been less: the tooltip says how much of the day was. */
function LeastOfDay({ level, coverage }: { readonly level: TokenDepthLevel; readonly coverage: number | null }) {
  const field = 'min_24h_average_usd_f';
  const value = usd(level[field]);
  const observed = `${percent(coverage).text} of the day read, known in ${percent(level.known_24h_share_f).text} of reads`;
  return <NumberCell field={field} value={value} title={`${value.exact}; ${observed}`} />;
}

function Part({ level, most }: { readonly level: TokenDepthLevel | undefined; readonly most: number }) {
  const sold = level?.marginal_amount_f ?? null;
  const evidence = level?.evidence_str ?? null;
  const { text, exact } = amount(sold);
  return (
    <td title={`${exact} tokens${evidence === null ? '' : `, compared with ${EVIDENCE[evidence]}`}`}>
      {text}{' '}
      {sold !== null && <meter className="of-rest" min={0} max={most > 0 ? most : 1} value={sold} aria-hidden="true" />}
    </td>
  );
}
