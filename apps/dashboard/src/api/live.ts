import { TidemarkError } from '@tidemark/client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createCatchUp } from './catch-up.ts';
import { client, useTier } from './client.ts';
import { detailsQuery, isProtocol, type Protocol } from './queries.ts';

/** How new data come: told by the stream, asked for again and again, or asked for because the stream is refused. */
export type Live = 'polling' | 'connecting' | 'streaming' | 'refused';

/**
 * With a key the stream says when something was committed, and the rows are then read whole: none mixes two slots. Without one, and
 * where the stream is refused (three are allowed at a time), reading by the clock goes on alone.
 */
export function useLive(): Live {
  const tier = useTier();
  const queries = useQueryClient();
  const [live, setLive] = useState<Live>('polling');
  useEffect(() => {
    if (tier === 'public') {
      setLive('polling');
      return undefined;
    }
    const end = new AbortController();
    setLive('connecting');
    void follow(queries, end.signal, setLive);
    return () => end.abort();
  }, [tier, queries]);
  return live;
}

async function follow(queries: QueryClient, signal: AbortSignal, tell: (live: Live) => void): Promise<void> {
  const read = async (name: string) => (isProtocol(name) ? readAgain(queries, name) : null);
  const changed = createCatchUp({ signal, read });
  try {
    for await (const event of client().stream({ signal })) {
      tell('streaming');
      if (event.name === 'heartbeat') continue;
      if (event.name === 'reserve') changed(event.data.protocol, event.data.slot);
      else void queries.invalidateQueries({ queryKey: ['details'] });
    }
  } catch (error) {
    if (signal.aborted) return;
    // What a new attempt cannot help; everything else the client tries again by itself.
    tell('refused');
    if (!(error instanceof TidemarkError)) throw error;
  }
}

/** Rows of a protocol and the totals, where they are shown; the slot that the rows are of then. */
async function readAgain(queries: QueryClient, protocol: Protocol): Promise<number | null> {
  void queries.invalidateQueries({ queryKey: ['summary'] });
  const { queryKey } = detailsQuery(protocol, 'key');
  await queries.invalidateQueries({ queryKey });
  const isShown = queries.getQueryCache().find({ queryKey })?.isActive() === true;
  return isShown ? (queries.getQueryData(queryKey)?.slot ?? null) : null;
}
