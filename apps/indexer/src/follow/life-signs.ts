export interface LifeSignsOptions {
  /** For the connection, and again for the answers to all subscriptions. */
  readonly timeoutMs: number;
  /** How long nothing may be heard. */
  readonly silenceMs: number;
  readonly pingIntervalMs: number;
}

export interface LifeSignsEvents {
  readonly ping: () => void;
  readonly onDead: (reason: 'connect_timeout' | 'ack_timeout' | 'ping_timeout' | 'silence') => void;
}

/** Detects dead connections that neither side closed. Begins with the wait for the connection. */
export class LifeSigns {
  readonly #options: LifeSignsOptions;
  readonly #events: LifeSignsEvents;
  #timeout: NodeJS.Timeout;
  #silence: NodeJS.Timeout | undefined;
  #pings: NodeJS.Timeout | undefined;
  #pongDue = false;

  constructor(options: LifeSignsOptions, events: LifeSignsEvents) {
    this.#options = options;
    this.#events = events;
    this.#timeout = setTimeout(events.onDead, options.timeoutMs, 'connect_timeout');
  }

  /** The connection is made: the subscriptions are to be confirmed, and pings are answered from now on. */
  connected(): void {
    clearTimeout(this.#timeout);
    this.#timeout = setTimeout(this.#events.onDead, this.#options.timeoutMs, 'ack_timeout');
    this.#pings = setInterval(() => this.#ping(), this.#options.pingIntervalMs);
  }

  /** The subscriptions are confirmed: something is to be heard from now on. */
  subscribed(): void {
    clearTimeout(this.#timeout);
    this.#silence = setTimeout(this.#events.onDead, this.#options.silenceMs, 'silence');
  }

  heard(): void {
    this.#silence?.refresh();
  }

  /** A ping was answered. Where there are slot notifications, that alone is not enough: the node behind the socket may stand still. */
  answered(slotsAreTold: boolean): void {
    this.#pongDue = false;
    if (!slotsAreTold) this.#silence?.refresh();
  }

  stop(): void {
    clearTimeout(this.#timeout);
    clearTimeout(this.#silence);
    clearInterval(this.#pings);
  }

  #ping(): void {
    if (this.#pongDue) {
      this.#events.onDead('ping_timeout');
      return;
    }
    this.#pongDue = true;
    this.#events.ping();
  }
}
