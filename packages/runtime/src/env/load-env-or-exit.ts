import type { z } from 'zod';
import { EnvError, type EnvRule, type EnvSource, parseEnv } from './parse-env.ts';

/** Exit code for a wrong configuration, `EX_CONFIG` of sysexits: starting again without a change cannot help. */
export const EXIT_CONFIG = 78;

/**
 * `parseEnv` for the first line of a program: on problems prints the whole list to stderr and exits with code 78.
 */
export function loadEnvOrExit<Schema extends z.ZodObject>(
  schema: Schema,
  source: EnvSource = process.env,
  rules: readonly EnvRule<z.output<Schema>>[] = [],
): z.output<Schema> {
  try {
    return parseEnv(schema, source, rules);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(EXIT_CONFIG);
  }
}
