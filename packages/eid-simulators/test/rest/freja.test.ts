import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { compactVerify } from 'jose';

import { issueRpClient, type Pki } from '../../src/bankid/pki/pki.ts';
import { freja } from '../../src/rest/profiles/freja.ts';
import type { RestSimulator } from '../../src/rest/simulator.ts';
import { personsOf } from '../../src/world/persons.ts';
import { type StartedSimulator, startSimulator } from './started-simulator.ts';

const T0 = new Date('2026-03-01T12:00:00.000Z');
const ASA = personsOf('SE').find(({ id }) => id === 'asa')!;

let it: StartedSimulator;
let pki: Pki;
let simulator: RestSimulator;
beforeAll(async () => {
  it = await startSimulator([freja], T0);
  ({ pki, simulator } = it);
});
afterAll(async () => {
  await it.close();
  expect(it.bugs).toEqual([]);
});

interface Sent {
  readonly body?: string;
  readonly method?: string;
  /** Undefined: no certificate. */
  readonly client?: Pki['rpClient'] | undefined;
}

async function send(path: string, sent: Sent = {}) {
  const { body = '', method = 'POST' } = sent;
  const client = 'client' in sent ? sent.client : pki.rpClient;
  const outgoing = request(`${simulator.addresses.frejaid}${path}`, {
    method,
    agent: false,
    ca: pki.tlsRoot.certificate.toString(),
    headers: { 'Content-Type': 'application/json' },
    ...(client && {
      key: client.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      cert: client.certificate.toString(),
    }),
  });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  const content = await text(response);
  return {
    status: response.statusCode as number,
    body: content === '' ? undefined : JSON.parse(content),
  };
}

function parameter(name: string, value: unknown): string {
  return `${name}=${Buffer.from(JSON.stringify(value)).toString('base64')}`;
}

const AUTHENTICATION = {
  userInfoType: 'INFERRED',
  userInfo: 'N/A',
  minRegistrationLevel: 'EXTENDED',
  attributesToReturn: [{ attribute: 'RELYING_PARTY_USER_ID' }],
};
const SIGNATURE = {
  ...AUTHENTICATION,
  title: 'Buy',
  dataToSignType: 'SIMPLE_UTF8_TEXT',
  dataToSign: { text: Buffer.from('Pay').toString('base64') },
  signatureType: 'SIMPLE',
};

const extended = { dataToSignType: 'EXTENDED_UTF8_TEXT', signatureType: 'EXTENDED' };

const start = (change: object = {}, sent: Sent = {}) =>
  send('/authentication/1.0/initAuthentication', {
    body: parameter('initAuthRequest', { ...AUTHENTICATION, ...change }),
    ...sent,
  });
const startSignature = (change: object = {}) =>
  send('/sign/1.0/initSignature', {
    body: parameter('initSignRequest', { ...SIGNATURE, ...change }),
  });
const result = (authRef: unknown, sent: Sent = {}) =>
  send('/authentication/1.0/getOneResult', {
    body: parameter('getOneAuthResultRequest', { authRef }),
    ...sent,
  });

