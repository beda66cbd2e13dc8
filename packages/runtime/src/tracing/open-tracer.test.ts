import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseEnv } from '../env/parse-env.ts';
import { createLogger } from '../logging/create-logger.ts';
import { openTracer } from './open-tracer.ts';
import { NO_TRACER } from './tracer.ts';
import { traceEndpoint, tracingEnv } from './tracing-env.ts';

const schema = z.object(tracingEnv);
const endpointOf = (source: Record<string, string>) => traceEndpoint(parseEnv(schema, source));
const ENDPOINT = 'http://collector.example:4318';

test('tracing is on where an endpoint is named and nothing says otherwise', () => {
  expect(endpointOf({})).toBeNull();
  expect(
    endpointOf({ OTEL_SERVICE_NAME: 'a', OTEL_TRACES_SAMPLER: 'always_on', OTEL_EXPORTER_OTLP_ENDPOINT: '' }),
  ).toBeNull();
  expect(endpointOf({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT })).toBe(ENDPOINT);
  expect(endpointOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${ENDPOINT}/x` })).toBe(`${ENDPOINT}/x`);
  expect(endpointOf({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeNull();
  expect(endpointOf({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'false' })).toBe(ENDPOINT);
  expect(endpointOf({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBeNull();
});

test.each([
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
  { OTEL_TRACES_SAMPLER: 'sometimes' },
  { OTEL_TRACES_SAMPLER_ARG: '2' },
  { OTEL_TRACES_EXPORTER: 'jaeger' },
])('a setting that nobody would follow is refused: %o', (source) => {
  expect(() => endpointOf(source)).toThrow(Object.keys(source)[0]);
});

test('a tracer that is off does the work and nothing else', async () => {
  const tracer = await openTracer({
    env: parseEnv(schema, {}),
    serviceName: 'test',
    serviceVersion: '1',
    logger: createLogger({ name: 'test', level: 'silent' }),
  });
  expect(tracer).toBe(NO_TRACER);
  expect(await tracer.span('work', {}, (span) => [span.isRecorded, span.traceparent])).toEqual([false, null]);
  await expect(
    tracer.span('work', {}, () => {
      throw new Error('of the work');
    }),
  ).rejects.toThrow('of the work');
  expect(tracer.within(tracer.start('work', {}), () => tracer.current().traceparent)).toBeNull();
  await tracer.close();
});
