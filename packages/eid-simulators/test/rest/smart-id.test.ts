import {
  constants,
  createHash,
  createHmac,
  randomBytes,
  verify,
  X509Certificate,
} from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { Pki } from '../../src/bankid/pki/pki.ts';
import { smartId } from '../../src/rest/profiles/smart-id.ts';
import type { RestSimulator } from '../../src/rest/simulator.ts';
import { authCodeOf } from '../../src/rest/smart-id/device-link.ts';
import type { Decision } from '../../src/world/login.ts';
import { personsOf } from '../../src/world/persons.ts';
import { type StartedSimulator, startSimulator } from './started-simulator.ts';

const T0 = new Date('2026-03-01T12:00:00.000Z');
const [MARI, JAAN] = personsOf('EE');
const CALLBACK = 'https://rp.example.com/callback-url?value=RrKjjT4aggzu27YBddX1bQ';

let it: StartedSimulator;
let pki: Pki;
let simulator: RestSimulator;
beforeAll(async () => {
  it = await startSimulator([smartId], T0);
  ({ pki, simulator } = it);
});
afterAll(async () => {
  await it.close();
  expect(it.bugs).toEqual([]);
});

type Body = Readonly<Record<string, unknown>>;

/** The members of responses that tests read. */
interface Answer extends Body {
  readonly signature: {
    readonly value: string;
    readonly serverRandom: string;
    readonly userChallenge: string;
    readonly flowType: string;
    readonly signatureAlgorithmParameters: object;
  };
  readonly cert: { readonly value: string };
}

