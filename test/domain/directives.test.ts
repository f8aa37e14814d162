import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { catalogue, eidModules, OTHER_DIRECTIVES } from '../../src/adapters/eid/registry.ts';
import { COMMON_DIRECTIVES, type DirectiveRule } from '../../src/domain/directives.ts';
import { directiveIn, validateDirectives } from '../../src/domain/login-hint.ts';
import { expectGenerated } from '../support/generated-document.ts';
import { outcomeOf } from '../support/outcome-of.ts';

const RULES = catalogue.directives;
const DOCUMENT = new URL('../../docs/login-hint.md', import.meta.url);

const SAMPLES: readonly (readonly [text: string, broken: string | undefined])[] = [
  ['sub:email:a@b.example', 'sub:email:a'],
  ['sub:phone:+46701234567', 'sub:phone:0701234567'],
  ['sub:ssncountry:SE', 'sub:ssncountry:se'],
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
    const values = RULES.map(({ name }) => name);
    const hidden = values.filter((name, at) =>
      values.slice(0, at).some((earlier) => name.startsWith(`${earlier}:`)),
    );
    expect(hidden).toEqual([]);
  });

  test('has a sample in this test for each directive without effect', () => {
    const sampled = new Set(SAMPLES.map(([text]) => directiveIn(text, RULES)?.name));
    const idle = RULES.filter(({ effect }) => effect !== 'used').map(({ name }) => name);
    expect(idle.filter((name) => !sampled.has(name))).toEqual([]);
  });

  test.each(SAMPLES)('accepts %s and, for the eID concerned, refuses %s', (text, broken) => {
    const rule = ruleOf(text);
    expect(outcomeOf(() => validate(text, [rule]))).toEqual({ code: 'read', values: {} });
    if (broken === undefined) return;
    // A directive of claims says more about what is wrong.
    const code = rule.name === 'mock' ? 'hint-claims-malformed' : 'hint-malformed';
    expect(outcomeOf(() => validate(broken, [rule]))).toMatchObject({
      code,
      values: { directive: rule.name },
    });
  });

  test.each(
    SAMPLES.filter(
      ([text, broken]) => broken !== undefined && !COMMON_DIRECTIVES.includes(ruleOf(text)),
    ),
  )('accepts any value for another eID: %s, %s', (_word, broken = '') => {
    expect(outcomeOf(() => validate(`${broken}x`, COMMON_DIRECTIVES)).code).toBe('read');
  });

  test('refuses two values for the eID, and accepts a repeated one', () => {
    const rules = eidModules[0]!.offer.directives;
    const twice = 'appswitch:ios appswitch:ios appswitch:resumeUrl:disable';
    expect(outcomeOf(() => validate(twice, rules)).code).toBe('read');
    expect(outcomeOf(() => validate('appswitch:ios appswitch:android', rules))).toEqual({
      code: 'hint-contradiction',
      values: { directive: 'appswitch' },
    });
    expect(outcomeOf(() => validate('vatid:DK12345678 vatid:DK1', rules)).code).toBe('read');
  });

  test('matches the documentation', () => {
    const rows = [
      ...COMMON_DIRECTIVES.map((rule) => rowOf(rule, 'all')),
      ...eidModules.flatMap(({ offer: { name, directives } }) =>
        directives.map((rule) => rowOf(rule, `\`${name}\``)),
      ),
      ...OTHER_DIRECTIVES.map((rule) => rowOf(rule, 'none yet')),
    ];
    const [before = '', after = ''] = readFileSync(DOCUMENT, 'utf8').split(
      /(?<=\n## Directives\n(?:(?!\| `).*\n)*)(?:\| `.*\n)+/,
    );
    expectGenerated(DOCUMENT, `${before}${rows.join('\n')}\n${after}`);
  });
});

function validate(text: string, rules: readonly DirectiveRule[]): void {
  const directives = text.split(' ').map((word) => directiveIn(word, RULES));
  validateDirectives(
    directives.filter((one) => one !== undefined),
    rules,
  );
}

function ruleOf(text: string): DirectiveRule {
  const rules = [...eidModules.flatMap(({ offer }) => offer.directives), ...RULES];
  return rules.find(({ name }) => name === directiveIn(text, RULES)?.name)!;
}

function rowOf({ name, value, effect }: DirectiveRule, eids: string): string {
  const shown = value.form === '' ? name : `${name}:`;
  return `| \`${shown}\` | ${value.form === '' ? 'none' : value.form} | ${eids} | ${effect} |`;
}
