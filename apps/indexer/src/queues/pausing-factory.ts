import { setTimeout as delay } from 'node:timers/promises';
import type { BackendFactory, IQueueBackend } from 'bullmq';

/**
 * Backends that take their time after a failure. A BullMQ worker (6.7) that cannot ask for a job asks again at once, unless
 * the connection was refused; where the failure is a remembered one it does so without ever letting the event loop turn.
 */
export function pausingFactory<B extends IQueueBackend, C>(
  factory: BackendFactory<B, C>,
  pauseMs: number,
): BackendFactory<B, C> {
  return (...args) => {
    const backend = factory(...args);
    const moveToActive = backend.moveToActive.bind(backend);
    const pausing: IQueueBackend['moveToActive'] = async (...claim) => {
      try {
        return await moveToActive(...claim);
      } catch (error) {
        await delay(pauseMs);
        throw error;
      }
    };
    return Object.assign(backend, { moveToActive: pausing });
  };
}
