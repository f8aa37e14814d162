import { describe, expect, test } from '@jest/globals';

import { callerSpanIn } from '../../../../src/adapters/telemetry/tracing/tracing.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('traceparent', () => {
  test.each([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`00-${TRACE}-${SPAN}-03`, true],
    [`01-${TRACE}-${SPAN}-01-what-comes-later`, true],
    [`fe-${TRACE}-${SPAN}-01`, true],
  ])('%s names a span', (header, isSampled) => {
    expect(callerSpanIn(header)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
  });

  test.each([
    undefined,
    '',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}`,
    ` 00-${TRACE}-${SPAN}-01`,
    `01-${TRACE}-${SPAN}-01x`,
  ])('%s names no span', (header) => {
    expect(callerSpanIn(header)).toBeUndefined();
  });

  test('names no span when it is sent twice', () => {
    expect(callerSpanIn([`00-${TRACE}-${SPAN}-01`])).toBeUndefined();
  });
});
