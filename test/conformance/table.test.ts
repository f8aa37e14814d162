import { readFileSync, writeFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { conformanceDocument } from './document.ts';
import { TABLE } from './expectations.ts';
import { PLANS, type Plan } from './plans.ts';

const FILE = 'docs/conformance.md';
const plans = Object.keys(PLANS) as readonly Plan[];
const rows = plans.flatMap((plan) => Object.entries(TABLE[plan]));

describe('the table', () => {
  test.each(plans)('has exactly the modules of %s', (plan) => {
    expect(Object.keys(TABLE[plan])).toEqual([...PLANS[plan]]);
  });

  test('gives a reason for each module that is not run', () => {
    const silent = rows.filter(([, { result, note }]) => result === 'NOT RUN' && !note);
    expect(silent).toEqual([]);
  });

  test('lists the findings of each module that does not pass', () => {
    const vague = rows.filter(
      ([, { result, findings = [] }]) =>
        ['WARNING', 'SKIPPED', 'FAILED'].includes(result) === (findings.length === 0),
    );
    expect(vague).toEqual([]);
  });

  // `UPDATE_DOCS=1 npm test -- test/conformance/table` writes the document.
  test('equals docs/conformance.md', () => {
    const document = conformanceDocument();
    if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, document);
    expect(readFileSync(FILE, 'utf8')).toBe(document);
  });
});
