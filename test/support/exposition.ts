/** One sample of a metric in the text format of Prometheus. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^(?<name>[a-zA-Z_:][\w:]*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/;
const LABEL = /(?<name>[a-zA-Z_]\w*)="(?<value>(?:[^"\\]|\\.)*)"(?:,|$)/g;

/** Parses the text format; throws at an invalid line. */
export function samplesIn(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const { name, labels = '', value } = LINE.exec(line)?.groups ?? {};
      if (name === undefined) throw new Error(`no sample: ${line}`);
      return { name, labels: labelsIn(labels), value: Number(value) };
    });
}

/** The values of one metric by their labels, as in `token 200`, without zeros. */
export function figure(samples: readonly Sample[], name: string): Record<string, number> {
  return Object.fromEntries(
    samples
      .filter((sample) => sample.name === name && sample.value !== 0)
      .map(({ labels, value }) => [Object.values(labels).join(' '), value]),
  );
}

function labelsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(LABEL)].map(({ groups: { name = '', value = '' } = {} }) => [name, value]),
  );
}
