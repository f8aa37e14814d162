import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { DIRECTIVES, type DirectiveRule } from '../../src/domain/directives.ts';
import { directiveIn, validateDirectives } from '../../src/domain/login-hint.ts';
import { outcomeOf } from '../support/outcome-of.ts';

const DOCUMENT = new URL('../../docs/login-hint.md', import.meta.url);

const SAMPLES: readonly (readonly [text: string, broken: string | undefined])[] = [
  ['sub:email:a@b.example', 'sub:email:a'],
  ['sub:phone:+46701234567', 'sub:phone:0701234567'],
  ['sub:ssncountry:NO', 'sub:ssncountry:no'],
  ['appswitch:resumeUrl:https://x.example/?a=b', 'appswitch:resumeUrl:'],
  ['appswitch:resumeUrl:disable', undefined],
  ['appswitch:ios', 'appswitch:windows'],
  ['appswitch:android', undefined],
  ['appswitch:browser', undefined],
  ['mobile:continue_button:never', 'mobile:continue_button:'],
  ['css_path:/theme.css?v=1', 'css_path:'],
  ['uuid:0b1c2d3e-0000-4000-8000-00000000000a', 'uuid:0b1c2d3e'],
  ['vatid:DK12345678', 'vatid:12345678'],
  ['business', 'business:yes'],
  ['business_optional', 'business_optional:yes'],
  ['dk:mitid:ct', 'dk:mitid:ct:yes'],
  ['BIM:12345678:010190', 'BIM:12345678'],
  ['BID:01019012345', 'BID:1'],
  ['BID', undefined],
  ['BIS:01019012345', 'BIS:1'],
  ['BIS', undefined],
  ['title:SGVq', 'title:å'],
  ['pushTitle:SGVq', 'pushTitle:'],
  ['pushText:SGVq', 'pushText:.'],
  ['minregistrationlevel:plus', 'minregistrationlevel:minus'],
  ['userconfirmationmethod:defaultandface', 'userconfirmationmethod:face'],
  ['txinfo:Order1', 'txinfo:Order-1'],
  ['flow:same-device', 'flow:device'],
  ['enforce_ftn_requirements', 'enforce_ftn_requirements:1'],
  ['country:DK', 'country:DE'],
  ['mock:e30=', 'mock:{}'],
];

describe('the table of directives', () => {
  test('lists a name before any of its prefixes', () => {
    const values = DIRECTIVES.map(({ name }) => name);
    const hidden = values.filter((name, at) =>
      values.slice(0, at).some((earlier) => name.startsWith(`${earlier}:`)),
    );
    expect(hidden).toEqual([]);
  });

  test('has a sample in this test for each directive without effect', () => {
    const sampled = new Set(SAMPLES.map(([text]) => directiveIn(text)?.name));
    const idle = DIRECTIVES.filter(({ effect }) => effect !== 'used').map(({ name }) => name);
    expect([...sampled].sort()).toEqual(idle.sort());
  });

  test.each(SAMPLES)('accepts %s and, for the eID concerned, refuses %s', (text, broken) => {
    const rule = ruleOf(text);
    const eid = rule.eids === 'all' ? 'xx:some-eid' : rule.eids[0];
    expect(outcomeOf(() => validate(text, eid))).toEqual({ code: 'read', values: {} });
    if (broken === undefined) return;
    expect(outcomeOf(() => validate(broken, eid))).toEqual({
      code: 'hint-malformed',
      values: { directive: rule.name },
    });
  });

  test.each(
    SAMPLES.filter(([text, broken]) => broken !== undefined && ruleOf(text).eids !== 'all'),
  )('accepts any value for another eID: %s, %s', (_word, broken = '') => {
    expect(outcomeOf(() => validate(`${broken}x`, 'xx:some-eid')).code).toBe('read');
  });

  test('refuses two values for the eID, and accepts a repeated one', () => {
    const twice = 'appswitch:ios appswitch:ios appswitch:resumeUrl:disable';
    expect(outcomeOf(() => validate(twice, 'se:bankid')).code).toBe('read');
    expect(outcomeOf(() => validate('appswitch:ios appswitch:android', 'se:bankid'))).toEqual({
      code: 'hint-contradiction',
      values: { directive: 'appswitch' },
    });
    expect(outcomeOf(() => validate('vatid:DK12345678 vatid:DK1', 'se:bankid')).code).toBe('read');
  });

  test('matches the documentation', () => {
    const [, table = ''] = readFileSync(DOCUMENT, 'utf8').split('\n## Directives\n');
    const rows = table.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows).toEqual(DIRECTIVES.map(rowOf));
  });
});

function validate(text: string, eid: string | undefined): void {
  const directives = text.split(' ').map(directiveIn);
  validateDirectives(
    directives.filter((one) => one !== undefined),
    eid,
  );
}

function ruleOf(text: string): DirectiveRule {
  return DIRECTIVES.find(({ name }) => name === directiveIn(text)?.name)!;
}

function rowOf({ name, value, eids, effect }: DirectiveRule): string {
  const shown = value.form === '' ? name : `${name}:`;
  const concerns = eids === 'all' ? 'all' : eids.map((eid) => `\`${eid}\``).join(', ');
  return `| \`${shown}\` | ${value.form === '' ? 'none' : value.form} | ${concerns} | ${effect} |`;
}
