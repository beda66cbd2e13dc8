/** What a node says over the socket. Ids and slots are whole numbers. */
export type SocketMessage =
  | { readonly kind: 'subscribed'; readonly requestId: number; readonly subscription: number }
  | { readonly kind: 'refused'; readonly requestId: number; readonly code: number }
  | { readonly kind: 'slot'; readonly subscription: number; readonly slot: bigint }
  | { readonly kind: 'change'; readonly subscription: number; readonly slot: bigint; readonly address: string };

/**
 * Reads one message. Undefined when it is none of the above: whatever a node sends beyond what was asked for is not believed
 * and does no harm. The account itself is not read; it is asked for in the batch.
 */
export function parseMessage(text: string): SocketMessage | undefined {
  const message = parseObject(text);
  if (message === undefined) return undefined;
  return 'method' in message ? readNotification(message) : readAnswer(message);
}

type Fields = Readonly<Record<string, unknown>>;

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return asFields(value);
  } catch {
    return undefined;
  }
}

function readAnswer({ id, result, error }: Fields): SocketMessage | undefined {
  if (!isWhole(id)) return undefined;
  const failure = asFields(error);
  if (failure !== undefined) {
    const { code } = failure;
    return { kind: 'refused', requestId: id, code: typeof code === 'number' ? code : 0 };
  }
  return isWhole(result) ? { kind: 'subscribed', requestId: id, subscription: result } : undefined;
}

function readNotification({ method, params }: Fields): SocketMessage | undefined {
  const { subscription, result } = asFields(params) ?? {};
  const fields = asFields(result);
  if (!isWhole(subscription) || fields === undefined) return undefined;
  if (method === 'slotNotification') {
    return isWhole(fields['slot']) ? { kind: 'slot', subscription, slot: BigInt(fields['slot']) } : undefined;
  }
  if (method !== 'programNotification') return undefined;
  const slot = asFields(fields['context'])?.['slot'];
  const address = asFields(fields['value'])?.['pubkey'];
  if (!isWhole(slot) || typeof address !== 'string') return undefined;
  return { kind: 'change', subscription, slot: BigInt(slot), address };
}

function asFields(value: unknown): Fields | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object of JSON has text keys and unknown values
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
