import { benchmarkEnvelopeSchema } from '../generated/answers.ts';
import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { routeTemplates } from '../routes.ts';
import { benchmarkQuerySchema } from '../schemas/benchmark.ts';
import { errorResponses } from './error-responses.ts';
import { ROW_ERRORS, rowResponses } from './history-operations.ts';

/** Documents the benchmark rate, which is of no protocol. */
export function registerBenchmarkOperation(registry: OpenAPIRegistry): void {
  registry.registerPath({
    method: 'get',
    path: routeTemplates.usdBenchmarkRates,
    operationId: 'listUsdBenchmarkRates',
    tags: ['Lending protocol API'],
    summary: 'Benchmark rate of US dollars',
    description:
      'What lending US dollars earns and borrowing them costs, over all reserves of all protocols that hold a listed stablecoin: rates weighted by what is supplied and borrowed. A token counts by its mint address, and only while its oracle price lies from 0.95 to 1.05; meta names what was left out. Without to, the last row is the rate now.',
    request: { query: benchmarkQuerySchema },
    responses: {
      ...rowResponses('Rows by time.', benchmarkEnvelopeSchema),
      ...errorResponses(...ROW_ERRORS),
    },
  });
}
