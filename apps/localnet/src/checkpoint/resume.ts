import type { Logger } from '@tidemark/runtime';
import type { ChainSource } from '../chain/chain-source.ts';
import type { ChainOrigin, Checkpoint, CheckpointStore } from './checkpoint-store.ts';
import type { ChainSettings } from '../settings/localnet-options.ts';

/** What a chain with these settings and this source begins from. */
export function originOf(settings: ChainSettings, source: ChainSource): ChainOrigin {
  return {
    source: source.name,
    seed: settings.seed,
    filesSha256: source.filesSha256,
    activity: settings.activity,
    accrualVariant: settings.accrualVariant,
  };
}

/**
 * The checkpoint to continue from, or null for a new chain. A checkpoint that cannot be read, or that belongs to another
 * chain than the settings ask for, is moved aside with one warning.
 */
export async function findCheckpoint(
  store: CheckpointStore,
  settings: ChainSettings,
  source: ChainSource,
  logger: Logger,
): Promise<Checkpoint | null> {
  const found = await store.load();
  if (found.kind === 'none') return null;
  if (found.kind === 'corrupt') {
    const { movedTo, reason } = found;
    logger.warn({ movedTo, reason }, 'the checkpoint cannot be read; a new chain begins');
    return null;
  }
  const difference = differenceFrom(found.checkpoint, settings, source);
  if (difference === null) return found.checkpoint;
  const movedTo = await store.moveAside('replaced');
  logger.warn({ movedTo, difference }, 'the checkpoint belongs to another chain; a new chain begins');
  return null;
}

function differenceFrom(checkpoint: Checkpoint, settings: ChainSettings, source: ChainSource): string | null {
  const origin = originOf(settings, source);
  const before = checkpoint.origin;
  if (before.source !== origin.source) return `source ${before.source}, now ${origin.source}`;
  if (before.filesSha256 !== origin.filesSha256) return 'the account files have changed';
  if (before.seed !== origin.seed) return 'seed';
  if (before.activity !== origin.activity) return 'activity';
  if (before.accrualVariant !== origin.accrualVariant) return 'accrual variant';
  if (settings.slot !== null && settings.slot !== checkpoint.startSlot) return 'start slot';
  const startSeconds = settings.unixTimeSeconds;
  if (startSeconds !== null && startSeconds * 1_000 !== checkpoint.startUnixTimeMs) return 'start time';
  return null;
}

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

  /** Saves now, after a save in flight. A failure is logged; the next save tries again. */
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
