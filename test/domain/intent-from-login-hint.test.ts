import { sampleOffer } from '@eid-broker/testing/sample-offers';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { denmark } from '../../src/adapters/eid/national-numbers/denmark.ts';
import { catalogue } from '../../src/adapters/eid/registry.ts';
import { offer } from '../../src/adapters/eid/se-bankid/offer.ts';
import type { Channel } from '../../src/domain/authentication.ts';
import { later, pattern, used } from '../../src/domain/directives.ts';
import { PLAIN_LOGIN } from '../../src/domain/intent.ts';
import { intentOf } from '../../src/domain/intent-from-login-hint.ts';
import { NO_LOGIN_HINT, parseLoginHint } from '../../src/domain/login-hint.ts';
import { outcomeOf } from '../support/outcome-of.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const SWEDISH = offer;
const OTHER = sampleOffer();
/** It takes short texts, named persons and a directive of its own, and no signatures. */
const DANISH = sampleOffer({
  texts: {
    ...OTHER.texts,
    authentication: {
      message: { limit: 130, measured: 'before base64 encoding' },
      nonVisibleData: undefined,
    },
  },
  directives: [later('vatid', pattern('DK and 8 digits', /^DK\d{8}$/))],
  nationalNumber: denmark,
});
const CHANNELS: readonly Channel[] = ['browser', 'headless'];

const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64url = (text: string) => Buffer.from(text).toString('base64url');

function intent(text: string, of = SWEDISH, channel: Channel = 'browser') {
  const loginHint = parseLoginHint(text, catalogue.directives);
  return intentOf(loginHint, { offer: of, channel, now: NOW });
}

const refusal = (text: string, of = SWEDISH, channel: Channel = 'browser') =>
  outcomeOf(() => intent(text, of, channel));

describe('a request without a hint', () => {
  test.each([SWEDISH, DANISH, OTHER])('is a plain login with $name', (of) => {
    const context = { offer: of, channel: 'browser', now: NOW } as const;
    expect(intentOf(NO_LOGIN_HINT, context)).toEqual(PLAIN_LOGIN);
  });
});

describe('an action', () => {
  test.each(['login', 'confirm', 'accept', 'approve'] as const)(
    '%s changes the texts and nothing else',
    (action) => {
      for (const acr of [SWEDISH, DANISH, OTHER]) {
        expect(intent(`action:${action}`, acr)).toEqual({ ...PLAIN_LOGIN, action });
      }
    },
  );

  test.each(CHANNELS)('sign makes it a signature, through the channel %s', (channel) => {
    expect(intent(`action:sign message:${base64('I agree')}`, SWEDISH, channel)).toEqual({
      kind: 'signature',
      action: 'sign',
      text: { visible: base64('I agree'), format: 'plaintext', nonVisible: undefined },
      person: undefined,
    });
  });

  test('sign accepts a text of 1,500 line breaks, cells and asterisks', () => {
    const signing = (text: string) => `action:sign message:${base64(text)}`;
    for (const mark of ['a\n', 'a\r\n', '|a', '*a ']) {
      expect(intent(signing(`${mark.repeat(1_500)}x`)).kind).toBe('signature');
      const { code, values } = refusal(signing(`${mark.repeat(1_501)}x`));
      expect({ code, values }).toEqual({
        code: 'message-too-many-parts',
        values: { limit: 1_500 },
      });
    }
  });

  test('sign requires a message', () => {
    expect(refusal('action:sign').code).toBe('message-missing');
    expect(refusal('action:sign nonVisibleData:YQ').code).toBe('message-missing');
    expect(refusal('action:sign message:').code).toBe('message-empty');
  });

  test.each([
    ['an eID that cannot', DANISH, 'browser'],
    ['an eID that nothing is known of', OTHER, 'headless'],
    ['a phone call', SWEDISH, 'ciba'],
  ] as const)('sign is refused with %s, never a login instead', (_what, acr, channel) => {
    const values = { action: 'sign' };
    for (const text of ['action:sign', 'action:sign message:SGVq']) {
      expect(refusal(text, acr, channel)).toEqual({ code: 'action-not-offered', values });
    }
  });
});

