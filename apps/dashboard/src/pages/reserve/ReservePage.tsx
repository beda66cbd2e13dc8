import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTier } from '../../api/client.ts';
import { useReserves } from '../../api/use-reserves.ts';
import { detailQuery, type FullReserve, type Reserve } from '../../api/queries.ts';
import { shortAddress } from '../../format/words.ts';
import { Age, useNow } from '../../ui/clock.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { keepZone, useTitle } from '../../ui/navigation.ts';
import { Empty, Failed, Loading } from '../../ui/States.tsx';
import { Charts } from './Charts.tsx';
import { Changes } from './Changes.tsx';
import { Controls } from './Controls.tsx';
import { Curve } from './Curve.tsx';
import { Headroom, PriceVerdict, RealisedRates } from './Facts.tsx';
import { ReserveFigure } from './ReserveFigure.tsx';
import { rangeOf, readReserveView, type ReserveView, writeReserveView } from './search.ts';

const route = getRouteApi('/reserves/$address');
const HOUR = 3_600;

/** One reserve: now, over time, and what would happen if. */
export function ReservePage() {
  const { address } = route.useParams();
  const { rows, isLoading, error, refetch } = useReserves();
  const row = rows.find(({ reserve }) => reserve === address);
  useTitle(row === undefined ? 'Reserve' : `${row.token_symbol} in ${row.lending_market_name}`);
  if (row !== undefined) return <Found row={row} rows={rows} />;
  if (isLoading) return <Loading what="the reserve" rows={10} />;
  if (error !== null) return <Failed what="The reserve" error={error} retry={refetch} />;
  return (
    <Empty title="No reserve has this address.">
      {address} is not among the {rows.length} reserves that are indexed. <Link to="/">Show all of them</Link>
    </Empty>
  );
}

/** The list has what tables show; of one reserve everything is asked for. */
function Found({ row, rows }: { readonly row: Reserve; readonly rows: readonly Reserve[] }) {
  const tier = useTier();
  const { data, error, refetch } = useQuery(detailQuery(row.protocol, row.reserve, tier));
  if (data !== undefined && data !== null) return <Known row={data} rows={rows} />;
  if (error !== null) return <Failed what="The reserve" error={error} retry={() => void refetch()} />;
  return <Loading what="the reserve" rows={10} />;
}

function Known({ row, rows }: { readonly row: FullReserve; readonly rows: readonly Reserve[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tier = useTier();
  const now = useNow(HOUR);
  const view = useMemo(() => readReserveView(search), [search]);
  const range = useMemo(() => rangeOf(view, tier, now), [view, tier, now]);
  const change = (next: Partial<ReserveView>): void => {
    const written = writeReserveView({ ...view, ...next });
    void navigate({ search: (previous) => ({ ...previous, ...written }), replace: true, resetScroll: false });
  };
  return (
    <>
      <Heading row={row} />
      <Now row={row} unit={view.unit} />
      <Controls row={row} rows={rows} view={view} range={range} onChange={change} />
      <div className="split">
        <div className="stack">
          <Charts row={row} rows={rows} view={view} range={range} />
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
  const symbol = row.token_symbol === '' ? shortAddress(row.token_address) : row.token_symbol;
  const market = row.lending_market_name === '' ? shortAddress(row.lending_market) : row.lending_market_name;
  return (
    <div className="heading">
      <h1>
        <Link to="/tokens/$address" params={{ address: row.token_address }} search={keepZone}>
          {symbol}
        </Link>{' '}
        <span className="quiet">in</span>{' '}
        <Link to="/markets/$address" params={{ address: row.lending_market }} search={keepZone}>
          {market}
        </Link>
      </h1>
      <p className="quiet">
        <Link to="/protocols/$name" params={{ name: row.protocol }} search={keepZone}>
          {row.protocol}
        </Link>
        <span className="tag">{row.status_str}</span>
        {row.missing_since_timestamp !== null && (
          <span className="tag warn">
            left the chain <Age since={row.missing_since_timestamp} /> ago
          </span>
        )}{' '}
        read <Age since={row.timestamp} /> ago, slot {row.slot.toLocaleString('en-US')}{' '}
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
