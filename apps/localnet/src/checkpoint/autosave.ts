import type { Logger } from '@tidemark/runtime';
import type { Checkpoint } from './checkpoint.ts';
import type { CheckpointStore } from './checkpoint-store.ts';

const SAVE_INTERVAL_MS = 5_000;

/** What is saved, and where. */
export interface AutosaveOptions {
  readonly store: CheckpointStore;
  /** Brings the chain up to date and describes it. */
  readonly snapshot: () => Checkpoint;
  /** Changes whenever the chain does: what did not change is not written again. */
  readonly revision: () => string;
  readonly logger: Logger;
}

/** Saves the chain every few seconds, one save at a time. */
export class Autosave {
  readonly #options: AutosaveOptions;
  readonly #timer: NodeJS.Timeout;
  #saving: Promise<void> = Promise.resolve();
  #savedRevision: string | null = null;

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.save(), SAVE_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Saves now, after a save that is under way. A failure is logged; the next save tries again. */
  save(): Promise<void> {
    const { logger } = this.#options;
    this.#saving = this.#saving
      .then(() => this.#saveIfChanged())
      .catch((error: unknown) => logger.error({ err: error }, 'the checkpoint could not be saved'));
    return this.#saving;
  }

  async #saveIfChanged(): Promise<void> {
    const { store, snapshot, revision } = this.#options;
    const checkpoint = snapshot();
    const current = revision();
    if (current === this.#savedRevision) return;
    await store.save(checkpoint);
    this.#savedRevision = current;
  }

  /** Stops the timer, saves a last time and unlocks the folder. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.save();
    await this.#options.store.close();
  }
}
