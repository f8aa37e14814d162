import { SUPPORT_CODE } from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';

import { eidRegistry } from '../../src/adapters/eid/registry.ts';
import { ALL_ENTRIES } from '../../src/adapters/oidc/errors/catalogue.ts';
import { explainedError } from '../../src/adapters/oidc/errors/explained-error.ts';
import type { Acr } from '../../src/domain/acr.ts';
import type { Channel } from '../../src/domain/authentication.ts';
import {
  REFUSAL_REASONS,
  type RefusedStep,
  type StepKind,
  type TimelineStep,
} from '../../src/domain/login-timeline.ts';
import { makeExplainLogin } from '../../src/management/logins/explain-login.ts';
import { reasonWords } from '../../src/management/logins/reason-words.ts';
import { REASONS } from '../../src/management/logins/refusal-reasons.ts';
import { isOfRequest } from '../../src/management/logins/relevant-settings.ts';

const ACR = 'urn:grn:authn:se:bankid' as Acr;
const explainLogin = makeExplainLogin({ ...eidRegistry(), explainError: explainedError });

const BEGUN = { what: 'begun' } as const;
const STARTED = { what: 'started', acr: ACR, device: 'other' } as const;
const HINT = { what: 'hint', stage: 'identification', hint: 'userSign' } as const;
const IDENTIFIED = { what: 'identified' } as const;
const CODE = { what: 'told', answer: 'code' } as const;
const REDEEMED = { what: 'redeemed' } as const;

function told(key: string): StepKind {
  return { what: 'told', answer: 'error', key };
}

function page(state: string): StepKind {
  return { what: 'page', page: state };
}

function refused(key: string, endpoint: string, finding: Partial<RefusedStep> = {}): StepKind {
  return { what: 'refused', key, endpoint, ...finding };
}

/** The explanation of a login with these steps, one a second. */
function explained(steps: readonly StepKind[], channel: Channel = 'browser') {
  return explainLogin({
    tenantId: 'acme',
    code: SUPPORT_CODE,
    issuer: 'https://login.example.com',
    clientId: 'shop',
    channel,
    acr: ACR,
    outcome: undefined,
    error: undefined,
    beganAt: new Date(0),
    steps: steps.map((step, n): TimelineStep => ({ ...step, at: 1000 * n })),
    leftOut: 0,
    loginCode: undefined,
  });
}

describe('a refusal of a request that only named the login', () => {
  const other = refused('client-authentication-failed', 'token', {
    reason: 'secret-wrong',
    facts: { code: 'K7F2-QX9M' },
    byOther: true,
    times: 90,
  });

  test('is no cause once the application has the person', () => {
    const told = { what: 'told', answer: 'tokens' } as const;
    const delivered = explained([BEGUN, STARTED, IDENTIFIED, told, other], 'ciba');
    expect(delivered).toMatchObject({ error: null, whoActs: 'nobody' });
    const redeemed = explained([BEGUN, STARTED, IDENTIFIED, CODE, REDEEMED, other]);
    expect(redeemed.error).toBeNull();
    expect(redeemed.cause).not.toContain('opened a page');
    expect(redeemed.steps.at(-1)?.words).toContain('It came 90 times');
  });

  test('may be why the application does not get the person', () => {
    const waiting = explained([BEGUN, STARTED, IDENTIFIED, CODE, other]);
    expect(waiting).toMatchObject({ error: 'client-authentication-failed' });
    expect(waiting.cause).toMatch(/secret/);
  });
});

