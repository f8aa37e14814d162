import { createHash, verify, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { Pki } from '../../src/bankid/pki/pki.ts';
import { mobileId } from '../../src/rest/profiles/mobile-id.ts';
import type { RestSimulator } from '../../src/rest/simulator.ts';
import { personsOf } from '../../src/world/persons.ts';
import { type StartedSimulator, startSimulator } from './started-simulator.ts';

const T0 = new Date('2026-03-01T12:00:00.000Z');
const [MARI] = personsOf('EE');
const [TOMAS] = personsOf('LT');
if (MARI === undefined || TOMAS === undefined) throw new Error('the persons are missing');

let it: StartedSimulator;
let pki: Pki;
let simulator: RestSimulator;
beforeAll(async () => {
  it = await startSimulator([mobileId], T0);
  ({ pki, simulator } = it);
});
afterAll(async () => {
  await it.close();
  expect(it.bugs).toEqual([]);
});

async function send(method: string, path: string, body?: unknown) {
  const outgoing = request(`${simulator.addresses['mobile-id']}/mid-api${path}`, {
    method,
    agent: false,
    ca: pki.tlsRoot.certificate.toString(),
    headers: { 'Content-Type': 'application/json' },
  });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(outgoing, 'response');
  return { status: response.statusCode as number, body: JSON.parse(await text(response)) };
}

const CHALLENGE = Buffer.alloc(32, 3);
const HASH = createHash('sha256').update(CHALLENGE).digest();
const REQUEST = {
  relyingPartyUUID: '00000000-0000-0000-0000-000000000000',
  relyingPartyName: 'demo',
  phoneNumber: MARI.phoneNumber,
  nationalIdentityNumber: MARI.nationalNumber,
  hash: HASH.toString('base64'),
  hashType: 'SHA256',
  language: 'EST',
};

const start = (change: object = {}) => send('POST', '/authentication', { ...REQUEST, ...change });
const status = (id: unknown) => send('GET', `/authentication/session/${id}?timeoutMs=1000`);

describe('a start', () => {
  test.each([
    'relyingPartyUUID',
    'relyingPartyName',
    'phoneNumber',
    'nationalIdentityNumber',
    'hash',
    'hashType',
    'language',
  ])('is refused without %s', async (name) => {
    const error = `Required ${name} is missing.`;
    expect(await start({ [name]: undefined })).toMatchObject({ status: 400, body: { error } });
  });

  test.each<[string, number, object]>([
    ['another service', 401, { relyingPartyName: 'SOMEBODY' }],
    ['another UUID', 401, { relyingPartyUUID: '00000000-0000-0000-0000-000000000001' }],
    ['a phone without country', 400, { phoneNumber: '5550000' }],
    ['a number with another check digit', 400, { nationalIdentityNumber: '60001019907' }],
    ['a hash that is not in base64', 400, { hash: 'not base64!' }],
    ['a hash of another length', 400, { hash: Buffer.alloc(20).toString('base64') }],
    ['the length of another hash', 400, { hashType: 'SHA512' }],
    ['an unknown hash', 400, { hashType: 'MD5' }],
    ['an unknown language', 400, { language: 'SWE' }],
    ['a long text', 400, { displayText: 'x'.repeat(101) }],
    [
      'a long text of any alphabet',
      400,
      { displayText: 'õ'.repeat(51), displayTextFormat: 'UCS-2' },
    ],
    ['a text that is none', 400, { displayText: 7 }],
    ['an unknown format of the text', 400, { displayText: 'x', displayTextFormat: 'UTF-8' }],
  ])('is refused with %s', async (_, expected, change) => {
    expect(await start(change)).toMatchObject({ status: expected });
  });

  test('is a POST of a JSON object', async () => {
    expect(await send('GET', '/authentication')).toMatchObject({ status: 405 });
    for (const body of [[], 'text', 7]) {
      expect(await send('POST', '/authentication', body)).toMatchObject({ status: 400 });
    }
  });
});

describe('a session', () => {
  test.each([
    [MARI, 'SHA256WithECEncryption'],
    [TOMAS, 'SHA256WithRSAEncryption'],
  ])('of %o is signed by the key of the certificate', async (person, algorithm) => {
    const { nationalNumber: nationalIdentityNumber, phoneNumber } = person;
    const { body } = await start({ nationalIdentityNumber, phoneNumber });
    expect(await status(body.sessionID)).toMatchObject({ body: { state: 'RUNNING' } });
    simulator.world.decide(body.sessionID, { kind: 'approved', person });
    const { body: answer } = await status(body.sessionID);
    expect(answer).toMatchObject({ state: 'COMPLETE', result: 'OK', signature: { algorithm } });
    const certificate = new X509Certificate(Buffer.from(answer.cert, 'base64'));
    expect(certificate.subject).toContain(`PNO${person.country}-${nationalIdentityNumber}`);
    const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' } as const;
    const signature = Buffer.from(answer.signature.value, 'base64');
    expect(verify('sha256', CHALLENGE, key, signature)).toBe(true);
  });

  test('shows the code of the documented example', async () => {
    const start20 = Buffer.concat([
      Buffer.from('2f', 'hex'),
      Buffer.alloc(30),
      Buffer.from('b6', 'hex'),
    ]);
    const { body } = await start({ hash: start20.toString('base64') });
    expect(simulator.logins.find(body.sessionID)).toMatchObject({ verificationCode: '1462' });
  });

  test('of somebody without Mobile-ID ends, and nobody can approve it', async () => {
    const { body } = await start({ phoneNumber: '+37200000001' });
    expect(await status(body.sessionID)).toMatchObject({ body: { result: 'NOT_MID_CLIENT' } });
  });

  test('that is not answered times out, and is forgotten', async () => {
    const { body } = await start();
    simulator.clock.advance(121);
    expect(await status(body.sessionID)).toMatchObject({ body: { result: 'TIMEOUT' } });
    simulator.clock.advance(180);
    expect(await status(body.sessionID)).toMatchObject({ status: 404 });
    expect(await status('unknown')).toMatchObject({ status: 404 });
  });
});
