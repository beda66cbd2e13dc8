import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isProtocol, type Reserve } from '../../api/queries.ts';
import { useReserves } from '../../api/use-reserves.ts';
import { nameText } from '../../format/names.ts';
import { capital, shortAddress } from '../../format/words.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { useNow } from '../../ui/clock.tsx';
import { Name } from '../../ui/Name.tsx';
import { keepZone, useTitle } from '../../ui/navigation.ts';
import { Fees } from './Fees.tsx';
import { readTotalsRange, totalsRangeOf, type TotalsRange, type TotalsSearch, writeTotalsRange } from './range.tsx';
import { TotalsView } from './TotalsView.tsx';

const HOUR = 3_600;
const marketRoute = getRouteApi('/markets/$address');
const tokenRoute = getRouteApi('/tokens/$address');
const protocolRoute = getRouteApi('/protocols/$name');

function useTotalsRange(search: TotalsSearch) {
  const now = useNow(HOUR);
  const chosen = readTotalsRange(search);
  const range = useMemo(() => totalsRangeOf(chosen, now), [chosen, now]);
  return { chosen, range };
}

const withRange = (range: TotalsRange) => (previous: TotalsSearch) => ({ ...previous, range: writeTotalsRange(range) });

/** One lending market. */
export function MarketPage() {
  const { address } = marketRoute.useParams();
  const navigate = marketRoute.useNavigate();
  const { chosen, range } = useTotalsRange(marketRoute.useSearch());
  const reserves = useReserves();
  const isOf = (row: Reserve): boolean => row.lending_market === address;
  const subject = useMemo(() => ({ kind: 'market', address }) as const, [address]);
  const first = reserves.rows.find(isOf);
  const name = first?.lending_market_name ?? '';
  useTitle(nameText(name, address));
  const title = <Title name={name} address={address} kind="Lending market" protocol={first?.protocol} />;
  return (
    <TotalsView
      title={title}
      subject={subject}
      reserves={reserves}
      isOf={isOf}
      range={range}
      chosen={chosen}
      onRange={(next) => void navigate({ search: withRange(next), replace: true })}
    >
      {first !== undefined && <Fees protocol={first.protocol} market={address} range={range} />}
    </TotalsView>
  );
}

/** One token over all protocols. */
export function TokenPage() {
  const { address } = tokenRoute.useParams();
  const navigate = tokenRoute.useNavigate();
  const { chosen, range } = useTotalsRange(tokenRoute.useSearch());
  const reserves = useReserves();
  const isOf = (row: Reserve): boolean => row.token_address === address;
  const subject = useMemo(() => ({ kind: 'token', address }) as const, [address]);
  const name = reserves.rows.find(isOf)?.token_symbol ?? '';
  useTitle(nameText(name, address));
  const title = <Title name={name} address={address} kind="Token, over all protocols" />;
  return (
    <TotalsView
      title={title}
      subject={subject}
      reserves={reserves}
      isOf={isOf}
      range={range}
      chosen={chosen}
      onRange={(next) => void navigate({ search: withRange(next), replace: true })}
    />
  );
}

/** One protocol. */
export function ProtocolPage() {
  const { name } = protocolRoute.useParams();
  const navigate = protocolRoute.useNavigate();
  const { chosen, range } = useTotalsRange(protocolRoute.useSearch());
  const reserves = useReserves();
  const isOf = (row: Reserve): boolean => row.protocol === name;
  const subject = useMemo(() => (isProtocol(name) ? ({ kind: 'protocol', protocol: name } as const) : null), [name]);
  useTitle(capital(name));
  if (subject === null) return null;
  return (
    <TotalsView
      title={<Title name={capital(name)} kind="Protocol, listed markets" />}
      subject={subject}
      reserves={reserves}
      isOf={isOf}
      range={range}
      chosen={chosen}
      onRange={(next) => void navigate({ search: withRange(next), replace: true })}
    >
      <Fees protocol={subject.protocol} market={null} range={range} />
    </TotalsView>
  );
}

interface TitleProps {
  readonly name: string;
  readonly kind: string;
  readonly address?: string;
  readonly protocol?: string | undefined;
}

function Title({ name, kind, address, protocol }: TitleProps) {
  return (
    <>
      <h1>
        <Name name={name} address={address ?? ''} />
      </h1>
      <p className="quiet">
        {kind}
        {protocol !== undefined && (
          <>
            {' of '}
            <Link to="/protocols/$name" params={{ name: protocol }} search={keepZone}>
              {capital(protocol)}
            </Link>
          </>
        )}{' '}
        {address !== undefined && (
          <>
            <code title={address}>{shortAddress(address)}</code> <CopyButton text={address} label="the address" />
          </>
        )}
      </p>
    </>
  );
}
