import { Client } from 'pg';

/** What the driver (8.23) says of a statement that had no answer within `query_timeout`. */
const NO_ANSWER = 'Query read timeout';

/**
 * A client that gives up its connection with a statement that had no answer. The driver gives up the statement alone: on a
 * connection that is dead and does not look it, all later ones wait for their turn in vain, and a worker of BullMQ that
 * listens there never hears that it has to listen elsewhere.
 */
export class ImpatientClient extends Client {
  constructor(...args: ConstructorParameters<typeof Client>) {
    super(...args);
    const query: (...given: readonly unknown[]) => unknown = super.query.bind(this);
    Object.assign(this, {
      query: (...given: readonly unknown[]): unknown => {
        const result = query(...given);
        // With a callback it is the pool's own, which throws the client away.
        if (result instanceof Promise) result.catch((error: unknown) => this.#giveUpAfter(error));
        return result;
      },
    });
  }

  #giveUpAfter(error: unknown): void {
    if (error instanceof Error && error.message === NO_ANSWER) this.connection.stream.destroy();
  }
}
