import { SAMPLE_PHONE, sampleOffer } from '@eid-broker/testing/sample-offers';
import { describe, expect, test } from '@jest/globals';
import { catalogue } from '../../src/adapters/eid/registry.ts';
import { offer as bankId } from '../../src/adapters/eid/se-bankid/offer.ts';
import type { EidOffer } from '../../src/domain/eid-offer.ts';
import { phoneIntentOf } from '../../src/domain/intent-from-login-hint.ts';
import { parseLoginHint } from '../../src/domain/login-hint.ts';
import { outcomeOf } from '../support/outcome-of.ts';

const WITHOUT_CALLS = sampleOffer();
const PERSON = 'sub:ssn:900602-2397';
const base64 = (text: string) => Buffer.from(text).toString('base64');

interface RequestedOrder {
  readonly loginHint?: string;
  readonly bindingMessage?: string | undefined;
  readonly offer?: EidOffer;
}

function intent({ loginHint = PERSON, offer = bankId, ...own }: RequestedOrder) {
  const bindingMessage = 'bindingMessage' in own ? own.bindingMessage : 'Hej';
  const now = new Date('2026-11-21T12:00:00Z');
  const hint = parseLoginHint(loginHint, catalogue.directives);
  return phoneIntentOf(hint, { offer, bindingMessage, now });
}

const refusal = (requested: RequestedOrder) => outcomeOf(() => intent(requested));

describe('a CIBA request', () => {
  test('requests an identification of the named person, with the binding message as the text', () => {
    expect(intent({ bindingMessage: 'Ärende 7?>\n# inte markdown' })).toEqual({
      kind: 'authentication',
      action: 'login',
      text: {
        visible: base64('Ärende 7?>\n# inte markdown'),
        format: 'plaintext',
        nonVisible: undefined,
      },
      person: '199006022397',
    });
  });

  test('may carry data that is not shown', () => {
    const { text } = intent({ loginHint: `${PERSON} nonVisibleData:YQ==` });
    expect(text?.nonVisible).toBe('YQ==');
    const tooLong = { loginHint: `${PERSON} nonVisibleData:${'A'.repeat(1501)}` };
    expect(refusal(tooLong).code).toBe('non-visible-data-too-long');
  });

  test.each([
    ['no person', { loginHint: 'buffy@example.com' }, 'person-missing'],
    ['a person by e-mail', { loginHint: 'sub:email:a@b.example' }, 'person-missing'],
    ['a malformed person', { loginHint: 'sub:ssn:199006022398' }, 'person-malformed'],
    ['no binding message', { bindingMessage: undefined }, 'binding-message-missing'],
    ['an empty binding message', { bindingMessage: '' }, 'binding-message-missing'],
    ['a blank binding message', { bindingMessage: ' \n' }, 'binding-message-missing'],
    [
      'a message in the hint',
      { loginHint: `${PERSON} message:SGVq` },
      'message-beside-binding-message',
    ],
    ['something to sign', { loginHint: `${PERSON} action:sign` }, 'action-not-offered'],
    ['an eID without phone calls', { offer: WITHOUT_CALLS }, 'eid-not-offered'],
    ['a broken directive', { loginHint: `${PERSON} appswitch:windows` }, 'hint-malformed'],
  ])('is refused with %s', (_what, requested, code) => {
    expect(refusal(requested).code).toBe(code);
  });

  test('has no text of its own for an eID that words it itself', () => {
    const worded = {
      ...bankId,
      texts: { ...bankId.texts, phone: { ...SAMPLE_PHONE, message: undefined } },
    };
    expect(intent({ offer: worded, bindingMessage: undefined }).text).toBeUndefined();
    expect(refusal({ offer: worded }).code).toBe('binding-message-not-taken');
  });

  test('has a binding message of at most 1500 characters after encoding', () => {
    const values = { limit: 1500, measured: 'after base64 encoding' };
    const refused = { code: 'binding-message-too-long', values };
    const read = { code: 'read', values: {} };
    expect(refusal({ bindingMessage: 'a' })).toEqual(read);
    expect(refusal({ bindingMessage: 'a'.repeat(1124) })).toEqual(read);
    expect(refusal({ bindingMessage: 'a'.repeat(1125) })).toEqual(read);
    expect(refusal({ bindingMessage: 'a'.repeat(1126) })).toEqual(refused);
    expect(refusal({ bindingMessage: 'å'.repeat(562) })).toEqual(read);
    expect(refusal({ bindingMessage: 'å'.repeat(563) })).toEqual(refused);
  });

  test.each([
    ['an override of direction', 'a\u202Eb', '202E'],
    ['a control character', 'a\u0000', '0000'],
    ['a space of no width', 'a\u200Bb', '200B'],
    ['half a surrogate pair', 'a\uDC00', 'DC00'],
  ])('is refused with %s in its binding message', (_what, bindingMessage, codePoint) => {
    expect(refusal({ bindingMessage })).toEqual({
      code: 'binding-message-forbidden-character',
      values: { codePoint, position: 2 },
    });
  });

  test('is refused with too much white space in its binding message', () => {
    expect(refusal({ bindingMessage: `a${'\n'.repeat(11)}b` })).toEqual({
      code: 'binding-message-gap',
      values: { position: 2, lines: 10, characters: 200 },
    });
  });
});