describe('the verdict', () => {
  test.each<[string, readonly StepKind[], string | null, string, RegExp]>([
    ['a page that was never opened', [BEGUN], null, 'person', /browser has not opened our page/],
    ['a page that waits', [BEGUN, page('confirm')], null, 'person', /waits for the person’s click/],
    ['an unopened order', [BEGUN, STARTED], null, 'person', /has not opened it yet/],
    ['an opened order', [BEGUN, STARTED, HINT], null, 'person', /has not finished/],
    [
      'a person who did not come back',
      [BEGUN, STARTED, IDENTIFIED],
      null,
      'person',
      /browser did not go on/,
    ],
    [
      'a code that nobody exchanged',
      [STARTED, IDENTIFIED, CODE],
      null,
      'application',
      /60 seconds/,
    ],
    ['a success', [STARTED, IDENTIFIED, CODE, REDEEMED], null, 'nobody', /^Nothing went wrong/],
    [
      'a click after the success',
      [STARTED, IDENTIFIED, CODE, refused('login-over', 'resume'), REDEEMED],
      null,
      'nobody',
      /^Nothing went wrong/,
    ],
    [
      'a second exchange after the success',
      [
        STARTED,
        IDENTIFIED,
        CODE,
        REDEEMED,
        refused('grant-invalid', 'token', { reason: 'code-used' }),
      ],
      'grant-invalid',
      'application',
      /a second time/,
    ],
    [
      'a second attempt that is pending',
      [STARTED, { what: 'ended', why: 'declined', hint: 'userCancel' }, page('ended'), STARTED],
      null,
      'person',
      /has not opened it yet/,
    ],
    [
      'a person who cancelled in the app',
      [STARTED, { what: 'ended', why: 'declined', hint: 'userCancel' }, told('declined')],
      'declined',
      'person',
      /^The person cancelled/,
    ],
    [
      'a code that was not scanned',
      [STARTED, { what: 'ended', why: 'not-opened', hint: 'startFailed' }, told('expired')],
      'expired',
      'person',
      /did not open the request/,
    ],
    [
      'a page that was closed',
      [STARTED, page('scan'), { what: 'ended', why: 'expired' }, page('left')],
      'expired',
      'person',
      /closed our page/,
    ],
    [
      'an eID that is away',
      [STARTED, refused('eid-unavailable', 'eid')],
      'eid-unavailable',
      'eid',
      /does not respond/,
    ],
    [
      'an eID that came back',
      [STARTED, refused('eid-unavailable', 'eid'), HINT],
      null,
      'person',
      /has not finished/,
    ],
    [
      'an expiry in an outage',
      [STARTED, HINT, refused('eid-unavailable', 'eid'), { what: 'ended', why: 'expired' }],
      'eid-unavailable',
      'eid',
      /does not respond/,
    ],
    [
      'an answer that was lost by our credentials',
      [
        STARTED,
        refused('eid-misconfigured', 'eid', { reason: 'credentials-refused' }),
        { what: 'ended', why: 'lost' },
        told('lost'),
      ],
      'lost',
      'operator',
      /refused our credentials/,
    ],
    [
      'a start that the eID refused, told to the application later',
      [
        BEGUN,
        refused('eid-misconfigured', 'page', { reason: 'credentials-refused' }),
        told('eid-refused-request'),
      ],
      'eid-refused-request',
      'operator',
      /refused our credentials/,
    ],
  ])('of %s', (_, steps, error, whoActs, cause) => {
    const login = explained(steps);
    expect([login.error, login.whoActs]).toEqual([error, whoActs]);
    expect(login.cause).toMatch(cause);
  });

  test.each<[string, readonly StepKind[], string, RegExp]>([
    ['fetches nothing', [STARTED, IDENTIFIED], 'application', /stopped polling/],
    [
      'fetches too late',
      [STARTED, IDENTIFIED, told('polled-expired')],
      'application',
      /after the time of the request/,
    ],
    [
      'no longer may have the result',
      [STARTED, IDENTIFIED, told('failed')],
      'operator',
      /settings, or those of the eID, were changed/,
    ],
    ['cancels', [STARTED, { what: 'ended', why: 'declined' }], 'application', /cancelled the/],
    [
      'stops polling',
      [STARTED, HINT, { what: 'ended', why: 'expired' }],
      'application',
      /no longer polled/,
    ],
    [
      'polls until the person is late',
      [STARTED, { what: 'ended', why: 'expired' }, told('polled-expired')],
      'person',
      /no sign that the request was opened/,
    ],
    ['polls too fast', [STARTED, refused('too-soon', 'token')], 'person', /has not opened it yet/],
    [
      'polls after its answer',
      [
        STARTED,
        { what: 'ended', why: 'blocked', hint: 'certificateErr' },
        told('blocked'),
        refused('grant-invalid', 'token', { reason: 'request-unknown' }),
      ],
      'application',
      /after it had the one answer/,
    ],
  ])('of an application that %s', (_, steps, whoActs, cause) => {
    const login = explained(steps, 'ciba');
    expect(login.whoActs).toBe(whoActs);
    expect(login.cause).toMatch(cause);
  });

  test.each(ALL_ENTRIES.map(({ key }) => key))('of a refusal by %s is that entry’s', (key) => {
    const { cause, fix, whoActs } = ALL_ENTRIES.find((entry) => entry.key === key)!;
    const login = explained([refused(key, 'authorize')]);
    if (key === 'too-soon') return expect(login.error).toBeNull();
    return expect(login).toMatchObject({ error: key, cause, fix, whoActs });
  });

  test.each(REFUSAL_REASONS)('of the reason %s is its own, in whole sentences', (reason) => {
    const login = explained([refused('grant-invalid', 'token', { reason })]);
    expect(login).toMatchObject({ error: 'grant-invalid', ...reasonWords(reason) });
    expect(Object.keys(REASONS)).toContain(reason);
    for (const text of [login.cause, login.fix]) expect(text).toMatch(/^[\w].*\.$/s);
  });
});

