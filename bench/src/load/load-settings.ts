/** What `npm run bench -- --only load` reads from the environment. */
export interface LoadSettings {
  readonly seconds: number;
  /** Multiplies all rates: 1 leaves two shared cores some air. */
  readonly rate: number;
  /** The indexer also follows notifications, so the data in memory are renewed several times a second. */
  readonly follow: boolean;
  /** What the generator may have open. Where all are in use, requests wait for one, which their latency includes. */
  readonly connections: number;
  /** File for every second's sample and every slow request as JSON, to search for causes. */
  readonly traceFile: string | null;
}

/** Shorter, and the faults would lie on top of each other. */
const MIN_SECONDS = 30;
const MAX_SECONDS = 3_600;
const MAX_RATE = 10;
/** Of an address, less those of the streams. */
const MAX_CONNECTIONS = 900;

export function readLoadSettings(env: NodeJS.ProcessEnv): LoadSettings {
  return {
    seconds: readNumber(env, 'LOAD_SECONDS', { otherwise: 600, min: MIN_SECONDS, max: MAX_SECONDS }),
    rate: readNumber(env, 'LOAD_RATE', { otherwise: 1, min: 0.01, max: MAX_RATE }),
    follow: env['LOAD_FOLLOW'] === 'true',
    connections: readNumber(env, 'LOAD_CONNECTIONS', { otherwise: 256, min: 1, max: MAX_CONNECTIONS }),
    traceFile: env['LOAD_TRACE_FILE'] ?? null,
  };
}

function readNumber(
  env: NodeJS.ProcessEnv,
  name: string,
  { otherwise, min, max }: { readonly otherwise: number; readonly min: number; readonly max: number },
): number {
  const text = env[name];
  const value = text === undefined ? otherwise : Number(text);
  if (!(value >= min && value <= max)) throw new RangeError(`${name} must be a number from ${min} to ${max}`);
  return value;
}
