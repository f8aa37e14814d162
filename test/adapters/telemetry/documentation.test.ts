import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { LABELS, type Label } from '../../../src/adapters/telemetry/labels.ts';
import { METRICS } from '../../../src/adapters/telemetry/metrics.ts';
import { expectGenerated } from '../../support/generated-document.ts';

const DOCUMENT = new URL('../../../docs/observability.md', import.meta.url);

function metricsTable(): string {
  const rows = Object.values(METRICS).map(({ name, type, labels, help }) => {
    const named = labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${type} | ${named} | ${help} |`;
  });
  return ['| name | type | labels | |', '|---|---|---|---|', ...rows].join('\n');
}

function labelsTable(): string {
  const rows = Object.entries<Label>(LABELS).map(([name, { values }]) => {
    const all = typeof values === 'string' ? values : values.map((one) => `\`${one}\``).join(', ');
    return `| \`${name}\` | ${all} |`;
  });
  return ['| label | values |', '|---|---|', ...rows].join('\n');
}

function replaced(text: string, name: string, table: string): string {
  const block = new RegExp(`(<!-- table: ${name} -->\n)[^]*?(<!-- end of table -->)`);
  expect(text).toMatch(block);
  return text.replace(block, (_, before, after) => `${before}${table}\n${after}`);
}

// `UPDATE_DOCS=1 npm test -- test/adapters/telemetry/documentation` writes them anew.
test('the tables of metrics and labels match the code', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  const withMetrics = replaced(text, 'metrics', metricsTable());
  expectGenerated(DOCUMENT, replaced(withMetrics, 'labels', labelsTable()));
});

test('names follow the rules of Prometheus', () => {
  for (const { name, type } of Object.values(METRICS)) {
    expect(name).toMatch(/^(?:eid_broker|process|nodejs)_[a-z_]+$/);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
  }
});

test('every label is used', () => {
  const used = new Set<string>(Object.values(METRICS).flatMap(({ labels }) => [...labels]));
  expect([...used].sort()).toEqual(Object.keys(LABELS).sort());
});
