/** Something that the user of `npm start` can understand and act on: shown without a stack trace. */
export class StackError extends Error {
  readonly exitCode: number;

  constructor(message: string, options: { exitCode?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'StackError';
    this.exitCode = options.exitCode ?? 1;
  }
}