async function call(path: string, body?: Body | string, type = 'application/json') {
  const outgoing = request(`${simulator.addresses['smart-id']}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ca: pki.tlsRoot.certificate.toString(),
    agent: false,
    headers: { 'Content-Type': type },
  });
  outgoing.end(typeof body === 'object' ? JSON.stringify(body) : body);
  const [response] = await once(outgoing, 'response');
  const content = await text(response);
  const parsed = content.startsWith('{') ? JSON.parse(content) : {};
  return { status: response.statusCode as number, body: parsed as Answer };
}

const interactionsOf = (...list: readonly object[]) =>
  Buffer.from(JSON.stringify(list)).toString('base64');
const INTERACTIONS = interactionsOf({ type: 'displayTextAndPIN', displayText60: 'Log in' });

function requestOf(change: Body = {}): Body {
  return {
    relyingPartyUUID: '00000000-0000-4000-8000-000000000000',
    relyingPartyName: 'DEMO',
    certificateLevel: 'QUALIFIED',
    signatureProtocol: 'ACSP_V2',
    signatureProtocolParameters: parametersOf(),
    interactions: INTERACTIONS,
    ...change,
  };
}

function parametersOf(change: Body = {}): Body {
  return {
    rpChallenge: randomBytes(64).toString('base64'),
    signatureAlgorithm: 'rsassa-pss',
    signatureAlgorithmParameters: { hashAlgorithm: 'SHA3-512' },
    ...change,
  };
}

const ANONYMOUS = '/v3/authentication/device-link/anonymous';
const NOTIFICATION = `/v3/authentication/notification/etsi/PNOEE-${MARI?.nationalNumber}`;

/** A session that a device link opens, with everything that its links cover. */
async function startLinked(change: Body = {}, path = ANONYMOUS) {
  const sent = requestOf(change);
  const { status, body } = await call(path, sent);
  expect([status, Object.keys(body)]).toEqual([
    200,
    ['sessionID', 'sessionToken', 'sessionSecret', 'deviceLinkBase'],
  ]);
  return {
    sent,
    ...(body as Body as Record<
      'sessionID' | 'sessionToken' | 'sessionSecret' | 'deviceLinkBase',
      string
    >),
  };
}

type Linked = Awaited<ReturnType<typeof startLinked>>;

interface LinkChange {
  readonly type?: string;
  readonly seconds?: string;
  readonly sessionType?: string;
  readonly version?: string;
  readonly secret?: string;
  readonly scheme?: string;
  readonly callback?: string;
  readonly code?: string;
}

/** A link of the session, made without the simulator's own code. */
function linkOf(session: Linked, change: LinkChange = {}): URL {
  const { type = 'QR', seconds = type === 'QR' ? '0' : undefined } = change;
  const { sessionType = 'auth', version = '1.0', secret = session.sessionSecret } = change;
  const { scheme = 'smart-id-demo' } = change;
  const age = seconds === undefined ? '' : `&elapsedSeconds=${seconds}`;
  const link = `${session.deviceLinkBase}?deviceLinkType=${type}${age}&sessionToken=${session.sessionToken}&sessionType=${sessionType}&version=${version}&lang=eng`;
  const parameters = session.sent.signatureProtocolParameters as Record<string, string>;
  const name = Buffer.from(String(session.sent.relyingPartyName)).toString('base64');
  const given = type === 'QR' ? '' : String(session.sent.initialCallbackUrl ?? '');
  const { callback = given } = change;
  const payload = `${scheme}|ACSP_V2|${parameters.rpChallenge}|${name}||${session.sent.interactions}|${callback}|${link}`;
  const code = createHmac('sha256', Buffer.from(secret, 'base64')).update(payload);
  return new URL(`${link}&authCode=${change.code ?? code.digest('base64url')}`);
}

async function open(link: URL) {
  const opened = await simulator.world.eid('smart-id').openLink?.(link);
  if (opened === undefined) throw new Error('Smart-ID opens links');
  return opened;
}

function decide(loginId: string, decision: Decision) {
  return simulator.logins.decide(loginId, decision);
}

const approvedBy = (person = MARI!): Decision => ({ kind: 'approved', person });

async function statusOf(sessionID: string) {
  return (await call(`/v3/session/${sessionID}?timeoutMs=1000`)).body;
}

describe('a start', () => {
  test.each<[string, Body, number]>([
    ['another UUID', { relyingPartyUUID: '11111111-0000-4000-8000-000000000000' }, 403],
    ['no UUID', { relyingPartyUUID: undefined }, 400],
    ['another name', { relyingPartyName: 'OTHER' }, 401],
    ['a name of 33 bytes', { relyingPartyName: `${'õ'.repeat(16)}x` }, 400],
    ['basic accounts', { certificateLevel: 'ADVANCED' }, 403],
    ['an unknown level', { certificateLevel: 'QSCD' }, 400],
    ['another protocol', { signatureProtocol: 'RAW_DIGEST_SIGNATURE' }, 400],
    ['a nonce', { nonce: 'abc' }, 400],
    ['no parameters', { signatureProtocolParameters: undefined }, 400],
    [
      'a challenge of 31 bytes',
      {
        signatureProtocolParameters: parametersOf({
          rpChallenge: randomBytes(31).toString('base64'),
        }),
      },
      400,
    ],
    [
      'a challenge of 65 bytes',
      {
        signatureProtocolParameters: parametersOf({
          rpChallenge: randomBytes(65).toString('base64'),
        }),
      },
      400,
    ],
    [
      'a challenge in base64url',
      { signatureProtocolParameters: parametersOf({ rpChallenge: `_-${'A'.repeat(84)}==` }) },
      400,
    ],
    [
      'no algorithm',
      { signatureProtocolParameters: parametersOf({ signatureAlgorithm: undefined }) },
      400,
    ],
    [
      'no hash',
      { signatureProtocolParameters: parametersOf({ signatureAlgorithmParameters: {} }) },
      400,
    ],
    [
      'SHA-1',
      {
        signatureProtocolParameters: parametersOf({
          signatureAlgorithmParameters: { hashAlgorithm: 'SHA-1' },
        }),
      },
      400,
    ],
    ['no interactions', { interactions: undefined }, 400],
    ['interactions that are no base64', { interactions: '[]' }, 400],
    ['an empty list', { interactions: interactionsOf() }, 400],
    ['no list', { interactions: Buffer.from('{}').toString('base64') }, 400],
    [
      'an unknown interaction',
      { interactions: interactionsOf({ type: 'dance', displayText60: 'x' }) },
      400,
    ],
    [
      'a text of 61 characters',
      {
        interactions: interactionsOf({ type: 'displayTextAndPIN', displayText60: 'õ'.repeat(61) }),
      },
      400,
    ],
    [
      'a text of 201 characters',
      {
        interactions: interactionsOf({
          type: 'confirmationMessage',
          displayText200: 'õ'.repeat(201),
        }),
      },
      400,
    ],
    [
      'an empty text',
      { interactions: interactionsOf({ type: 'displayTextAndPIN', displayText60: '' }) },
      400,
    ],
    [
      'the text of another interaction',
      { interactions: interactionsOf({ type: 'displayTextAndPIN', displayText200: 'x' }) },
      400,
    ],
    [
      'two texts',
      {
        interactions: interactionsOf({
          type: 'displayTextAndPIN',
          displayText60: 'x',
          displayText200: 'x',
        }),
      },
      400,
    ],
    [
      'the same interaction twice',
      {
        interactions: interactionsOf(
          ...Array(2).fill({ type: 'displayTextAndPIN', displayText60: 'x' }),
        ),
      },
      400,
    ],
    [
      'the choice of a code, which no link has',
      {
        interactions: interactionsOf({
          type: 'confirmationMessageAndVerificationCodeChoice',
          displayText200: 'x',
        }),
      },
      400,
    ],
    ['a callback with http', { initialCallbackUrl: 'http://rp.example.com/x' }, 400],
    ['a callback with a bar', { initialCallbackUrl: 'https://rp.example.com/|' }, 400],
    ['a callback with a fragment', { initialCallbackUrl: 'https://rp.example.com/#x' }, 400],
    ['a long callback', { initialCallbackUrl: `https://rp.example.com/${'x'.repeat(1800)}` }, 400],
  ])('is refused with %s', async (_, change, status) => {
    const answer = await call(ANONYMOUS, requestOf(change));
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ type: 'about:blank', status }),
    ]);
  });

  test.each<[string, Body, string]>([
    ['without the type of the code', {}, NOTIFICATION],
    ['with another type of code', { vcType: 'alphaNumeric4' }, NOTIFICATION],
    ['with a callback', { vcType: 'numeric4', initialCallbackUrl: CALLBACK }, NOTIFICATION],
    [
      'of something that is no identifier',
      { vcType: 'numeric4' },
      NOTIFICATION.replace('PNOEE-', ''),
    ],
  ])('of a push is refused %s', async (_, change, path) => {
    expect((await call(path, requestOf(change))).status).toBe(400);
  });

  test('is refused for a person without an account, and with another content', async () => {
    const path = NOTIFICATION.replace(String(MARI?.nationalNumber), '38001085718');
    expect((await call(path, requestOf({ vcType: 'numeric4' }))).status).toBe(404);
    expect((await call(ANONYMOUS, 'garbage')).status).toBe(400);
    expect((await call(ANONYMOUS, requestOf(), 'text/plain')).status).toBe(415);
    expect((await call(ANONYMOUS)).status).toBe(405);
    expect((await call('/v2/authentication', {})).status).toBe(404);
  });

  test.each(['https://rp.example.com/x', 'http://localhost:3000/x', 'http://127.0.0.1/x'])(
    'may return to %s',
    async (initialCallbackUrl) => {
      await startLinked({ initialCallbackUrl });
    },
  );
});