test('a person whom a program names too often is the application’s matter', () => {
  const limit = [refused('too-many-requests', 'ciba', { reason: 'limit-of-person' })];
  expect(explained(limit, 'ciba')).toMatchObject({ whoActs: 'application' });
  expect(explained(limit)).toMatchObject({ whoActs: 'person' });
});

test('a code of the eID that nobody knows is said to be unknown', () => {
  const login = explained([STARTED, { what: 'ended', why: 'failed', hint: 'userDances' }]);
  expect(login.cause).toContain('“userDances”. This service does not know that code');
  expect(login.steps.at(-1)?.words).toContain('(a code that this service does not know)');
});

test.each<[string, StepKind & { what: 'ended' }, Channel, string, RegExp]>([
  [
    'urn:grn:authn:ee:mobile-id',
    { what: 'ended', why: 'blocked', hint: 'NOT_MID_CLIENT' },
    'browser',
    'person',
    /^The phone number and the personal number that were typed do not belong to one Mobile-ID\./,
  ],
  [
    'urn:grn:authn:ee:smart-id',
    {
      what: 'ended',
      why: 'unverified',
      hint: 'country',
      reason: 'other-country',
      facts: { found: 'LT', wanted: 'EE' },
    },
    'browser',
    'person',
    /another country than .*The certificate is of LT\. The request was for EE\./,
  ],
  [
    'urn:grn:authn:no:bankid:substantial',
    { what: 'ended', why: 'declined', hint: 'access_denied', reason: 'words-not-chosen' },
    'ciba',
    'person',
    /^The person cancelled in the eID’s app, or chose other words/,
  ],
  [
    'urn:grn:authn:be:itsme:advanced',
    {
      what: 'ended',
      why: 'failed',
      hint: 'invalid_request',
      reason: 'eid-returned-error',
      facts: { answer: 'invalid_request', said: 'the approval text is malformed' },
    },
    'browser',
    'operator',
    /It answered invalid_request\. It said: “the approval text is malformed”\.$/,
  ],
])('an ending of %s by its code has its own cause', (acr, ended, channel, whoActs, cause) => {
  const login = explained([{ ...STARTED, acr: acr as Acr }, ended, told(ended.why)], channel);
  expect(login).toMatchObject({ error: ended.why, whoActs });
  expect(login.cause).toMatch(cause);
  expect(login.steps[1]?.words).not.toContain('blocked');
});

test('an outage after the approval is told as one, with the answer of the eID', () => {
  const facts = { answer: 'HTTP 503', call: 'token endpoint' };
  const ended = { what: 'ended', why: 'lost', hint: 'eid_unavailable' } as const;
  const steps = [STARTED, { ...ended, reason: 'eid-out-of-order', facts } as const];
  const login = explained([...steps, told('eid-unavailable')]);
  expect(login).toMatchObject({ error: 'eid-unavailable', whoActs: 'eid' });
  expect(login.cause).toMatch(/It answered HTTP 503\. The call was to its token endpoint\.$/);
  expect(login.steps[1]?.words).not.toContain('lost');
});

test('an order that another one stopped says whether that was one of ours', () => {
  const ended = { what: 'ended', why: 'superseded', hint: 'cancelled' } as const;
  const alone = explained([STARTED, ended, told('superseded')]);
  expect(alone.cause).toMatch(/most likely at another service\.$/);
  expect(alone.whoActs).toBe('person');
  const again = refused('superseded', 'ciba', { reason: 'started-again', facts: { again: 'X' } });
  expect(explained([STARTED, again, ended, told('superseded')]).cause).not.toContain('likely');
});

test('a rule of the request itself is no effect of a changed setting', () => {
  expect(isOfRequest('session-scope')).toBe(true);
  expect(isOfRequest('session-too-old')).toBe(false);
});

