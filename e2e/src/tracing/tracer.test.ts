import type { Tracer } from '@tidemark/runtime';
import { openTestTracer, type OtlpReceiver, startOtlpReceiver, waitFor } from '@tidemark/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

const REMOTE = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
const REMOTE_SAMPLED = `00-${REMOTE.traceId}-${REMOTE.spanId}-01`;

let receiver: OtlpReceiver;
beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(() => receiver.stop());

const spanNamed = (name: string) => receiver.spans().find((span) => span.name === name);

test('spans arrive with their place in the trace, their kind, their attributes and their links', async () => {
  const tracer = await openTestTracer(receiver);
  await tracer.span('outer', { kind: 'consumer', attributes: { count: 3 } }, async (outer) => {
    await tracer.span('inner', { links: [{ traceparent: REMOTE_SAMPLED, attributes: { seq: 7n } }] }, (inner) => {
      inner.set({ slot: 5n, isRepeated: true });
      inner.link([{ traceparent: 'no trace context' }]);
      expect(tracer.current()).toBe(inner);
    });
    expect(tracer.current()).toBe(outer);
    const late = tracer.start('late', {});
    late.rename('beside');
    late.end();
  });
  await tracer.span('elsewhere', { parent: REMOTE_SAMPLED, kind: 'client' }, () => undefined);
  await tracer.close();

  const [outer, inner, beside] = ['outer', 'inner', 'beside'].map(spanNamed);
  expect(outer).toMatchObject({ service: 'test', kind: 'consumer', parentSpanId: null, attributes: { count: 3 } });
  expect(outer?.resource).toMatchObject({ 'service.version': '0.0.0-test' });
  expect(inner).toMatchObject({
    kind: 'internal',
    traceId: outer?.traceId,
    parentSpanId: outer?.spanId,
    attributes: { slot: 5, isRepeated: true },
    links: [{ ...REMOTE, attributes: { seq: 7 } }],
  });
  expect(beside).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId, isFailed: false });
  expect(spanNamed('elsewhere')).toMatchObject({
    kind: 'client',
    traceId: REMOTE.traceId,
    parentSpanId: REMOTE.spanId,
  });
});

test('work that fails marks its span with a code, and never with a message', async () => {
  const tracer = await openTestTracer(receiver);
  const refuse = (error: Error) => () => {
    throw error;
  };
  const coded = Object.assign(new Error('the key hunter2 is wrong'), { code: 'WRONG_KEY' });
  await expect(tracer.span('coded', {}, refuse(coded))).rejects.toBe(coded);
  await expect(tracer.span('plain', {}, refuse(new RangeError('hunter2')))).rejects.toThrow('hunter2');
  await tracer.close();
  expect(spanNamed('coded')).toMatchObject({ isFailed: true, attributes: { 'error.type': 'WRONG_KEY' } });
  expect(spanNamed('plain')).toMatchObject({ isFailed: true, attributes: { 'error.type': 'RangeError' } });
  expect(receiver.bodies().join()).not.toContain('hunter2');
});

test('the variables of OpenTelemetry hold: headers, resource, sampler', async () => {
  const sampled = await openTestTracer(receiver, {
    env: { OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=secret1', OTEL_RESOURCE_ATTRIBUTES: 'deployment=blue' },
  });
  await sampled.span('sampled', {}, () => undefined);
  await sampled.close();
  expect(receiver.headers()[0]).toMatchObject({ 'x-collector-key': 'secret1', 'content-type': 'application/json' });
  expect(spanNamed('sampled')?.resource).toMatchObject({ deployment: 'blue' });

  const never = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
  const unsampled = await openTestTracer(receiver, { env: never });
  const seen = await unsampled.span('left out', {}, (span) => ({ ...span }));
  expect(seen.isRecorded).toBe(false);
  expect(seen.traceparent).toMatch(/-00$/);
  // Who sampled elsewhere is followed.
  await unsampled.span('followed', { parent: REMOTE_SAMPLED }, () => undefined);
  await unsampled.close();
  expect(receiver.spans().map(({ name }) => name)).toEqual(['sampled', 'followed']);
});

test('a collector that hangs is not felt by the work, and what waits for it has a bound', async () => {
  receiver.setMode('hang');
  const lines: string[] = [];
  const env = { OTEL_BSP_MAX_QUEUE_SIZE: '100', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10' };
  const tracer = await openTestTracer(receiver, { env, onLog: (line) => lines.push(line) });
  await endSpans(tracer, 5_000);
  await waitFor(() => receiver.bodies().length > 0, { description: 'the first batch is under way' });
  await endSpans(tracer, 5_000);
  // All of the work is done and nothing was answered yet.
  expect(receiver.spans()).toEqual([]);
  receiver.setMode('accept');
  await tracer.close();
  // What was under way and what the queue holds; the rest is gone.
  expect(receiver.spans().length).toBeGreaterThanOrEqual(100);
  expect(receiver.spans().length).toBeLessThanOrEqual(100 + 2 * 10);
});

test('the end does not wait for a collector longer than it may', async () => {
  receiver.setMode('hang');
  const lines: string[] = [];
  const tracer = await openTestTracer(receiver, { closeDeadlineMs: 50, onLog: (line) => lines.push(line) });
  await endSpans(tracer, 10);
  await tracer.close();
  expect(lines.join('\n')).toContain('could not be sent in time');
  expect(receiver.spans()).toEqual([]);
});

test('a collector that is away or refuses is told once, and once more when it takes spans again', async () => {
  receiver.setMode('refuse');
  const lines: string[] = [];
  const tracer = await openTestTracer(receiver, { onLog: (line) => lines.push(line) });
  for (let round = 1; round <= 3; round += 1) {
    await endSpans(tracer, 1);
    await waitFor(() => receiver.bodies().length >= round, { description: `round ${round}` });
  }
  receiver.setMode('accept');
  await waitFor(
    async () => {
      await endSpans(tracer, 1);
      return lines.some((line) => line.includes('traces are sent again'));
    },
    { description: 'spans are taken again' },
  );
  await tracer.close();
  expect(lines.filter((line) => line.includes('traces cannot be sent'))).toHaveLength(1);
});

test('without a collector the work goes on, and the end comes', async () => {
  const { url } = receiver;
  await receiver.stop();
  const lines: string[] = [];
  const tracer = await openTestTracer({ url }, { closeDeadlineMs: 200, onLog: (line) => lines.push(line) });
  await endSpans(tracer, 1_000);
  await tracer.close();
  receiver = await startOtlpReceiver();
  expect(receiver.bodies()).toEqual([]);
});

async function endSpans(tracer: Tracer, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await tracer.span('work', {}, () => undefined);
}