describe('the code of a link', () => {
  const documented = {
    scheme: 'smart-id',
    rpChallenge:
      'GYS+yoah6emAcVDNIajwSs6UB/M95XrDxMzXBUkwQJ9YFDipXXzGpPc7raWcuc2+TEoRc7WvIZ/7dU/iRXenYg==',
    relyingPartyName: 'DEMO',
    brokeredRpName: 'Example RP',
    interactions: interactionsOf(
      {
        type: 'confirmationMessage',
        displayText200: 'Longer description of the transaction context',
      },
      { type: 'displayTextAndPIN', displayText60: 'Short description of the transaction context' },
    ),
    initialCallbackUrl: CALLBACK,
    sessionSecret: 'B98ODiVCebRedSwdTk51zFSaGYyHtY1H2A0ocAi3/Ps=',
  };

  test('is the documented one', () => {
    const rest = 'sessionToken=wGIrqveE6AuGDATZKmR1mtAZ&sessionType=auth&version=1.0&lang=eng';
    const web = `https://smart-id.com/device-link?deviceLinkType=Web2App&${rest}`;
    expect(authCodeOf(web, documented)).toBe('aegUh6gCKkXBJhhvtJqSTWB5_2W8TDQt5eZ7db6krv0');
    const qr = `https://smart-id.com/device-link?deviceLinkType=QR&elapsedSeconds=22&${rest}`;
    expect(authCodeOf(qr, { ...documented, initialCallbackUrl: '' })).toBe(
      'OY1eHaD4UYedrBwtqUbSkpa0w7ttm4FllPkCD_3wlE0',
    );
  });
});

