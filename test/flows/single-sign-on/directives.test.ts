import { at, PERSON, START } from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';

import { catalogue, eidModules } from '../../../src/adapters/eid/registry.ts';
import { intentOf } from '../../../src/domain/intent-from-login-hint.ts';
import { parseLoginHint } from '../../../src/domain/login-hint.ts';
import { mayAnswer } from '../../../src/flows/single-sign-on/resume-session.ts';

const UUID = 'uuid:8e6ab4ea-58b9-4130-a900-4366ba54eed9';
const TITLE = Buffer.from('Log in').toString('base64');

/** Every directive with an effect, by the eID that reads it, as a request has it. */
const HINTS: Readonly<Record<string, readonly string[]>> = {
  'age-verification': ['country:DK'],
  'de-personalausweis': ['flow:same-device', 'txinfo:Receipt1'],
  'dk-mitid': [UUID],
  'dk-mitid-business': [UUID, 'vatid:DK12345678', 'business', 'business_optional'],
  mock: [`mock:${Buffer.from('{"name":"Somebody Else"}').toString('base64url')}`],
  'no-bankid': ['BID:15889010069', 'BID', 'BIS:15889010069', 'BIS'],
  'no-vipps': ['appswitch:resumeUrl:https://app.example.com/back'],
  'se-frejaid': [
    'minregistrationlevel:plus',
    'userconfirmationmethod:defaultandface minregistrationlevel:extended',
    `title:${TITLE}`,
    `pushTitle:${TITLE}`,
    `pushText:${TITLE}`,
    'sub:email:somebody@example.com',
    'sub:phone:+46701234567',
    'sub:ssncountry:SE',
  ],
};

/** Whether a session of the same acr value answers a request with this hint. */
function answers(eid: string, hint: string): boolean {
  const offer = eidModules.find((one) => one.offer.name === eid)?.offer;
  const acr = offer?.variants[0]?.acr;
  if (offer === undefined || acr === undefined) throw new Error(`no eID ${eid}`);
  const loginHint = parseLoginHint(hint, catalogue.directives);
  const intent = intentOf(loginHint, { offer, channel: 'browser', now: START });
  const login = {
    authenticationId: 'attempt-1',
    acr,
    scope: ['openid'],
    device: 'same',
    at: START,
    identity: PERSON,
  } as const;
  const request = { acr, offer, intent, scope: ['openid'], maxAge: undefined };
  return mayAnswer(login, request, { now: at(10), lasts: 60 });
}

describe('a session was made without the directives of a later request', () => {
  test.each(
    Object.entries(HINTS).flatMap(([eid, hints]) => hints.map((hint) => [eid, hint] as const)),
  )('so that %s answers no request with %s from it', (eid, hint) => {
    expect(answers(eid, hint)).toBe(false);
  });

  test.each(Object.keys(HINTS).filter((eid) => eid !== 'se-frejaid'))(
    'and %s answers from it without one, or with one of another eID',
    (eid) => {
      expect(answers(eid, '')).toBe(true);
      const others = Object.entries(HINTS).flatMap(([name, hints]) => (name === eid ? [] : hints));
      const foreign = others.filter((hint) => !/^(?:sub|uuid):/.test(hint));
      for (const hint of foreign) expect([hint, answers(eid, hint)]).toEqual([hint, true]);
    },
  );

  test('whatever directive an eID of this release has', () => {
    const used = eidModules.flatMap(({ offer }) =>
      offer.directives
        .filter(({ effect }) => effect === 'used')
        .map(({ name }) => `${offer.name} ${name}`),
    );
    const tested = Object.entries(HINTS).flatMap(([eid, hints]) =>
      hints.map((hint) => {
        const [directive] = catalogue.directives.filter(
          ({ name, value }) => hint.startsWith(`${name}:`) || (value.optional && hint === name),
        );
        return `${eid} ${directive?.name}`;
      }),
    );
    expect([...new Set(tested)].sort()).toEqual([...new Set(used)].sort());
  });
});