describe('a message', () => {
  test('reaches the eID in standard base64 with padding, in any spelling', () => {
    const text = 'Överför 100 kr?>';
    const visible = base64(text);
    for (const value of [visible, visible.replace(/=+$/, ''), base64url(text)]) {
      expect(intent(`message:${value}`).text).toEqual({
        visible,
        format: 'plaintext',
        nonVisible: undefined,
      });
    }
  });

  test('is markdown only in a signature with markdown', () => {
    const marked = base64('# Order\n\n*300 EUR*');
    expect(intent(`action:sign message:${marked}`).text?.format).toBe('markdown');
    expect(intent(`message:${marked}`).text?.format).toBe('plaintext');
    expect(intent(`action:sign message:${base64('300 EUR')}`).text?.format).toBe('plaintext');
  });

  test('is dropped for an eID without messages, even when it is malformed', () => {
    expect(intent('message:SGVq nonVisibleData:YQ', OTHER)).toEqual(PLAIN_LOGIN);
    expect(intent('message:.', OTHER)).toEqual(PLAIN_LOGIN);
  });

  test.each([
    ['empty', 'message:', 'message-empty'],
    ['blank', `message:${base64(' \n ')}`, 'message-empty'],
    ['not base64', 'message:SGV.', 'message-malformed'],
    ['not UTF-8', 'message://79', 'message-malformed'],
  ])('that is %s is refused', (_what, text, code) => {
    for (const action of ['', 'action:sign ']) {
      expect(refusal(action + text)).toEqual({ code, values: {} });
    }
  });

  test('with a forbidden character is refused with its code point', () => {
    expect(refusal(`message:${base64('pay \u202E001')}`)).toEqual({
      code: 'message-forbidden-character',
      values: { codePoint: '202E', position: 5 },
    });
  });

  test('with too much white space is refused with its position', () => {
    const values = { position: 4, lines: 10, characters: 200 };
    const text = base64(`pay${'\n'.repeat(4000)}more`);
    expect(refusal(`action:sign message:${text}`)).toEqual({ code: 'message-gap', values });
  });
});

describe('the length of a message after encoding', () => {
  const ENCODED = 'after base64 encoding';
  const limits = [
    ['authentication', '', 1500],
    ['signature', 'action:sign ', 40_000],
  ] as const;

  // spec: limit.message.se, limit.sign.se
  test.each(limits)(
    'of an %s is accepted one below and at the limit, and refused one above',
    (_kind, action, limit) => {
      const bytes = (limit / 4) * 3;
      const below = base64url('a'.repeat(bytes - 1));
      const at = base64('a'.repeat(bytes));
      const values = { limit, measured: ENCODED };
      expect([below.length, at.length]).toEqual([limit - 1, limit]);
      expect(refusal(`${action}message:${below}`).code).toBe('read');
      expect(refusal(`${action}message:${at}`).code).toBe('read');
      expect(refusal(`${action}message:${at}A`)).toEqual({ code: 'message-too-long', values });
    },
  );

  test.each(limits)(
    'of an %s includes padding and is the same in both alphabets',
    (_kind, action, limit) => {
      const longest = '?'.repeat((limit / 4) * 3 - 1);
      expect(base64(longest)).toHaveLength(limit);
      expect(base64url(longest)).toHaveLength(limit - 1);
      for (const value of [base64(longest), base64url(longest)]) {
        expect(intent(`${action}message:${value}`).text?.visible).toBe(base64(longest));
      }
      const longer = `${longest}??`;
      expect(refusal(`${action}message:${base64url(longer)}`).code).toBe('message-too-long');
      expect(refusal(`${action}message:${base64(longer)}`).code).toBe('message-too-long');
    },
  );

  test('is checked first', () => {
    expect(refusal(`message:${'.'.repeat(1501)}`).code).toBe('message-too-long');
    expect(refusal(`message:${'.'.repeat(1500)}`).code).toBe('message-malformed');
  });
});

describe('the length of a Danish message before encoding', () => {
  const values = { limit: 130, measured: 'before base64 encoding' };

  // spec: limit.message.dk
  test.each([
    ['ASCII', 'a'],
    ['letters of two bytes', 'æ'],
    ['ø', 'ø'],
    ['å', 'å'],
    ['emoji', '😀'],
    ['combining marks', '\u0301'],
  ])('counts code points: %s', (_what, character) => {
    const message = (count: number) => `message:${base64url(character.repeat(count))}`;
    expect(refusal(message(129), DANISH).code).toBe('read');
    expect(refusal(message(130), DANISH).code).toBe('read');
    expect(refusal(message(131), DANISH)).toEqual({ code: 'message-too-long', values });
  });

  test('counts a letter and its combining mark as two', () => {
    const pairs = (count: number) => `message:${base64('e\u0301'.repeat(count))}`;
    expect(refusal(pairs(65), DANISH).code).toBe('read');
    expect(refusal(pairs(66), DANISH).code).toBe('message-too-long');
  });
});

