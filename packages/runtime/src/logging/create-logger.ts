import { type DestinationStream, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import { redactFields, redactText } from './redact.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  /** Name of the program, in every line. */
  readonly name: string;
  /** Lowest level written; `LOG_LEVEL` of the environment, else `info`, when left out. */
  readonly level?: string | undefined;
  /** Where lines go instead of stdout. */
  readonly destination?: DestinationStream;
}

/**
 * A pino logger that writes JSON lines to stdout (time as ISO text, level as a word). Fields named like secrets, URL
 * credentials and bearer tokens never reach a line, also not by way of an error's message or stack.
 */
export function createLogger(options: LoggerOptions): Logger {
  const settings = {
    name: options.name,
    level: options.level ?? (process.env['LOG_LEVEL'] || 'info'),
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: stdSerializers.err, error: stdSerializers.err },
    formatters: {
      level: (label: string) => ({ level: label }),
      bindings: (bindings: Record<string, unknown>) => redactFields(bindings),
      log: (fields: Record<string, unknown>) => redactFields(fields),
    },
    hooks: { streamWrite: redactText },
  };
  const logger: Logger = options.destination === undefined ? pino(settings) : pino(settings, options.destination);
  redactChildBindings(logger);
  return logger;
}

/** Pino's `bindings` formatter sees the root logger only; children, which inherit this method, are seen to here. */
function redactChildBindings(logger: Logger): void {
  // oxlint-disable-next-line typescript/unbound-method -- called below with the logger it is called on
  const child = logger.child;
  const redacting: typeof child = function (this: Logger, bindings, options) {
    return Reflect.apply(child, this, [redactFields(bindings), options]);
  };
  logger.child = redacting;
}
