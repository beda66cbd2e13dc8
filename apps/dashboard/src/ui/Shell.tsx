import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTier } from '../api/client.ts';
import { type Live, useLive } from '../api/live.ts';
import { LATEST_INTERVAL_MS, statusQuery } from '../api/queries.ts';
import { zoneName } from '../format/time.ts';
import { useNow } from './clock.tsx';
import { Connection } from './Connection.tsx';
import { PAGES } from './frame.ts';
import { keepZone, useZone } from './navigation.ts';
import { Simulated } from './Simulated.tsx';
import { useTrouble } from './trouble.ts';
import { ThemeButton } from './ThemeButton.tsx';
import { Verdict } from './States.tsx';

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
        </nav>
        <div className="tools">
          <StatusLink />
          <LiveState />
          <ZonePicker />
          <KeyLink />
          <ThemeButton />
        </div>
      </header>
      <Simulated />
      <Connection />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

/** The state of our data, never of the market; while the API does not answer nobody knows it. */
function StatusLink() {
  const { data } = useQuery(statusQuery);
  const trouble = useTrouble();
  return (
    <Link to="/status" search={keepZone} className="quiet-link state-of-data">
      {trouble === 'failing' && <Verdict verdict="failing" text="No answer" />}
      {trouble === 'slow' && <Verdict verdict="degraded" text="Delayed" />}
      {trouble === 'none' && data !== undefined && <Verdict verdict={data.data.verdict_str} />}
      {trouble === 'none' && data === undefined && <Verdict verdict="unknown" text="Reading" />}
    </Link>
  );
}

const LIVE: Readonly<Record<Live, readonly [text: string, help: string]>> = {
  polling: [
    `Every ${LATEST_INTERVAL_MS / 1_000} s`,
    'New data are asked for by the clock; with a key the stream tells of them.',
  ],
  connecting: ['Connecting', 'The stream is being opened; until then new data are asked for by the clock.'],
  streaming: ['Live', 'The stream tells of new data as they are stored.'],
  refused: ['No stream', 'The API refuses the stream: new data are asked for by the clock.'],
};

function LiveState() {
  const live = useLive();
  const [text, help] = LIVE[live];
  return (
    <span className="live" data-live={live} title={help}>
      <span aria-hidden="true">{live === 'streaming' ? '●' : '○'}</span> {text}
    </span>
  );
}

function ZonePicker() {
  const zone = useZone();
  const navigate = useNavigate();
  const localName = useLocalName();
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
        <option value="local">Local{localName !== '' && ` (${localName})`}</option>
      </select>
    </label>
  );
}

/** Name of the zone of the reader now; empty at first, so that the first paint does not wait for formats of times. */
function useLocalName(): string {
  const now = useNow(3_600);
  const [name, setName] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setName(zoneName('local', now)), NAME_AFTER_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return name;
}

const NAME_AFTER_MS = 1_000;

function KeyLink() {
  const tier = useTier();
  return (
    <Link to="/key" search={keepZone} className="quiet-link">
      {tier === 'key' ? 'Key: in use' : 'Key'}
    </Link>
  );
}
