import type { ErrorDefinition, ErrorText } from './error-definition.ts';
import { requestErrors } from './request-errors.ts';
import { serviceErrors } from './service-errors.ts';

/** Every failure that the API answers with, by name. */
export const errorRegistry = { ...requestErrors, ...serviceErrors };

/** Name of a failure, for code; callers see the number. */
export type ErrorName = keyof typeof errorRegistry;

/** Number of a failure as in `error.code`. */
export type ErrorCode = (typeof errorRegistry)[ErrorName]['code'];

/** All codes in ascending order. */
export const errorCodes: readonly ErrorCode[] = Object.values(errorRegistry)
  .map((definition) => definition.code)
  .toSorted((left, right) => left - right);

/** All names, in the order of the registry. */
export const errorNames: readonly ErrorName[] = Object.keys(errorRegistry).filter(isErrorName);

const nameByCode: ReadonlyMap<number, ErrorName> = new Map(
  errorNames.map((name): [number, ErrorName] => [errorRegistry[name].code, name]),
);

function isErrorName(text: string): text is ErrorName {
  return Object.hasOwn(errorRegistry, text);
}

/** The definition behind a name. */
export function errorDefinition(name: ErrorName): ErrorDefinition {
  const text: ErrorText = errorRegistry[name];
  return { ...text, httpStatus: Math.floor(text.code / 100) };
}

/** The name behind a code, undefined where no such code exists. */
export function errorNameOf(code: number): ErrorName | undefined {
  return nameByCode.get(code);
}

/** Path of the documentation page of a code, below the address of the service. */
export function errorDocsPath(code: number): string {
  return `/docs/errors/${code}`;
}
