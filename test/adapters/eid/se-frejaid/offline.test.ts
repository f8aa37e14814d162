import { createHash, sign } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { frejaEvidence } from '../../../../src/adapters/eid/se-frejaid/offline.ts';
import { type FrejaUnderTest, startFrejaUnderTest } from './freja-under-test.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const encode = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

let it: FrejaUnderTest;
beforeAll(async () => {
  it = await startFrejaUnderTest();
});
afterAll(() => it.close());

const PAYLOAD = {
  status: 'APPROVED',
  timestamp: NOW.getTime(),
  minRegistrationLevel: 'EXTENDED',
  requestedAttributes: { relyingPartyUserId: 'person-1' },
  signatureData: { userSignature: `x.${encode('I agree')}.x` },
};

/** The claims with a result that the simulator's server signed. */
function claims(changes: { readonly header?: object; readonly payload?: object } = {}) {
  const { certificate, privateKey } = it.pki.tlsServer;
  const x5t = createHash('sha1').update(certificate.raw).digest('base64url');
  const header = encode({ alg: 'RS256', x5t, ...changes.header });
  const signed = `${header}.${encode({ ...PAYLOAD, ...changes.payload })}`;
  const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64url');
  return { relyingPartyUserId: 'person-1', evidence: `${signed}.${signature}` };
}

function verify(given: object, expected: { text?: string; now?: Date } = {}) {
  const trusted = frejaEvidence.trusting(it.pki.tlsServer.certificate.toString());
  const { text, now } = expected;
  return trusted?.({ claims: { ...given }, text, now });
}

describe('evidence of Freja, offline', () => {
  test('proves status, time, level and text', () => {
    expect(verify(claims(), { text: 'I agree', now: NOW })).toMatchObject({
      holds: true,
      facts: {
        status: 'APPROVED',
        approvedAt: NOW.toISOString(),
        minRegistrationLevel: 'EXTENDED',
        text: 'I agree',
      },
    });
  });

  test('of an extended signature names the text in its content', () => {
    const content = encode({ text: Buffer.from('I agree').toString('base64') });
    const payload = { signatureData: { userSignature: `x.${content}.x` } };
    expect(verify(claims({ payload }), { text: 'I agree' })).toMatchObject({ holds: true });
  });

  test('of a login names no text', () => {
    const report = verify(claims({ payload: { signatureData: undefined } }));
    expect(report).toMatchObject({ holds: true });
    expect(report).not.toHaveProperty('facts.text');
  });

  test.each<[string, () => object, { text?: string; now?: Date }, string]>([
    ['without a result', () => ({}), {}, 'form'],
    ['of an unknown certificate', () => claims({ header: { x5t: 'x' } }), {}, 'chain'],
    ['of another algorithm', () => claims({ header: { alg: 'none' } }), {}, 'signature'],
    ['about another person', () => ({ ...claims(), relyingPartyUserId: '2' }), {}, 'expectations'],
    ['with another text', claims, { text: 'I do not' }, 'expectations'],
    ['that is old', claims, { now: new Date(NOW.getTime() + 301_000) }, 'expectations'],
    ['without a time', () => claims({ payload: { timestamp: 'x' } }), { now: NOW }, 'expectations'],
  ])('%s does not hold', (_, given, expected, step) => {
    expect(verify(given(), expected)).toMatchObject({ holds: false, step });
  });

  test('that was changed does not hold', () => {
    const { evidence, ...more } = claims();
    const [header, , signature] = evidence.split('.');
    const changed = encode({ ...PAYLOAD, minRegistrationLevel: 'PLUS' });
    expect(verify({ ...more, evidence: `${header}.${changed}.${signature}` })).toMatchObject({
      holds: false,
      step: 'signature',
    });
  });

  test("is distinguished from BankID's", () => {
    expect(frejaEvidence.isIn(claims())).toBe(true);
    expect(frejaEvidence.isIn({ ...claims(), ocspResponse: 'x' })).toBe(false);
    expect(frejaEvidence.isIn({ evidence: 'x.y.z' })).toBe(false);
    expect(frejaEvidence.isIn({})).toBe(false);
  });

  test('needs certificates', () => {
    expect(frejaEvidence.trusting('x')).toBeUndefined();
  });
});