describe('nonVisibleData', () => {
  // spec: hint.non-visible-data
  test.each(['YQ==', 'YWI=', 'YWJj', 'Pz4/+w==', 'AAH//v8='])(
    'is passed on unchanged, with and without a message: %s',
    (value) => {
      const nonVisible = value;
      expect(intent(`nonVisibleData:${value}`).text).toEqual({
        visible: undefined,
        format: 'plaintext',
        nonVisible,
      });
      expect(intent(`action:sign message:SGVq nonVisibleData:${value}`).text).toEqual({
        visible: 'SGVq',
        format: 'plaintext',
        nonVisible,
      });
    },
  );

  test.each(['', '.', 'YQ===', 'å', 'YQ%3D', 'YQ', 'YQ=', 'Pz4_-w==', 'AAAAA', 'YR=='])(
    'is refused in any form but standard base64 with padding: %j',
    (value) => {
      expect(refusal(`nonVisibleData:${value}`).code).toBe('non-visible-data-malformed');
      const signature = `action:sign message:SGVq nonVisibleData:${value}`;
      expect(refusal(signature).code).toBe('non-visible-data-malformed');
    },
  );

  test.each([
    ['authentication', '', 1500],
    ['signature', 'action:sign message:SGVq ', 200_000],
  ])(
    'of an %s is accepted one group below and at the limit, and refused one character above',
    (_kind, before, limit) => {
      const data = (length: number) => `${before}nonVisibleData:${'A'.repeat(length)}`;
      expect(refusal(data(limit - 4)).code).toBe('read');
      expect(refusal(data(limit)).code).toBe('read');
      expect(refusal(data(limit + 1))).toEqual({
        code: 'non-visible-data-too-long',
        values: { limit },
      });
    },
  );
});

describe('a named person', () => {
  test.each(['sub:ssn:900602-2397', 'sub:199006022397'])('is normalised: %s', (text) => {
    for (const channel of CHANNELS) {
      expect(intent(text, SWEDISH, channel)).toEqual({ ...PLAIN_LOGIN, person: '199006022397' });
    }
  });

  test('signs', () => {
    const signed = intent('action:sign message:SGVq sub:ssn:9006022397');
    expect([signed.kind, signed.person]).toEqual(['signature', '199006022397']);
  });

  test('is Danish with the Danish eID', () => {
    expect(intent('sub:210127-0087', DANISH).person).toBe('2101270087');
    expect(refusal('sub:199006022397', DANISH).code).toBe('person-malformed');
  });

  test.each([
    ['sub:ssn:199006022398', SWEDISH],
    ['sub:ssn:', SWEDISH],
    ['sub:', SWEDISH],
    ['sub:abc', SWEDISH],
    ['sub:199006022397', OTHER],
  ])('is refused, never ignored and never echoed: %s', (text, acr) => {
    expect(refusal(text, acr)).toEqual({ code: 'person-malformed', values: {} });
  });
});

describe('directives of other eIDs and of SDKs', () => {
  test('change nothing, even when they are malformed', () => {
    const sent =
      'mobile:continue_button:never appswitch:android appswitch:resumeUrl:https://x.example';
    expect(intent(`${sent} vatid:1 business:x BID:1 sub:email:a mock:.`)).toEqual(PLAIN_LOGIN);
  });

  test('are checked for the eID that they concern', () => {
    expect(refusal('vatid:1', DANISH)).toEqual({
      code: 'hint-malformed',
      values: { directive: 'vatid' },
    });
    expect(refusal('appswitch:windows').code).toBe('hint-malformed');
    expect(refusal('appswitch:windows', OTHER).code).toBe('read');
  });
});

test('any hint is read or refused', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('action:sign', 'action:login', 'sub:ssn:9006022397', 'nonVisibleData:YQ'),
    fc.string({ unit: 'binary' }).map((text) => `message:${base64(text)}`),
    fc.string().map((text) => `sub:${text}`),
  );
  const acr = fc.constantFrom(SWEDISH, DANISH, OTHER);
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), acr, (texts, eid) => {
      expect(refusal(texts.join(' '), eid).code).toMatch(/^[a-z0-9-]+$/);
    }),
  );
});

describe('a directive of the eID', () => {
  const context = { offer: DANISH, channel: 'browser', now: NOW } as const;

  test('reaches it with its value', () => {
    const hint = { ...NO_LOGIN_HINT, others: [{ name: 'colour', value: 'red' }] };
    const offer = sampleOffer({ directives: [used('colour', pattern('a word', /^[a-z]+$/))] });
    expect(intentOf(hint, { ...context, offer }).directives).toEqual({ colour: 'red' });
  });

  test('is left out without an effect, or of another eID', () => {
    const others = [
      { name: 'colour', value: 'red' },
      { name: 'shape', value: 'round' },
    ];
    const offer = sampleOffer({ directives: [later('colour', pattern('a word', /^[a-z]+$/))] });
    expect(intentOf({ ...NO_LOGIN_HINT, others }, { ...context, offer })).toEqual(PLAIN_LOGIN);
  });
});
