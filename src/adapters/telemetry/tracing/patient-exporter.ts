import type { BatchSpanProcessor } from '@opentelemetry/sdk-trace-node';

import type { Log } from '../../../ports/log.ts';
import type { SpanCount } from './span-count.ts';

type Exporter = ConstructorParameters<typeof BatchSpanProcessor>[0];

interface Deps {
  readonly log: Log;
  readonly count: Pick<SpanCount, 'noteSent'>;
}

/** The same exporter; the log hears once that spans are lost, and once that they arrive again. */
export function patientExporter(exporter: Exporter, { log, count }: Deps): Exporter {
  let isTroubled = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const fails = result.error !== undefined;
        if (fails && !isTroubled) {
          log.warn('traces.not_sent', { cause: String(result.error), spans: spans.length });
        }
        if (!fails) count.noteSent(spans.length);
        if (!fails && isTroubled) log.info('traces.sent_again');
        isTroubled = fails;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
