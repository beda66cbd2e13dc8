import { errorDefinition, type ErrorName } from './error-registry.ts';

/** The documentation page of a code as Markdown. The committed pages and the ones that the API serves are this text. */
export function renderErrorPage(name: ErrorName): string {
  const { code, httpStatus, title, message, expected, when, action } = errorDefinition(name);
  return `# ${code}: ${title}

HTTP status ${httpStatus}. \`error.message\` is "${message}"

## What it means

${expected}

## When it happens

${when}

## What to do

${action}
`;
}
