import type { Logger } from '@tidemark/runtime';
import type { Checkpoint } from './checkpoint.ts';
import type { CheckpointStore } from './checkpoint-store.ts';

const SAVE_INTERVAL_MS = 5_000;

/** What is saved, and where. */
export interface AutosaveOptions {
  readonly store: CheckpointStore;
  /** Brings the chain up to date and describes it. */
  readonly snapshot: () => Checkpoint;
  readonly logger: Logger;
}

/** Saves the chain every few seconds, one save at a time. */
export class Autosave {
  readonly #options: AutosaveOptions;
  readonly #timer: NodeJS.Timeout;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.save(), SAVE_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Saves now, after a save that is under way. A failure is logged; the next save tries again. */
  save(): Promise<void> {
    const { store, snapshot, logger } = this.#options;
    this.#saving = this.#saving
      .then(() => store.save(snapshot()))
      .catch((error: unknown) => logger.error({ err: error }, 'the checkpoint could not be saved'));
    return this.#saving;
  }

  /** Stops the timer, saves a last time and unlocks the folder. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.save();
    await this.#options.store.close();
  }
}
