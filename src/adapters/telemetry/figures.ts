import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

import type { METRICS, Metric } from './metrics.ts';

type MetricOf<Type extends Metric['type']> = Extract<
  (typeof METRICS)[keyof typeof METRICS],
  { readonly type: Type }
>;

/** One value of a gauge, with the labels that tell it apart. */
export interface Sample<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

/** Makes the figures of a registry from the list of metrics. */
export function figuresIn(registry: Registry) {
  const registers = [registry];
  return {
    counter<One extends MetricOf<'counter'>>({ name, help, labels }: One) {
      return new Counter<One['labels'][number]>({ name, help, labelNames: [...labels], registers });
    },

    /** A counter that somebody else counts. */
    readCounter({ name, help }: MetricOf<'counter'>, read: () => number) {
      return new Counter({
        ...{ name, help, registers },
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },

    gauge<One extends MetricOf<'gauge'>>({ name, help, labels }: One) {
      return new Gauge<One['labels'][number]>({ name, help, labelNames: [...labels], registers });
    },

    /** A gauge that is read at each scrape; what cannot be read is left out, so that the rest is seen. */
    readGauge<One extends MetricOf<'gauge'>>({ name, help, labels }: One, read: Read<One>) {
      return new Gauge<One['labels'][number]>({
        ...{ name, help, labelNames: [...labels], registers },
        async collect() {
          const samples = await attempted(read);
          // At once, for another scrape may be under way.
          this.reset();
          if (labels.length === 0) this.remove();
          for (const { labels, value } of samples) this.set(labels, value);
        },
      });
    },

    histogram<One extends MetricOf<'histogram'>>({ name, help, labels, buckets }: One) {
      const labelNames = [...labels];
      return new Histogram<One['labels'][number]>({
        ...{ name, help, labelNames, registers, buckets: [...buckets] },
      });
    },
  };
}

type Read<One extends Metric> = () =>
  | readonly Sample<One['labels'][number]>[]
  | Promise<readonly Sample<One['labels'][number]>[]>;

async function attempted<Samples>(read: () => Samples): Promise<Awaited<Samples> | readonly []> {
  try {
    return await read();
  } catch {
    return [];
  }
}
