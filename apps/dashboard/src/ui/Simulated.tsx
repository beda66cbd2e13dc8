import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { statusQuery } from '../api/queries.ts';
import { percent } from '../format/number.ts';
import { SIMULATED } from './frame.ts';

const days = (seconds: number): number => Math.floor(seconds / 86_400);

/** What the status says of a simulation, where the service is new enough to say it. */
interface SimulationStatus {
  readonly checked_timestamp: number;
  readonly simulated_b?: boolean;
  readonly simulated_history?: {
    readonly history_from_timestamp: number;
    readonly history_to_timestamp: number;
    readonly filled_from_timestamp: number;
    readonly history_progress_f: number;
    readonly history_complete_b: boolean;
  } | null;
}

/** Whether the page came with the banner in it: then it stays until the status says otherwise. */
const CAME_SIMULATED = document.querySelector('#root > .simulated') !== null;

/** On every page while the chain is a simulation, and how much of its past is written. It cannot be closed. */
export function Simulated() {
  const { data } = useQuery(statusQuery);
  const meta: SimulationStatus | undefined = data?.meta;
  const isSimulated = meta === undefined ? CAME_SIMULATED : meta.simulated_b === true;
  useEffect(() => {
    document.documentElement.dataset['simulated'] = String(isSimulated);
  }, [isSimulated]);
  if (!isSimulated) return null;
  const past = meta?.simulated_history ?? null;
  return (
    <aside className="banner simulated" aria-label="Simulated data">
      <p>
        <strong>{SIMULATED.title}</strong> {SIMULATED.text}
      </p>
      {past !== null && !past.history_complete_b && (
        <p>
          <label>
            Its past is being written{' '}
            <progress max={1} value={past.history_progress_f}>
              {percent(past.history_progress_f).text}
            </progress>
          </label>{' '}
          {days(past.history_to_timestamp - past.filled_from_timestamp)} of{' '}
          {days(past.history_to_timestamp - past.history_from_timestamp)} days
        </p>
      )}
    </aside>
  );
}
