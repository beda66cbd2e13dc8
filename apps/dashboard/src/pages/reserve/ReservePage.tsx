import { useQueries } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isUnknown, useTier } from '../../api/client.ts';
import { useReserves } from '../../api/use-reserves.ts';
import { detailQuery, type FullReserve, type Reserve } from '../../api/queries.ts';
import { marketText, tokenText } from '../../format/names.ts';
import { capital, shortAddress } from '../../format/words.ts';
import { Age, useNow } from '../../ui/clock.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { keepZone, useTitle } from '../../ui/navigation.ts';
import { MarketName, TokenName } from '../../ui/Name.tsx';
import { Empty, Failed, Loading } from '../../ui/States.tsx';
import { Charts } from './Charts.tsx';
import { Changes } from './Changes.tsx';
import { Controls } from './Controls.tsx';
import { Curve } from './Curve.tsx';
import { Headroom, PriceVerdict, RealisedRates } from './Facts.tsx';
import { ReserveFigure } from './ReserveFigure.tsx';
import { useHistories, useShown } from './use-histories.ts';
import { rangeOf, readReserveView, type ReserveView, writeReserveView } from './search.ts';

const route = getRouteApi('/reserves/$address');
const HOUR = 3_600;

/** One reserve: now, over time, and what would happen if. */
export function ReservePage() {
  const { address } = route.useParams();
  const tier = useTier();
  const { rows, isLoading, error, failures, refetch } = useReserves();
  const listed = rows.find(({ reserve }) => reserve === address);
  // The list has what tables show; of one reserve everything is asked for: of its own protocol, or of those whose list has failed.
  const protocols = listed === undefined ? failures.map(({ protocol }) => protocol) : [listed.protocol];
  const details = useQueries({ queries: protocols.map((protocol) => detailQuery(protocol, address, tier)) });
  const row = details.find(({ data }) => data !== undefined && data !== null)?.data;
  useTitle(row === undefined || row === null ? 'Reserve' : `${tokenText(row)} in ${marketText(row)}`);
  if (row !== undefined && row !== null) return <Known row={row} rows={rows} />;
  const failed = details.find((each) => each.error !== null && !isUnknown(each.error))?.error ?? error;
  if (failed !== null) return <Failed what="The reserve" error={failed} retry={refetch} />;
  if (isLoading || details.some(({ isPending }) => isPending)) return <Loading what="the reserve" rows={10} />;
  return (
    <Empty title="No reserve has this address.">
      <code className="break">{address}</code> is not among the {rows.length} reserves that are indexed.{' '}
      <Link to="/" search={keepZone}>
        Show all of them
      </Link>
    </Empty>
  );
}

function Known({ row, rows }: { readonly row: FullReserve; readonly rows: readonly Reserve[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tier = useTier();
  const now = useNow(HOUR);
  const view = useMemo(() => readReserveView(search), [search]);
  const range = useMemo(() => rangeOf(view, tier, now), [view, tier, now]);
  const shown = useShown([row, ...rows.filter(({ reserve }) => view.with.includes(reserve))]);
  const read = useHistories(shown, range, tier);
  const change = (next: Partial<ReserveView>): void => {
    const written = writeReserveView({ ...view, ...next });
    void navigate({ search: (previous) => ({ ...previous, ...written }), replace: true, resetScroll: false });
  };
  return (
    <>
      <Heading row={row} />
      <Now row={row} unit={view.unit} />
      <Controls row={row} rows={rows} shown={shown} read={read} view={view} range={range} onChange={change} />
      <div className="split">
        <div className="stack">
          <Charts row={row} shown={shown} read={read} view={view} range={range} />
          <Changes row={row} range={range} />
        </div>
        <div className="stack">
          <Curve row={row} />
          <Headroom row={row} />
          <RealisedRates row={row} />
          <PriceVerdict row={row} />
        </div>
      </div>
    </>
  );
}

function Heading({ row }: { readonly row: FullReserve }) {
  return (
    <div className="heading">
      <h1>
        <Link to="/tokens/$address" params={{ address: row.token_address }} search={keepZone}>
          <TokenName row={row} />
        </Link>{' '}
        <span className="quiet">in</span>{' '}
        <Link to="/markets/$address" params={{ address: row.lending_market }} search={keepZone}>
          <MarketName row={row} />
        </Link>
      </h1>
      <p className="quiet">
        <Link to="/protocols/$name" params={{ name: row.protocol }} search={keepZone}>
          {capital(row.protocol)}
        </Link>
        <span className="tag">{row.status_str}</span>
        {row.missing_since_timestamp !== null && (
          <span className="tag warn">
            left the chain <Age since={row.missing_since_timestamp} /> ago
          </span>
        )}{' '}
        <Age since={row.timestamp} /> ago, slot {row.slot.toLocaleString('en-US')}{' '}
        <code title={row.reserve}>{shortAddress(row.reserve)}</code>{' '}
        <CopyButton text={row.reserve} label="the address of the reserve" />
      </p>
    </div>
  );
}

function Now({ row, unit }: { readonly row: FullReserve; readonly unit: ReserveView['unit'] }) {
  const money = unit === 'usd' ? ('usd' as const) : ('amount' as const);
  const amount = (name: 'supplied' | 'borrowed' | 'available') =>
    unit === 'usd' ? (`${name}_amount_usd_f` as const) : (`${name}_amount_f` as const);
  const tiles = [
    ['Supplied', amount('supplied'), money],
    ['Borrowed', amount('borrowed'), money],
    ['Available', amount('available'), money],
    ['Utilization', 'utilization_f', 'percent'],
    ['Supply APY now', 'supply_apy_f', 'percent'],
    ['Borrow APY now', 'borrow_apy_f', 'percent'],
    ['Price', 'price_usd_f', 'price'],
  ] as const;
  return (
    <section className="tiles" aria-label="Now">
      {tiles.map(([label, field, format]) => (
        <div key={field} className="tile">
          <div className="tile-label">{label}</div>
          <div className="tile-value">
            <ReserveFigure row={row} field={field} unit={format} />
          </div>
        </div>
      ))}
    </section>
  );
}
