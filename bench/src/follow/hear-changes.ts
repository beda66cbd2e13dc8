import { WebSocket } from 'ws';
import { FLEET_PROTOCOL } from '../lib/reserve-fleet.ts';

/** A node said that a reserve changed. */
export interface Change {
  readonly address: string;
  readonly slot: number;
  /** `performance.now()` of this process. */
  readonly atMs: number;
}

export interface ChangeListener {
  readonly changes: readonly Change[];
  close(): void;
}

interface ProgramNotification {
  readonly method?: string;
  readonly params?: { readonly result: { context: { slot: number }; value: { pubkey: string } } };
}

/** Hears what the indexer hears, over a socket of the bench's own. */
export async function hearChanges(wsUrl: string): Promise<ChangeListener> {
  const changes: Change[] = [];
  const socket = new WebSocket(wsUrl);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('message', (data: Buffer) => {
    const atMs = performance.now();
    const { method, params }: ProgramNotification = JSON.parse(data.toString());
    if (method !== 'programNotification' || params === undefined) return;
    changes.push({ address: params.result.value.pubkey, slot: params.result.context.slot, atMs });
  });
  const { program, size } = FLEET_PROTOCOL.accounts.reserve;
  const config = {
    commitment: 'confirmed',
    encoding: 'base64',
    dataSlice: { offset: 0, length: 0 },
    filters: [{ dataSize: size }],
  };
  const params = [program, config];
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'programSubscribe', params }));
  return { changes, close: () => socket.terminate() };
}
