import { createTidemarkClient, type StreamEvent } from '@tidemark/client';
import { waitFor } from '@tidemark/testing';

type ReserveEvent = Extract<StreamEvent, { name: 'reserve' }>;

/** Listens to the stream for the whole of a test, however often it is cut off. */
export class StreamRecorder {
  readonly #client: ReturnType<typeof createTidemarkClient>;
  readonly #reserves: ReserveEvent[] = [];
  readonly #connections: AbortController[] = [];
  #lastEventId: string | undefined;
  #gaps = 0;
  #end = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #failure: unknown = null;

  constructor(baseUrl: string, apiKey: string) {
    this.#client = createTidemarkClient({ baseUrl, apiKey, fetch: (input, init) => this.#connect(input, init) });
  }

  /** What was told, in the order of telling. */
  get reserves(): readonly ReserveEvent[] {
    return this.#reserves;
  }

  /** How often the service said that something is lost. */
  get gaps(): number {
    return this.#gaps;
  }

  /** Connections that the service has accepted. */
  get connections(): number {
    return this.#connections.length;
  }

  /** Begins to listen, after the last event that was told if there was one. */
  async start(): Promise<void> {
    const before = this.connections;
    this.#end = new AbortController();
    this.#running = this.#listen(this.#end.signal).catch((error: unknown) => {
      this.#failure = error;
    });
    await waitFor(() => this.connections > before || this.#failure !== null, { description: 'the stream to open' });
    this.throwFailure();
  }

  /** Cuts the connection, which the client takes up again by itself. */
  cut(): void {
    this.#connections.at(-1)?.abort();
  }

  /** Ends the stream, as a client does that goes away. */
  async stop(): Promise<void> {
    this.#end.abort();
    await this.#running;
    this.throwFailure();
  }

  throwFailure(): void {
    if (this.#failure !== null) throw new Error('the stream failed', { cause: this.#failure });
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const options = this.#lastEventId === undefined ? { signal } : { signal, lastEventId: this.#lastEventId };
    for await (const event of this.#client.stream(options)) {
      if (event.name === 'gap') this.#gaps += 1;
      else this.#lastEventId = event.id;
      if (event.name === 'reserve') this.#reserves.push(event);
    }
  }

  readonly #connect = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    const cut = new AbortController();
    const signals = [cut.signal, ...(init?.signal ? [init.signal] : [])];
    const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
    if (response.ok) this.#connections.push(cut);
    return response;
  };
}
