import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { withPart } from '../src/report/document.ts';
import { lowerBoundOf } from '../src/report/lower-bound.ts';
import { managementTable } from '../src/report/management-table.ts';
import { plotsOf } from '../src/report/plots.ts';
import { axisStep } from '../src/report/svg.ts';
import { count, figure, markdownText, terminalText } from '../src/report/table.ts';
import { shortOf, tablesOf } from '../src/report/tables.ts';
import { isReached, targetsOf } from '../src/report/targets.ts';
import { RESULT, sample } from './sample-result.ts';

const TABLE = {
  columns: ['what', 'ms'],
  rows: [
    ['a', '1'],
    ['longer', '22'],
  ],
};

describe('a table', () => {
  test('is Markdown with right-aligned figures', () => {
    expect(markdownText(TABLE)).toBe('| what | ms |\n| --- | ---: |\n| a | 1 |\n| longer | 22 |');
  });

  test('has aligned columns in a terminal', () => {
    expect(terminalText(TABLE)).toBe('what    ms\na        1\nlonger  22');
  });

  test('has figures with significant digits', () => {
    expect([0.1234, 12.34, 1234.5].map(figure)).toEqual(['0.12', '12.3', '1235']);
    expect([8, 8.04, 8.06].map(count)).toEqual(['8', '8', '8.1']);
  });

  test('has each statement on one line, without table characters', () => {
    expect(shortOf('select a | b\n  from c')).toBe('select a ¦ b from c');
    expect(shortOf('x'.repeat(200))).toHaveLength(90);
  });
});

describe('the report', () => {
  test('compares our login with the others', () => {
    const comparison = tablesOf(RESULT).find(({ name }) => name === 'comparison');
    expect(comparison?.table.rows.map(([, ...figures]) => figures)).toEqual([
      ['2.00', '1.00'],
      ['2.00', '1.00'],
      ['2.00', '1.00'],
      ['13.0', '6.50'],
    ]);
  });

  test('shows the shares of CPU, with small ones combined', () => {
    const profile = tablesOf(RESULT).find(({ name }) => name === 'profile');
    expect(profile?.table.rows).toEqual([
      ['pg', '75.0 %'],
      ['koa', '24.6 %'],
      ['all others', '0.4 %'],
    ]);
  });

  test('computes the lower bound from its parts', () => {
    expect(lowerBoundOf(RESULT)).toEqual({
      title: 'lower bound: a signature, 6 bare requests, 3 selects, 1 inserts',
      sigEq: 13,
    });
  });

  test('shows the reached targets', () => {
    const verdicts = targetsOf(RESULT).map((target) => [target.what, isReached(target)]);
    expect(Object.fromEntries(verdicts)).toEqual({
      'login, ES256, sig-eq': true,
      'login, of the baseline in memory': true,
      'login, statements': true,
      'login, write commits': true,
      'login, WAL bytes': true,
      'pending poll, private_key_jwt, sig-eq': true,
      'pending poll, private_key_jwt, statements': false,
      'pending poll, private_key_jwt, write commits': true,
      'pending poll, client_secret_basic, write commits': false,
      'CIBA to tokens, one pending poll, sig-eq': true,
      'most expensive anonymous request, ms': true,
      'memory of a replica, MiB': false,
      'start to first answer, ms': true,
    });
  });

  test('names the most expensive anonymous request, in milliseconds of CPU', () => {
    const operations = RESULT.operations.map((operation) =>
      operation.key === 'anonymous-page'
        ? { ...operation, samples: [sample({ serverMs: 5, databaseMs: 0.6 })] }
        : operation,
    );
    const mostExpensive = targetsOf({ ...RESULT, operations }).find(({ what }) =>
      /anonymous/.test(what),
    );
    expect(mostExpensive).toMatchObject({ atMost: 5, measured: 5.6 });
  });

  test('replaces one part of a document', () => {
    const document = 'a\n<!-- bench: x -->\nold\n<!-- /bench: x -->\nb';
    expect(withPart(document, 'x', 'new')).toBe('a\n<!-- bench: x -->\nnew\n<!-- /bench: x -->\nb');
    expect(() => withPart(document, 'y', 'new')).toThrow('no part y');
  });

  test('has a section in the documents for each of its tables', () => {
    const written = tablesOf(RESULT).map(({ document, name }) =>
      withPart(readFileSync(document, 'utf8'), name, 'here'),
    );
    expect(written.filter((text) => text.includes('\nhere\n'))).toHaveLength(11);
  });

  test('shows the capacity for many logins, with half of each core in reserve', () => {
    const capacity = tablesOf(RESULT).find(({ name }) => name === 'capacity');
    expect(capacity?.table.rows[1]).toEqual([
      '100',
      '0.01',
      '0.01',
      '100',
      '0.07',
      '6.05',
      '< 540,000',
    ]);
  });
});

describe('a plot', () => {
  test('has an axis with round steps', () => {
    expect([axisStep(90, 5), axisStep(7, 5), axisStep(1_000, 5)]).toEqual([20, 2, 200]);
  });

  test('contains every measurement without a missing figure', () => {
    const plots = plotsOf(RESULT);
    expect(plots.map(({ name }) => name)).toEqual([
      'performance-login',
      'performance-requests',
      'performance-rows',
      'performance-pending',
      'performance-replicas',
    ]);
    for (const { svg } of plots) {
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+"/);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  test('shows names unchanged', () => {
    const [login] = plotsOf(RESULT);
    expect(login?.svg).toContain('>ours: durable, any replica<');
    expect(login?.svg).toContain('ES256 signatures');
  });
});

describe('the table of the management API', () => {
  const question = (title: string, ...ratios: readonly number[]) => ({
    key: title,
    title,
    small: ratios.map(() => sample()),
    large: ratios.map((ratio) => sample({ serverMs: 0.06 * ratio, databaseMs: 0.03 * ratio })),
  });

  test('judges the median of what was measured one after the other', () => {
    const { rows } = managementTable({
      at: RESULT.at,
      small: { applications: 1, events: 1 },
      large: { applications: 2, events: 2 },
      questions: [question('calm', 1, 1.19, 5), question('dear', 0.9, 1.3, 1.3)],
    });
    expect(rows.map(([title, ...others]) => [title, ...others.slice(-2)])).toEqual([
      ['calm', '1.19', 'within the limit'],
      ['dear', '1.30', 'above the limit'],
    ]);
  });
});
