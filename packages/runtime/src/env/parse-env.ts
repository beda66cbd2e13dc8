import { z } from 'zod';
import { redactUrl } from '../logging/redact.ts';

/** What a process reads its settings from: `process.env`, or any record like it. */
export type EnvSource = Readonly<Record<string, string | undefined>>;

/** One thing wrong with the environment: the variable and, in words, what was expected of it. Holds no secret value. */
export interface EnvProblem {
  readonly name: string;
  readonly message: string;
}

/** A rule over several variables. It sees only the variables that were right on their own. */
export type EnvRule<Values> = (values: Partial<Values>) => readonly EnvProblem[];

/** Thrown by `parseEnv`; its message lists every problem, one a line, by variable name. */
export class EnvError extends Error {
  readonly problems: readonly EnvProblem[];

  constructor(problems: readonly EnvProblem[]) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    super(`${count} in the environment:\n${problems.map((p) => `  ${p.name}: ${p.message}`).join('\n')}`);
    this.name = 'EnvError';
    this.problems = problems;
  }
}

/**
 * Reads the variables that `schema` names out of `source`. A variable set to the empty string counts as not set.
 * Variables that the schema does not name are ignored. Throws one `EnvError` that lists every problem, those of the
 * rules too, even where single variables are wrong.
 */
export function parseEnv<Schema extends z.ZodObject>(
  schema: Schema,
  source: EnvSource,
  rules: readonly EnvRule<z.output<Schema>>[] = [],
): z.output<Schema> {
  const given = givenValues(Object.keys(schema.shape), source);
  const fields: Readonly<Record<string, z.ZodType>> = schema.shape;
  const values: Record<string, unknown> = {};
  const problems: EnvProblem[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const result = field.safeParse(given[name]);
    if (result.success) values[name] = result.data;
    else problems.push({ name, message: describeProblem(name, field, given[name], result.error) });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value came out of the field of its name
  for (const rule of rules) problems.push(...rule(values as Partial<z.output<Schema>>));
  if (problems.length > 0) throw new EnvError(problems);
  const whole = schema.safeParse(given);
  if (whole.success) return whole.data;
  throw new EnvError(
    whole.error.issues.map((issue) => ({ name: issue.path.join('.') || '(all)', message: issue.message })),
  );
}

function givenValues(names: readonly string[], source: EnvSource): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of names) {
    const value = source[name]?.trim();
    if (value !== undefined && value !== '') given[name] = value;
  }
  return given;
}

function describeProblem(name: string, field: z.ZodType, value: string | undefined, error: z.ZodError): string {
  const description = descriptionOf(field);
  const details = [...new Set(error.issues.map((issue) => issue.message))].join('; ');
  if (value === undefined) return `not set, expected ${description ?? 'a value'}`;
  const got = `got ${printable(name, value)}`;
  if (description === undefined) return `${details}, ${got}`;
  return error.issues.some((issue) => issue.code === 'custom')
    ? `expected ${description}: ${details}, ${got}`
    : `expected ${description}, ${got}`;
}

/** The text of `.describe()`, looked for under the wrappers that `.optional()` and `.default()` put around a field. */
function descriptionOf(field: z.ZodType): string | undefined {
  let current: z.ZodType | undefined = field;
  while (current !== undefined) {
    if (current.description !== undefined) return current.description;
    current = innerField(current);
  }
  return undefined;
}

function innerField(field: z.ZodType): z.ZodType | undefined {
  const isWrapper = field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable;
  return isWrapper && field.def.innerType instanceof z.ZodType ? field.def.innerType : undefined;
}

const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|DSN/;
const MAX_SHOWN_CHARACTERS = 80;

function printable(name: string, value: string): string {
  if (SECRET_NAME.test(name)) return 'a value that is not shown';
  if (name.endsWith('URL') || name.endsWith('URLS') || value.includes('://')) {
    return value
      .split(',')
      .map((part) => redactUrl(part.trim()))
      .join(',');
  }
  return JSON.stringify(value.length > MAX_SHOWN_CHARACTERS ? `${value.slice(0, MAX_SHOWN_CHARACTERS)}…` : value);
}

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
