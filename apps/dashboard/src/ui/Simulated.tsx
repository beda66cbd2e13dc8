import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { statusQuery } from '../api/queries.ts';
import { percent } from '../format/number.ts';

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

/** On every page while the chain is a simulation, and how much of its past is written. It cannot be closed. */
export function Simulated() {
  const { data } = useQuery(statusQuery);
  const meta: SimulationStatus | undefined = data?.meta;
  const isSimulated = meta?.simulated_b === true;
  useEffect(() => {
    document.documentElement.dataset['simulated'] = String(isSimulated);
  }, [isSimulated]);
  if (!isSimulated) return null;
  const past = meta.simulated_history ?? null;
  return (
    <aside className="banner simulated" aria-label="Simulated data">
      <p>
        <strong>Simulated data.</strong> This chain is made up on this machine: its tokens, amounts and prices are not
        real.
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
