import { expect, test } from 'vitest';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN_ID = '00f067aa0ba902b7';

test('a trace context is read and written to the letter', () => {
  const text = `00-${TRACE_ID}-${SPAN_ID}-01`;
  expect(parseTraceparent(text)).toEqual({ traceId: TRACE_ID, spanId: SPAN_ID, flags: 1 });
  expect(formatTraceparent({ traceId: TRACE_ID, spanId: SPAN_ID, flags: 1 })).toBe(text);
  expect(formatTraceparent({ traceId: TRACE_ID, spanId: SPAN_ID, flags: 0 })).toBe(`00-${TRACE_ID}-${SPAN_ID}-00`);
});

test.each([
  '',
  'nonsense',
  null,
  undefined,
  [`00-${TRACE_ID}-${SPAN_ID}-01`],
  `00-${TRACE_ID}-${SPAN_ID}`,
  `00-${TRACE_ID}-${SPAN_ID}-01-more`,
  `ff-${TRACE_ID}-${SPAN_ID}-01`,
  `00-${TRACE_ID.toUpperCase()}-${SPAN_ID}-01`,
  `00-${'0'.repeat(32)}-${SPAN_ID}-01`,
  `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
  ` 00-${TRACE_ID}-${SPAN_ID}-01`,
])('%s is no trace context', (text) => {
  expect(parseTraceparent(text)).toBeNull();
});