describe('a link', () => {
  test.each<[string, LinkChange, string]>([
    ['with another secret', { secret: randomBytes(32).toString('base64') }, 'wrong_qr_code'],
    ['with the code of another second', { seconds: '0', code: 'A'.repeat(43) }, 'wrong_qr_code'],
    ['of the production environment', { scheme: 'smart-id' }, 'wrong_qr_code'],
    ['of a QR code with a callback', { callback: CALLBACK }, 'wrong_qr_code'],
    [
      'of the same device without a callback in its code',
      { type: 'Web2App', callback: '' },
      'wrong_qr_code',
    ],
    ['of an older second', { seconds: '-6' }, 'malformed_link'],
    ['of a later second', { seconds: '2' }, 'stale_qr_code'],
    ['of the same device with a second', { type: 'Web2App', seconds: '0' }, 'malformed_link'],
    ['of an app', { type: 'App2App' }, 'malformed_link'],
    ['of a signature', { sessionType: 'sign' }, 'malformed_link'],
    ['of another version', { version: '1.1' }, 'malformed_link'],
    ['with a short code', { code: 'A' }, 'malformed_link'],
  ])('%s is refused', async (_, change, code) => {
    const session = await startLinked({ initialCallbackUrl: CALLBACK });
    await expect(open(linkOf(session, change))).rejects.toMatchObject({ code });
    expect(await statusOf(session.sessionID)).toEqual({ state: 'RUNNING' });
    await expect(open(linkOf(session))).resolves.toMatchObject({ loginId: expect.any(String) });
  });

  test('on the same device is refused without a callback', async () => {
    const session = await startLinked();
    const link = linkOf(session, { type: 'Web2App' });
    await expect(open(link)).rejects.toMatchObject({ code: 'malformed_link' });
  });

  test('with its parts in another order is refused', async () => {
    const link = linkOf(await startLinked());
    link.search = `?${link.search.slice(1).split('&').reverse().join('&')}`;
    await expect(open(link)).rejects.toMatchObject({ code: 'malformed_link' });
  });

  test('of another session is refused', async () => {
    const link = linkOf(await startLinked());
    link.search = link.search.replace(/sessionToken=\w+/, `sessionToken=${'A'.repeat(24)}`);
    await expect(open(link)).rejects.toMatchObject({ code: 'unknown_qr_code' });
  });

  test('opens a session once', async () => {
    const session = await startLinked();
    await open(linkOf(session));
    await expect(open(linkOf(session))).rejects.toMatchObject({ code: 'already_used' });
  });

  test('in a QR code holds for five seconds', async () => {
    const session = await startLinked();
    const late = await startLinked();
    simulator.clock.advance(5);
    await expect(open(linkOf(session))).resolves.toBeDefined();
    simulator.clock.advance(1);
    await expect(open(linkOf(late))).rejects.toMatchObject({ code: 'stale_qr_code' });
    await expect(open(linkOf(late, { seconds: '6' }))).resolves.toBeDefined();
  });

  test('is the only way to the person', async () => {
    const before = simulator.world.waiting().length;
    const session = await startLinked();
    expect(simulator.world.waiting()).toHaveLength(before);
    const { loginId } = await open(linkOf(session));
    expect(simulator.world.waiting().at(-1)).toMatchObject({ id: loginId, application: 'DEMO' });
  });

  test('of a named person lets nobody else confirm', async () => {
    const path = `/v3/authentication/device-link/etsi/PNOEE-${MARI?.nationalNumber}`;
    const { loginId } = await open(linkOf(await startLinked({}, path)));
    expect(() => decide(loginId, approvedBy(JAAN))).toThrow('another person');
    expect(decide(loginId, approvedBy()).decision).toBeDefined();
  });
});

