import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { apiUrl } from '../api/client.ts';
import { useTier } from '../api/key.ts';
import { statusQuery } from '../api/queries.ts';
import { zoneName } from '../format/time.ts';
import { useNow } from './clock.ts';
import { Connection } from './Connection.tsx';
import { keepZone } from './paths.ts';
import { ThemeButton } from './ThemeButton.tsx';
import { Verdict } from './Verdict.tsx';
import { useZone } from './zone.ts';

const PAGES = [
  ['/', 'Markets'],
  ['/compare', 'Compare'],
  ['/protocols', 'Protocols'],
  ['/status', 'Status'],
] as const;

/** The frame of every page. */
export function Shell() {
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="top">
        <Link to="/" className="brand" search={keepZone}>
          <img src="/icon.svg" alt="" width="24" height="24" /> Tidemark
        </Link>
        <nav aria-label="Pages">
          {PAGES.map(([to, text]) => (
            <Link key={to} to={to} search={keepZone} activeOptions={{ exact: to === '/', includeSearch: false }}>
              {text}
            </Link>
          ))}
          <a href={`${apiUrl}/docs`}>API</a>
        </nav>
        <div className="tools">
          <StatusLink />
          <ZonePicker />
          <KeyLink />
          <ThemeButton />
        </div>
      </header>
      <Connection />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

function StatusLink() {
  const { data } = useQuery(statusQuery);
  if (data === undefined) return null;
  return (
    <Link to="/status" search={keepZone} className="quiet-link">
      <Verdict verdict={data.data.verdict_str} />
    </Link>
  );
}

function ZonePicker() {
  const zone = useZone();
  const navigate = useNavigate();
  const now = useNow(3_600);
  const choose = (chosen: string): void => {
    const search = (previous: Readonly<Record<string, unknown>>) => ({
      ...previous,
      tz: chosen === 'local' ? chosen : undefined,
    });
    void navigate({ to: '.', search, replace: true });
  };
  return (
    <label className="zone">
      <span className="sr-only">Times are shown in</span>
      <select value={zone} onChange={(event) => choose(event.target.value)}>
        <option value="utc">UTC</option>
        <option value="local">Local ({zoneName('local', now)})</option>
      </select>
    </label>
  );
}

function KeyLink() {
  const tier = useTier();
  return (
    <Link to="/key" search={keepZone} className="quiet-link">
      {tier === 'key' ? 'Key: in use' : 'Key: none'}
    </Link>
  );
}
