import { deriveWsUrl } from '../follow/follow-config.ts';
import { Session } from '../follow/session.ts';
import { accountRequests } from '../follow/subscriptions.ts';

const TIMES = { timeoutMs: 5_000, silenceMs: 5_000, pingIntervalMs: 5_000 } as const;

/** Whether the WebSocket beside an RPC URL tells slots. Null where it does, else why not. */
export async function probeSocket(url: string): Promise<string | null> {
  let session: Session | undefined;
  const ended = await new Promise<string | null>((resolve) => {
    session = new Session(
      { ...TIMES, url: deriveWsUrl(url), requests: accountRequests([], 'confirmed') },
      {
        onSubscribed: () => undefined,
        onSlot: () => resolve(null),
        onChange: () => undefined,
        onIgnored: () => undefined,
        onEnd: ({ reason, detail }) => resolve(detail === undefined ? reason : `${reason}, ${detail}`),
      },
    );
  });
  await session?.stop();
  return ended;
}
