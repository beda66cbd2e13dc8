import { Client } from 'pg';

/** What the driver (8.23) says of a statement that had no answer within `query_timeout`. */
const NO_ANSWER = 'Query read timeout';

/** What it says of a statement on a client whose connection has failed. */
const NOT_QUERYABLE = 'Client has encountered a connection error and is not queryable';

/**
 * A client that gives up its connection with a statement that had no answer. The driver gives up the statement alone: on a
 * connection that is dead and does not look it, all later ones wait for their turn in vain, and a worker of BullMQ that
 * listens there never hears that it has to listen elsewhere.
 *
 * It tells of its failure again when somebody uses it all the same. A connection may fail in the moment between the pool's hook
 * for new ones and the hand-over: a worker of BullMQ then waits for an error that has been told already, keeps the client, and
 * takes no job any more.
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
    if (!(error instanceof Error)) return;
    if (error.message === NO_ANSWER) this.connection.stream.destroy();
    if (error.message === NOT_QUERYABLE && this.listenerCount('error') > 0) this.emit('error', error);
  }
}
