import { createTidemarkClient } from '@tidemark/client';

/** A client of the stream that never gives up, and what it was told. */
export interface StreamWatch {
  /** Snapshots in the order in which they came, each with the id of its event. */
  readonly told: readonly ToldState[];
  /** Notices that the place to resume from was lost. */
  readonly losses: readonly string[];
  /** The last commit of which it is known that all of it was told. */
  toldUpTo(): bigint;
  stop(): Promise<void>;
}

export interface ToldState {
  readonly id: string;
  readonly reserve: string;
  readonly slot: number;
  readonly accountSha256: string;
  /** All that the event says. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** Begins before anything is stored, so that everything has to come. */
export function watchStream(baseUrl: string, apiKey: string): StreamWatch {
  const told: ToldState[] = [];
  const losses: string[] = [];
  let upTo = 0n;
  const end = new AbortController();
  const client = createTidemarkClient({ baseUrl, apiKey });
  const listen = async (): Promise<void> => {
    for await (const event of client.stream({ lastEventId: '0', signal: end.signal })) {
      if (event.name === 'reserve') {
        const { reserve, slot, account_sha256: accountSha256 } = event.data;
        told.push({ id: event.id, reserve, slot, accountSha256, row: { ...event.data } });
        upTo = BigInt(event.id.split('.')[0] ?? 0);
      } else if (event.name === 'heartbeat') upTo = BigInt(event.id.split('.')[0] ?? 0);
      else losses.push(JSON.stringify(event.data));
    }
  };
  const listening = listen().catch((error: unknown) => {
    losses.push(`the stream ended: ${error instanceof Error ? error.message : String(error)}`);
  });
  return {
    told,
    losses,
    toldUpTo: () => upTo,
    stop: async () => {
      end.abort();
      await listening;
    },
  };
}
