import type { Tracer } from '@tidemark/runtime';

/** One attempt of a call as a span, by method and host: a URL may hold a key. Waiting for the rate limit is not part of it. */
export function traceAttempt<Value>(
  tracer: Tracer,
  { method, host }: { readonly method: string; readonly host: string },
  work: () => Promise<Value>,
): Promise<Value> {
  const attributes = { 'rpc.system': 'jsonrpc', 'rpc.method': method, 'server.address': host };
  return tracer.span(`rpc ${method}`, { kind: 'client', attributes }, async (span) => {
    const value = await work();
    span.set({ 'tidemark.slot': slotOf(value) });
    return value;
  });
}

/** The slot of the bank that an answer is from, where it says so. */
function slotOf(value: unknown): bigint | null {
  if (typeof value !== 'object' || value === null || !('contextSlot' in value)) return null;
  return typeof value.contextSlot === 'bigint' ? value.contextSlot : null;
}
