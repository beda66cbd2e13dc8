/** The pages as they come, until nobody waits for them any more: then the reason of the signal is thrown. */
export async function* untilAborted<Page>(pages: AsyncIterable<Page>, signal: AbortSignal): AsyncGenerator<Page> {
  signal.throwIfAborted();
  for await (const page of pages) {
    signal.throwIfAborted();
    yield page;
  }
}