test('a page that is opened after the end is told, and changes nothing', () => {
  const late = refused('login-over', 'page', { reason: 'login-finished' });
  const login = explained([STARTED, IDENTIFIED, CODE, REDEEMED, late]);
  expect(login).toMatchObject({ error: null, whoActs: 'nobody' });
  expect(login.cause).toMatch(/^Nothing went wrong here: .* opened a page of the login again/);
});

test('a code of the eID is explained where its ending says less', () => {
  const acr = 'urn:grn:authn:ee:smart-id' as Acr;
  const ended = { what: 'ended', why: 'failed', hint: 'WRONG_VC' } as const;
  const login = explained([{ ...STARTED, acr }, ended, told('failed')]);
  expect(login).toMatchObject({ error: 'failed', whoActs: 'person' });
  expect(login.cause).toMatch(/chose another/);
});

describe('a failure at the eID', () => {
  const UNTRUSTED = {
    reason: 'eid-untrusted',
    facts: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
  } as const;
  const facts = {
    answer: 'HTTP 401 invalid_client',
    settings: 'clientId and clientSecret',
    call: 'token endpoint',
  };

  test.each<[string, StepKind, string, RegExp, RegExp]>([
    [
      'a certificate that we do not trust, which is no outage',
      refused('eid-unavailable', 'page', UNTRUSTED),
      'operator',
      /UNABLE_TO_VERIFY_LEAF_SIGNATURE.*no outage/,
      /“ca” of the eID/,
    ],
    [
      'refused credentials, by answer and setting',
      refused('eid-misconfigured', 'page', { reason: 'credentials-refused', facts }),
      'operator',
      /answered HTTP 401 invalid_client\. The call was to its token endpoint/,
      /clientId and clientSecret/,
    ],
    [
      'an address where nobody listens',
      refused('eid-unavailable', 'eid', {
        reason: 'eid-address-wrong',
        facts: { code: 'ECONNREFUSED' },
      }),
      'operator',
      /The network said ECONNREFUSED\. The eID may be well/,
      /corrects the address/,
    ],
    [
      'a lost answer',
      {
        what: 'ended',
        why: 'lost',
        hint: 'no_answer',
        reason: 'eid-hung-up',
        facts: { code: 'UND_ERR_SOCKET', call: 'token endpoint' },
      },
      'operator',
      /broke before its answer had come.*UND_ERR_SOCKET.*token endpoint/,
      /^The person begins again\./,
    ],
    [
      'an answer by another key',
      {
        what: 'ended',
        why: 'unverified',
        hint: 'OAUTH_INVALID_RESPONSE',
        reason: 'answer-unverified',
        facts: { check: 'signature' },
      },
      'operator',
      /the check of its signature/,
      /^Treat the person as not identified\. .*forged/,
    ],
    [
      'evidence whose check is the code of the ending',
      { what: 'ended', why: 'unverified', hint: 'chain' },
      'operator',
      /chain of the person’s certificate/,
      /evidenceRoots/,
    ],
  ])('is told: %s', (_, step, whoActs, cause, fix) => {
    const login = explained([BEGUN, page('confirm'), step]);
    expect(login.whoActs).toBe(whoActs);
    expect(login.cause).toMatch(cause);
    expect(login.fix).toMatch(fix);
    expect(login.steps[2]?.words).toContain(login.cause);
  });

  test.each(REFUSAL_REASONS)(
    'of the reason %s shows no placeholder, without its facts',
    (reason) => {
      const login = explained([STARTED, { what: 'ended', why: 'lost', reason }]);
      expect(
        JSON.stringify([login.cause, login.fix, login.steps.map(({ words }) => words)]),
      ).not.toMatch(/\{\w+\}/);
      expect(login.cause).not.toBe('');
      expect(login.fix).not.toBe('');
    },
  );
});

