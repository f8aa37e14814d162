import { SAMPLE_PHONE } from '@eid-broker/testing/sample-offers';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { catalogue } from '../../src/adapters/eid/registry.ts';

import { callInitiatorOf } from '../../src/adapters/oidc/backchannel/call-initiator.ts';
import { parseAcr } from '../../src/domain/acr.ts';
import { parseScope } from '../../src/domain/claims.ts';
import { Failure } from '../../src/domain/failure.ts';
import { parseLoginHint } from '../../src/domain/login-hint.ts';
import { sampleApplication } from '../support/sample-application.ts';
import { endless, near } from './near.ts';
import { read } from './read.ts';

const RUNS = { numRuns: 300 };

describe('an acr value', () => {
  const good = fc.constantFrom(
    'urn:grn:authn:se:bankid',
    'urn:grn:authn:dk:mitid:low:another-device',
  );

  test('follows its grammar, letter by letter', () => {
    fc.assert(
      fc.property(near(good, ':-urngtse019AZ'), (text) => {
        expect(parseAcr(text) === text).toBe(isAcr(text));
      }),
      RUNS,
    );
  });

  /** The same grammar, without a regular expression. */
  function isAcr(text: string): boolean {
    const [urn, grn, authn, country = '', ...names] = text.split(':');
    const consists = (text: string, letters: string) =>
      [...text].every((one) => letters.includes(one));
    const small = 'abcdefghijklmnopqrstuvwxyz';
    return (
      text.length <= 128 &&
      [urn, grn, authn].join(':') === 'urn:grn:authn' &&
      country.length === 2 &&
      consists(country, small) &&
      names.length > 0 &&
      names.every((name) => name !== '' && consists(name, `${small}0123456789-`))
    );
  }
});

describe('a scope', () => {
  test('consists of tokens with the characters of RFC 6749, separated by one space', () => {
    fc.assert(
      fc.property(near(fc.constantFrom('openid', 'openid evidence ssn'), ' "\\!~\t'), (text) => {
        const tokens = parseScope(text);
        const codes = [...text].map((one) => one.codePointAt(0) ?? 0);
        const isWritten = codes.every((c) => c >= 0x20 && c <= 0x7e && c !== 0x22 && c !== 0x5c);
        const isParted =
          text !== '' && !text.startsWith(' ') && !text.endsWith(' ') && !text.includes('  ');
        expect(tokens !== undefined).toBe(isWritten && isParted);
        expect(tokens?.join(' ') ?? text).toBe(text);
      }),
      RUNS,
    );
  });
});

describe('a login_hint', () => {
  const HINT = /^hint-(separator|malformed|contradiction|too-many-words)$/;
  const text = fc.constantFrom(
    'sub:ssn:199006022397',
    'sub:199006022397',
    'action:sign',
    'action:login',
    'scope:evidence',
    'message:SGVq',
    'message:SGVqIQ==',
    'nonVisibleData:YWJj',
    'acr_values:urn:grn:authn:se:bankid',
    'css_path:/a',
    'business',
    'mobile:continue_button:never',
    'appswitch:ios',
    'somebody',
    'SGVq',
  );
  const good = fc.array(text, { maxLength: 5 }).map((texts) => texts.join(' '));

  test('is read or refused, and every value that is read was sent', () => {
    fc.assert(
      fc.property(near(good, ' :+=/_-Az'), (text) => {
        const loginHint = read(HINT, () => parseLoginHint(text, catalogue.directives));
        if (loginHint === undefined) return;
        const texts = text.split(' ');
        for (const scope of loginHint.scope) expect(texts).toContain(`scope:${scope}`);
        for (const { name, value } of loginHint.others) {
          expect(texts.some((one) => one === `${name}:${value}` || one === name)).toBe(true);
        }
        const values = {
          acr_values: loginHint.acrValues,
          action: loginHint.action,
          message: loginHint.message,
        };
        for (const [name, value] of Object.entries(values)) {
          if (value !== undefined) expect(texts).toContain(`${name}:${value}`);
        }
        const { person } = loginHint;
        if (person !== undefined)
          expect([`sub:ssn:${person}`, `sub:${person}`].some((one) => texts.includes(one))).toBe(
            true,
          );
      }),
      RUNS,
    );
  });

  test('has the same meaning in any order of its words', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['action:sign', 'message:SGVq', 'sub:1', 'scope:ssn', 'x']),
        (texts) => {
          const [one, other] = [texts, texts.toReversed()].map((all) => {
            const text = all.join(' ');
            return read(HINT, () => parseLoginHint(text, catalogue.directives));
          });
          // A text in base64 may be torn apart by the next word.
          if (one !== undefined && other !== undefined) expect(one).toEqual(other);
        },
      ),
      RUNS,
    );
  });

  test.each([' ', ':', 'sub:ssn:1 ', 'message:SGVq ', 'scope:a ', '+', 'message:'])(
    'of a megabyte of %j is read in time',
    (unit) => {
      read(HINT, () => parseLoginHint(endless(unit), catalogue.directives));
    },
  );
});

describe('the initiator of a call', () => {
  const good = fc.constantFrom(
    '[{"type":"phoneAuth","callInitiator":"RP"}]',
    '[{"type":"phoneAuth"}]',
    '[]',
  );

  test('is one of two values, or is refused', () => {
    fc.assert(
      fc.property(
        fc.option(near(fc.constantFrom('RP', 'user'), 'RPuser'), { nil: undefined }),
        near(good, '[]{}":,1'),
        (callInitiator, authorizationDetails) => {
          const codes =
            /^(call-initiator-(missing|malformed|contradiction)|authorization-details-malformed)$/;
          const initiator = read(codes, () =>
            callInitiatorOf(
              { callInitiator, authorizationDetails },
              sampleApplication(),
              SAMPLE_PHONE,
            ),
          );
          expect([undefined, 'RP', 'user']).toContain(initiator);
        },
      ),
      RUNS,
    );
  });

  test('is refused when it is a megabyte of brackets', () => {
    const details = { callInitiator: undefined, authorizationDetails: endless('[') };
    expect(() => callInitiatorOf(details, sampleApplication(), SAMPLE_PHONE)).toThrow(Failure);
  });
});
