import { z } from 'zod';
import { errorCodes, errorDefinition, errorDocsPath, type ErrorName } from './error-registry.ts';

/** The shape of every failure, as the specification gives it. */
export const errorEnvelopeSchema = z
  .strictObject({
    error: z.strictObject({
      message: z.string().min(1).meta({ description: 'What went wrong, in one fixed sentence per code.' }),
      details: z.string().min(1).meta({
        description: 'What was expected, the path of the documentation page of the code, and the request id.',
      }),
      code: z.int().meta({ description: 'Stable code: HTTP status × 100 + a running number.', enum: [...errorCodes] }),
    }),
    status: z.int().min(400).max(599).meta({ description: 'HTTP status of the answer.' }),
  })
  .meta({ id: 'ErrorEnvelope', description: 'The shape of every failure.' });

export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/**
 * Makes the body of a failure. `detail` says what was wrong with this very request, in a sentence of its own; it must
 * hold nothing that the caller may not see, and nothing of what the caller sent that could be a key.
 */
export function createErrorEnvelope(name: ErrorName, context: { requestId: string; detail?: string }): ErrorEnvelope {
  const { code, httpStatus, message, expected } = errorDefinition(name);
  const sentences = [
    ...(context.detail === undefined ? [] : [context.detail]),
    expected,
    `See ${errorDocsPath(code)}.`,
    `Request id: ${context.requestId}.`,
  ];
  return { error: { message, details: sentences.join(' '), code }, status: httpStatus };
}

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