describe('an attempt whose time ended', () => {
  const CIBA = { ...STARTED, device: undefined, seconds: 120 } as const;
  const hint = (code: string, stage: 'first-interaction' | 'identification') =>
    ({ what: 'hint', stage, hint: code }) as const;
  const OVER = { what: 'ended', why: 'expired' } as const;

  test.each<[string, readonly StepKind[], Channel, string, RegExp]>([
    [
      'was not opened, and was shorter than the application should allow',
      [
        { ...CIBA, seconds: 12 },
        hint('outstandingTransaction', 'first-interaction'),
        OVER,
        told('polled-expired'),
      ],
      'ciba',
      'application',
      /^The request was not opened\. .*“outstandingTransaction”: the person has not opened the BankID app yet\. The application allowed 12 seconds \(requested_expiry\)\.$/,
    ],
    [
      'was opened',
      [CIBA, hint('userSign', 'identification'), OVER, told('polled-expired')],
      'ciba',
      'person',
      /^The person opened the request, and did not finish it\..*ended it after 120 seconds, the usual limit\.$/,
    ],
    [
      'was never polled',
      [CIBA, OVER],
      'ciba',
      'application',
      /no longer polled.*no sign that the request was opened/,
    ],
    [
      'was not scanned',
      [STARTED, page('scan'), { what: 'ended', why: 'not-opened', hint: 'startFailed' }],
      'browser',
      'person',
      /did not open the request in the eID’s app\. The eID ended it after 2 seconds, by a limit of its own/,
    ],
    [
      'was at the eID’s own pages',
      [STARTED, page('depart'), OVER, told('expired')],
      'browser',
      'person',
      /left for the eID’s own pages, and did not come back/,
    ],
  ])('is told by the last word of the eID: it %s', (_, steps, channel, whoActs, cause) => {
    const login = explained(steps, channel);
    expect(login.whoActs).toBe(whoActs);
    expect(login.cause).toMatch(cause);
  });

  test('is not told as opened when the eID does not say so', () => {
    const acr = 'urn:grn:authn:ee:smart-id' as Acr;
    const ended = { what: 'ended', why: 'expired', hint: 'TIMEOUT' } as const;
    const { cause } = explained([{ ...STARTED, acr }, hint('RUNNING', 'first-interaction'), ended]);
    expect(cause).toMatch(/^The person did not answer\. .*does not say whether the app is/);
  });
});

describe('the codes of an eID', () => {
  const { modules } = eidRegistry();
  const CODES = modules.flatMap(({ offer }) =>
    Object.entries(offer.hintCodes ?? {}).map(([code, of]) => [offer.name, code, of] as const),
  );

  test.each(CODES)('have words and whole sentences: %s %s', (_, _code, { words, ending }) => {
    expect(words).toMatch(/^[^.]+$/);
    for (const text of ending === undefined ? [] : [ending.cause, ending.fix]) {
      expect(text).toMatch(/^[A-Z].*\.$/s);
    }
  });

  test('are told by their own cause, and by who acts', () => {
    const ended = { what: 'ended', why: 'declined', hint: 'userDeclinedCall' } as const;
    const { cause, steps } = explained([STARTED, ended, told('declined')], 'ciba');
    expect(cause).toMatch(/not in this phone call/);
    expect(steps[1]?.words).toMatch(/“userDeclinedCall” \(the person said in the app/);
  });
});

describe('the words of a step', () => {
  function wordsOf(steps: readonly StepKind[], channel?: Channel): string | undefined {
    return explained(steps, channel).steps[0]?.words;
  }

  test('say what was sent, where the catalogue has a place for a value', () => {
    const said = "missing required parameter 'redirect_uri'";
    expect(wordsOf([refused('parameter-missing', 'token', { said })])).toBe(
      `Our token endpoint refused: invalid_request (parameter-missing), ${said}.`,
    );
  });

  test('say what the eID refused', () => {
    expect(wordsOf([refused('eid-refused-request', 'eid', { hint: 'invalidParameters' })])).toBe(
      'Our request to the eID failed: server_error (eid-refused-request), the eID refused the request. Code at the eID: “invalidParameters”.',
    );
  });

  test('say who ended an attempt for which the eID has no code', () => {
    const ended = (why: 'declined' | 'superseded' | 'expired') => ({ what: 'ended', why }) as const;
    expect(wordsOf([ended('declined')])).toBe('The person cancelled on the page of the login.');
    expect(wordsOf([ended('declined')], 'ciba')).toBe('The application cancelled the request.');
    expect(wordsOf([ended('superseded'), STARTED])).toBe(
      'The person chose the other device, so this order was ended.',
    );
    expect(wordsOf([ended('expired')])).toBe('The time of the request ended without an outcome.');
  });
});

test('each step has its time since the one before, and who was waited for', () => {
  const { steps } = explained([BEGUN, STARTED, refused('eid-unavailable', 'eid'), IDENTIFIED]);
  expect(steps.map(({ after, waitedFor }) => [after, waitedFor])).toEqual([
    [0, null],
    [1000, 'service'],
    [1000, 'eid'],
    [1000, 'person'],
  ]);
});