describe('a session', () => {
  test('ends with a signature over everything that was agreed', async () => {
    const session = await startLinked({ initialCallbackUrl: CALLBACK });
    const opened = await open(linkOf(session, { type: 'Web2App' }));
    const url = new URL(String(opened.returnUrl(decide(opened.loginId, approvedBy()))));
    const status = await statusOf(session.sessionID);
    expect(status).toMatchObject({
      state: 'COMPLETE',
      result: { endResult: 'OK', documentNumber: expect.stringMatching(/^PNOEE-60001019906-/) },
      signatureProtocol: 'ACSP_V2',
      signature: { flowType: 'Web2App', signatureAlgorithm: 'rsassa-pss' },
      cert: { certificateLevel: 'QUALIFIED' },
      interactionTypeUsed: 'displayTextAndPIN',
    });
    expect(await statusOf(session.sessionID)).toEqual(status);

    const { value, serverRandom, userChallenge, signatureAlgorithmParameters } = status.signature;
    expect(signatureAlgorithmParameters).toEqual({
      hashAlgorithm: 'SHA3-512',
      maskGenAlgorithm: { algorithm: 'id-mgf1', parameters: { hashAlgorithm: 'SHA3-512' } },
      saltLength: 64,
      trailerField: '0xbc',
    });
    const hash = createHash('sha256').update(INTERACTIONS).digest('base64');
    const challenge = (session.sent.signatureProtocolParameters as Body).rpChallenge;
    const signed = `smart-id-demo|ACSP_V2|${serverRandom}|${challenge}|${userChallenge}|REVNTw==||${hash}|displayTextAndPIN|${CALLBACK}|Web2App`;
    const key = {
      key: new X509Certificate(Buffer.from(status.cert.value, 'base64')).publicKey,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: 64,
    };
    expect(verify('sha3-512', Buffer.from(signed), key, Buffer.from(value, 'base64'))).toBe(true);

    const parameters = url.searchParams;
    expect(parameters.get('value')).toBe('RrKjjT4aggzu27YBddX1bQ');
    const secret = Buffer.from(session.sessionSecret, 'base64');
    const digest = createHash('sha256').update(secret).digest('base64url');
    expect(parameters.get('sessionSecretDigest')).toBe(digest);
    const verifier = String(parameters.get('userChallengeVerifier'));
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(userChallenge);
  });

  test('by QR code signs no callback, and returns nowhere', async () => {
    const session = await startLinked({ initialCallbackUrl: CALLBACK });
    const opened = await open(linkOf(session));
    expect(opened.returnUrl(decide(opened.loginId, approvedBy()))).toBeUndefined();
    expect((await statusOf(session.sessionID)).signature.flowType).toBe('QR');
  });

  test('that the person declines returns without a verifier', async () => {
    const session = await startLinked({ initialCallbackUrl: CALLBACK });
    const opened = await open(linkOf(session, { type: 'Web2App' }));
    const url = String(opened.returnUrl(decide(opened.loginId, { kind: 'aborted' })));
    expect([...new URL(url).searchParams.keys()]).toEqual(['value', 'sessionSecretDigest']);
    expect(await statusOf(session.sessionID)).toEqual({
      state: 'COMPLETE',
      result: {
        endResult: 'USER_REFUSED_INTERACTION',
        details: { interaction: 'displayTextAndPIN' },
      },
    });
  });

  test('that is pushed has a code in the app', async () => {
    const sent = requestOf({
      vcType: 'numeric4',
      signatureProtocolParameters: parametersOf({
        rpChallenge:
          'GYS+yoah6emAcVDNIajwSs6UB/M95XrDxMzXBUkwQJ9YFDipXXzGpPc7raWcuc2+TEoRc7WvIZ/7dU/iRXenYg==',
      }),
    });
    const { status, body } = await call(NOTIFICATION, sent);
    expect([status, Object.keys(body)]).toEqual([200, ['sessionID']]);
    expect(simulator.world.waiting().at(-1)).toMatchObject({ verificationCode: '7180' });
    decide(String(simulator.world.waiting().at(-1)?.id), approvedBy());
    expect((await statusOf(String(body.sessionID))).signature.flowType).toBe('Notification');
  });

  test('that nobody opens ends after two minutes, and is forgotten five minutes later', async () => {
    const session = await startLinked();
    simulator.clock.advance(121);
    await expect(open(linkOf(session, { seconds: '121' }))).rejects.toMatchObject({
      code: 'order_over',
    });
    expect(await statusOf(session.sessionID)).toEqual({
      state: 'COMPLETE',
      result: { endResult: 'TIMEOUT' },
    });
    simulator.clock.advance(300);
    expect((await call(`/v3/session/${session.sessionID}?timeoutMs=1000`)).status).toBe(404);
  });

  test.each(['999', '120001', 'soon', '1000.5'])('takes no poll of %s ms', async (timeoutMs) => {
    const { sessionID } = await startLinked();
    expect((await call(`/v3/session/${sessionID}?timeoutMs=${timeoutMs}`)).status).toBe(400);
  });

  test('that is unknown is not found', async () => {
    const unknown = '/v3/session/fa20fd1e-e320-4c68-8315-f6a507a0b4a9?timeoutMs=1000';
    expect((await call(unknown)).status).toBe(404);
  });

  test('answers a long poll as soon as the person decides', async () => {
    const session = await startLinked();
    const { loginId } = await open(linkOf(session));
    const poll = call(`/v3/session/${session.sessionID}?timeoutMs=60000`);
    decide(loginId, { kind: 'failed', word: 'DOCUMENT_UNUSABLE' });
    expect((await poll).body).toMatchObject({ result: { endResult: 'DOCUMENT_UNUSABLE' } });
  });
});

test('the OCSP responder takes nothing but requests', async () => {
  expect((await call('/ocsp', 'garbage', 'application/ocsp-request')).status).toBe(400);
  expect((await call('/ocsp', 'garbage')).status).toBe(400);
});
