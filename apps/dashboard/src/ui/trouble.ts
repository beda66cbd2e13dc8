import { TidemarkError } from '@tidemark/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { statusQuery } from '../api/queries.ts';

/** Whether the API answers: `slow` once an answer has been waited for this long, `failing` once one did not come. */
export type Trouble = 'none' | 'slow' | 'failing';

const SLOW_MS = 2_500;

/** The state of the connection, by the one call that every page makes. */
export function useTrouble(): Trouble {
  const { isError, fetchStatus } = useQuery(statusQuery);
  const isWaiting = fetchStatus === 'fetching';
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) {
      setIsSlow(false);
      return undefined;
    }
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  if (isError) return 'failing';
  return isSlow ? 'slow' : 'none';
}

/** What kind of trouble an error is, in a few words. */
export function titleOf(error: unknown): string {
  if (!(error instanceof TidemarkError)) return 'No answer from the API.';
  return error.status === 429 ? 'Too many requests.' : 'The API answers with an error.';
}