describe('an authentication', () => {
  test('is refused without a certificate of the authority', async () => {
    expect(await start({}, { client: undefined })).toEqual({ status: 401, body: undefined });
  });

  test.each([
    ['GET', '/authentication/1.0/initAuthentication', 405],
    ['POST', '/authentication/1.0/unknown', 404],
  ])('is refused by %s %s', async (method, path, status) => {
    expect(await send(path, { method })).toMatchObject({ status });
  });

  test.each<[string, number, object]>([
    ['an unknown member', 1000, { unknown: 1 }],
    ['an unknown kind of user info', 1001, { userInfoType: 'NAME' }],
    ['an organisation id in personal context', 1001, { userInfoType: 'ORG_ID' }],
    ['no user info', 1002, { userInfo: '' }],
    ['user info of nobody in particular', 1002, { userInfo: 'anybody' }],
    ['a malformed address', 1002, { userInfoType: 'EMAIL', userInfo: 'asa' }],
    ['a malformed phone number', 1002, { userInfoType: 'PHONE', userInfo: '0700' }],
    ['a number that is not in base64', 1002, { userInfoType: 'SSN', userInfo: '199006022397' }],
    ['an unknown level', 1007, { minRegistrationLevel: 'GOLD' }],
    ['no level', 1007, { minRegistrationLevel: undefined }],
    ['an integrator’s attribute', 1009, attribute('INTEGRATOR_SPECIFIC_USER_ID')],
    ['an unknown attribute', 2002, attribute('SHOE_SIZE')],
    ['no attributes', 2002, { attributesToReturn: [] }],
    ['an attribute above the level', 2002, { ...attribute('SSN'), minRegistrationLevel: 'BASIC' }],
    ['an identifier that nobody set', 2003, attribute('CUSTOM_IDENTIFIER')],
    ['a face below EXTENDED', 1000, face('BASIC')],
    ['an unknown confirmation', 1000, { userConfirmationMethod: 'DANCE' }],
    ['a dynamic code for a named person', 1000, { ...named(), useDynamicQrCode: true }],
    ['a named person below EXTENDED', 1002, { ...named(), minRegistrationLevel: 'BASIC' }],
  ])('is refused with %s', async (_, code, change) => {
    expect(await start(change)).toMatchObject({ status: 422, body: { code } });
  });

  test.each([
    ['another name', 'initSignRequest=e30='],
    ['no JSON', 'initAuthRequest=bm8='],
  ])('is refused with %s as its parameter', async (_, body) => {
    const refused = await send('/authentication/1.0/initAuthentication', { body });
    expect(refused).toMatchObject({ status: 400, body: { code: 1010 } });
  });

  test.each([
    ['/authentication/1.0/getOneResult', 'getOneAuthResultRequest'],
    ['/authentication/1.0/cancel', 'cancelAuthRequest'],
    ['/sign/1.0/getOneResult', 'getOneSignResultRequest'],
    ['/sign/1.0/cancel', 'cancelSignRequest'],
  ])('is unknown at %s without its reference', async (path, name) => {
    for (const members of [{}, { authRef: 7, signRef: 7 }, { authRef: 'x', signRef: 'x' }]) {
      const refused = await send(path, { body: parameter(name, members) });
      expect(refused).toMatchObject({ status: 422, body: { code: 1100 } });
    }
    const refused = await send(path, { body: parameter('initAuthRequest', {}) });
    expect(refused).toMatchObject({ status: 400, body: { code: 1010 } });
  });

  test('is refused for an empty relying party', async () => {
    const body = `${parameter('initAuthRequest', AUTHENTICATION)}&relyingPartyId=`;
    const refused = await send('/authentication/1.0/initAuthentication', { body });
    expect(refused).toMatchObject({ body: { code: 1011 } });
  });

  test('is not told to another relying party, and not under an unknown reference', async () => {
    const { body } = await start();
    const name = {
      displayName: 'Another',
      organisation: 'SIMULATOR Another AB',
      organisationNumber: '0000000002',
      commonName: 'SIMULATOR RP certificate 2',
    };
    const client = await issueRpClient(pki, name, randomBytes);
    expect(await result(body.authRef, { client })).toMatchObject({ body: { code: 1100 } });
    expect(await result('unknown')).toMatchObject({ body: { code: 1100 } });
    expect(await result(body.authRef)).toMatchObject({ body: { status: 'STARTED' } });
  });

  test('of a person who has one already stops both', async () => {
    const { body } = await start(named());
    expect(await start(named())).toMatchObject({ status: 422, body: { code: 2000 } });
    expect(await result(body.authRef)).toMatchObject({ body: { status: 'REJECTED' } });
  });

  test('of an unknown person waits in vain', async () => {
    const { body } = await start({ userInfoType: 'EMAIL', userInfo: 'nobody@example.com' });
    expect(await result(body.authRef)).toMatchObject({ body: { status: 'STARTED' } });
  });

  test('that is approved has a result that the simulator signed, again and again', async () => {
    const { body } = await start({
      ...named(),
      attributesToReturn: [{ attribute: 'SSN' }, { attribute: 'BASIC_USER_INFO' }],
    });
    const login = simulator.world.waiting().findLast(({ person }) => person?.id === ASA.id);
    simulator.world.decide(login?.id ?? '', { kind: 'approved', person: ASA });
    for (const answer of [await result(body.authRef), await result(body.authRef)]) {
      const { publicKey } = pki.tlsServer.certificate;
      const { payload } = await compactVerify(answer.body.details, publicKey);
      expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({
        authRef: body.authRef,
        status: 'APPROVED',
        userInfoType: 'SSN',
        userInfo: { country: 'SE', ssn: ASA.nationalNumber },
        requestedAttributes: {
          ssn: { ssn: ASA.nationalNumber, country: 'SE' },
          basicUserInfo: { name: ASA.givenName, surname: ASA.familyName },
        },
      });
    }
  });
});

describe('a signature', () => {
  test.each<[string, number, object]>([
    ['an empty title', 3007, { title: '' }],
    ['a long title', 3007, { title: 'x'.repeat(129) }],
    ['a push message without a text', 3004, { pushNotification: { title: 'x' } }],
    ['an early expiry', 3003, { expiry: T0.getTime() + 60_000 }],
    ['a late expiry', 3003, { expiry: T0.getTime() + 31 * 86_400_000 }],
    ['an unknown type of data', 3000, { dataToSignType: 'PDF' }],
    ['no text', 3001, { dataToSign: {} }],
    [
      'a long text',
      3001,
      { dataToSign: { text: Buffer.from('x'.repeat(4097)).toString('base64') } },
    ],
    [
      'data beside a simple text',
      3001,
      { dataToSign: { ...SIGNATURE.dataToSign, binaryData: 'AAEC' } },
    ],
    ['an extended type without data', 3001, extended],
    ['types that do not fit', 3002, { signatureType: 'EXTENDED' }],
    ['an unknown attribute', 3005, attribute('SHOE_SIZE')],
    ['an identifier that nobody set', 3006, attribute('CUSTOM_IDENTIFIER')],
  ])('is refused with %s', async (_, code, change) => {
    expect(await startSignature(change)).toMatchObject({ status: 422, body: { code } });
  });

  test('is a transaction of its own', async () => {
    const { body } = await startSignature();
    expect(await result(body.signRef)).toMatchObject({ body: { code: 1100 } });
  });
});

function attribute(name: string) {
  return { attributesToReturn: [{ attribute: name }] };
}

function face(minRegistrationLevel: string) {
  return { minRegistrationLevel, userConfirmationMethod: 'DEFAULT_AND_FACE' };
}

function named() {
  const ssn = { country: 'SE', ssn: ASA.nationalNumber };
  return {
    userInfoType: 'SSN',
    userInfo: Buffer.from(JSON.stringify(ssn)).toString('base64'),
  };
}
