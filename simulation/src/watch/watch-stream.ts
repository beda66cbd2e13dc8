import { createTidemarkClient } from '@tidemark/client';

/** A client of the stream that always reconnects, and what it received. */
export interface StreamWatch {
  /** Snapshots in the order in which they came, each with the id of its event. */
  readonly received: readonly ReceivedState[];
  /** Notices that the place to resume from was lost. */
  readonly losses: readonly string[];
  /** The last commit that is known to be received whole. */
  receivedUpTo(): bigint;
  stop(): Promise<void>;
}

export interface ReceivedState {
  readonly id: string;
  readonly reserve: string;
  readonly slot: number;
  readonly accountSha256: string;
  /** All that the event says. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** Begins before anything is stored, so that everything has to come. */
export function watchStream(baseUrl: string, apiKey: string): StreamWatch {
  const received: ReceivedState[] = [];
  const losses: string[] = [];
  let upTo = 0n;
  const end = new AbortController();
  const client = createTidemarkClient({ baseUrl, apiKey });
  const listen = async (): Promise<void> => {
    for await (const event of client.stream({ lastEventId: '0', signal: end.signal })) {
      if (event.name === 'reserve') {
        const { reserve, slot, account_sha256: accountSha256 } = event.data;
        received.push({ id: event.id, reserve, slot, accountSha256, row: { ...event.data } });
        upTo = BigInt(event.id.split('.')[0] ?? 0);
      } else if (event.name === 'heartbeat') upTo = BigInt(event.id.split('.')[0] ?? 0);
      else losses.push(JSON.stringify(event.data));
    }
  };
  const listening = listen().catch((error: unknown) => {
    losses.push(`the stream ended: ${error instanceof Error ? error.message : String(error)}`);
  });
  return {
    received,
    losses,
    receivedUpTo: () => upTo,
    stop: async () => {
      end.abort();
      await listening;
    },
  };
}
