import { expect, test } from '@jest/globals';

import {
  boundedExporter,
  spanCount,
} from '../../../../src/adapters/telemetry/tracing/open-tracing.ts';

type Exporter = Parameters<typeof boundedExporter>[0];

test('a failing collector is logged once, and so is its recovery', async () => {
  const logged: string[] = [];
  const note = (event: string) => void logged.push(event);
  const answers = [undefined, new Error('refused'), new Error('refused'), undefined, undefined];
  const exporter: Exporter = {
    export(_spans, done) {
      const error = answers.shift();
      done(error === undefined ? { code: 0 } : { code: 1, error });
    },
    shutdown: async () => undefined,
  };
  const log = { info: note, warn: note, error: note };
  const count = spanCount();
  const bounded = boundedExporter(exporter, { log, count });
  const codes: number[] = [];
  for (let call = 0; call < 5; call += 1) bounded.export([], ({ code }) => codes.push(code));
  expect(codes).toEqual([0, 1, 1, 0, 0]);
  expect(logged).toEqual(['traces.not_sent', 'traces.sent_again']);
});
