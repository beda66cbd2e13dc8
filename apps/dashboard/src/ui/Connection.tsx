import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { explain } from '../api/client.ts';
import { statusQuery } from '../api/queries.ts';
import { clock } from '../format/time.ts';
import { setServerTime } from './clock.tsx';
import { useZone } from './navigation.ts';
import { titleOf, useTrouble } from './trouble.ts';

const ANNOUNCED_MS = 6_000;

/** One line for the whole page while the API does not answer: what is shown stays, and since when it is old. */
export function Connection() {
  const { data, error, isError, dataUpdatedAt } = useQuery(statusQuery);
  const zone = useZone();
  const trouble = useTrouble();
  const recovered = useRecovery(isError);
  useEffect(() => {
    if (data !== undefined) setServerTime(data.meta.checked_timestamp, dataUpdatedAt);
  }, [data, dataUpdatedAt]);
  useEffect(() => {
    document.documentElement.dataset['stale'] = String(isError);
  }, [isError]);
  return (
    <div role="status" className="connection">
      {isError && (
        <p className="banner failing">
          <span aria-hidden="true">▲</span> <strong>{titleOf(error)}</strong> {explain(error)}{' '}
          {dataUpdatedAt > 0 && <>What is shown was read at {clock(Math.floor(dataUpdatedAt / 1_000), zone)}.</>} Trying
          again every few seconds.
        </p>
      )}
      {trouble === 'slow' && (
        <p className="banner slow">
          <span aria-hidden="true">△</span> <strong>The API has not answered yet.</strong>{' '}
          {dataUpdatedAt > 0 && <>What is shown was read at {clock(Math.floor(dataUpdatedAt / 1_000), zone)}.</>} Still
          waiting.
        </p>
      )}
      {!isError && recovered && <p className="banner ok">The API answers again. What is shown is new.</p>}
    </div>
  );
}

/** True for a while after an error has ended. */
function useRecovery(isError: boolean): boolean {
  const failed = useRef(false);
  const [recovered, setRecovered] = useState(false);
  useEffect(() => {
    if (isError) {
      failed.current = true;
      setRecovered(false);
      return undefined;
    }
    if (!failed.current) return undefined;
    failed.current = false;
    setRecovered(true);
    const timer = setTimeout(() => setRecovered(false), ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, [isError]);
  return recovered;
}
