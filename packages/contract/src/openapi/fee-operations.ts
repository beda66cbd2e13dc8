import { coverageEnvelopeSchema, feesEnvelopeSchema } from '../generated/answers.ts';
import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { routePath, routeTemplates } from '../routes.ts';
import { coverageQuerySchema } from '../schemas/coverage.ts';
import { feesQuerySchema } from '../schemas/fees.ts';
import { errorResponses, FILTER_ERRORS } from './error-responses.ts';
import { ROW_ERRORS, rowResponses } from './history-operations.ts';

/** Documents the fees of a protocol. `suffix` keeps operation ids of several protocols apart. */
export function registerFeeOperations(registry: OpenAPIRegistry, protocol: string, suffix: string): void {
  registry.registerPath({
    method: 'get',
    path: routePath('fees', protocol),
    operationId: `listFees${suffix}`,
    tags: ['Lending protocol API'],
    summary: 'Fees and revenue',
    description:
      'Interest that borrowers paid per period, split into what suppliers, the protocol, referrers (an upper bound) and hosts got. The parts add up exactly, and so do the periods: the sums of the hours of a day are the day, in the fields that end in _sf. What only transactions tell is null. Every period from the first read of the group on has a row; gap_reason_str says why one is empty.',
    request: { query: feesQuerySchema },
    responses: {
      ...rowResponses('Rows by time, within a period by address.', feesEnvelopeSchema),
      ...errorResponses(...ROW_ERRORS, ...FILTER_ERRORS),
    },
  });
}

/** Documents the coverage. */
export function registerCoverageOperation(registry: OpenAPIRegistry): void {
  registry.registerPath({
    method: 'get',
    path: routeTemplates.coverage,
    operationId: 'listCoverage',
    tags: ['Lending protocol API'],
    summary: 'Coverage',
    description:
      'How much of a range each reserve was observed in, and every gap with its reason. Two reads that are close enough vouch for the time between them, whether or not the account changed; all other time since the first read of a reserve is missing. observed_seconds + missing_seconds = expected_seconds, and the gaps add up to missing_seconds.',
    request: { query: coverageQuerySchema },
    responses: {
      ...rowResponses('Rows by protocol and address of the reserve.', coverageEnvelopeSchema),
      ...errorResponses(...ROW_ERRORS, ...FILTER_ERRORS, 'PROTOCOL_NOT_FOUND'),
    },
  });
}
