export interface LifeSignsOptions {
  /** For the connection, and again for the answers to all subscriptions. */
  readonly timeoutMs: number;
  /** How long nothing may be heard. */
  readonly silenceMs: number;
  readonly pingIntervalMs: number;
}

export interface LifeSigns {
  /** The connection is made: the subscriptions are to be confirmed, and pings are answered from now on. */
  connected(): void;
  /** The subscriptions are confirmed: something is to be heard from now on. */
  subscribed(): void;
  heard(): void;
  /** A ping was answered. Where slots are told, that alone is not enough: the node behind the socket may stand still. */
  answered(slotsAreTold: boolean): void;
  stop(): void;
}

export interface LifeSignsEvents {
  readonly ping: () => void;
  readonly onDead: (reason: 'connect_timeout' | 'ack_timeout' | 'ping_timeout' | 'silence') => void;
}

/** Tells when a connection is dead though nobody closed it. Begins with the wait for the connection. */
export function createLifeSigns(options: LifeSignsOptions, { ping, onDead }: LifeSignsEvents): LifeSigns {
  let patience = setTimeout(onDead, options.timeoutMs, 'connect_timeout');
  let silence: NodeJS.Timeout | undefined;
  let pings: NodeJS.Timeout | undefined;
  let pongDue = false;

  function pingAgain(): void {
    if (pongDue) {
      onDead('ping_timeout');
      return;
    }
    pongDue = true;
    ping();
  }

  return {
    connected() {
      clearTimeout(patience);
      patience = setTimeout(onDead, options.timeoutMs, 'ack_timeout');
      pings = setInterval(pingAgain, options.pingIntervalMs);
    },
    subscribed() {
      clearTimeout(patience);
      silence = setTimeout(onDead, options.silenceMs, 'silence');
    },
    heard: () => void silence?.refresh(),
    answered(slotsAreTold) {
      pongDue = false;
      if (!slotsAreTold) silence?.refresh();
    },
    stop() {
      clearTimeout(patience);
      clearTimeout(silence);
      clearInterval(pings);
    },
  };
}
