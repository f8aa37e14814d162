import { randomBytes, sign } from 'node:crypto';
import { nonceFor } from '@eid-broker/eid-simulators/bankid/evidence/ocsp';
import {
  extendedKeyUsage,
  keyUsage,
} from '@eid-broker/eid-simulators/bankid/pki/certificate-extensions';
import { createPki } from '@eid-broker/eid-simulators/bankid/pki/pki';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { verifyEvidence } from '../src/verify-evidence.ts';
import { type Bench, expected, fails, OCSP_SIGNING, shift, startBench } from './bench.ts';
import { type Changes, type Forgery, forPerson, personName, responderName } from './forgery.ts';
import { bits, elementsOf, octets, sequence, tagged } from './write-der.ts';

let it: Bench;
beforeAll(async () => {
  it = await startBench();
});

describe('the OCSP response', () => {
  const expectOcsp = async (changes: Changes, reason: string) =>
    expect(await it.verdictOn(changes)).toEqual(fails('ocsp', reason));
  const forResponder = [extendedKeyUsage(OCSP_SIGNING, 'critical'), keyUsage('nonRepudiation')];
  const responder = (change: Parameters<Forgery['issue']>[0]) =>
    it.issue({ subject: responderName, extensions: forResponder, ...change });

  test.each(['revoked', 'unknown'] as const)(
    'must have the status good: it refuses %s',
    async (status) => {
      await expectOcsp({ ocsp: { status } }, `the certificate is ${status}`);
    },
  );

  test('is about this certificate', async () => {
    const { certificate } = await it.issue({ subject: personName('191212121212') });
    const reason = 'the OCSP response is about another certificate';
    await expectOcsp({ ocsp: { certificate } }, reason);
    await expectOcsp({ ocsp: { issuer: it.pki.bankAuthority.certificate } }, reason);
  });

  test('belongs to this signature', async () => {
    const reason = 'the OCSP response belongs to another signature';
    await expectOcsp({ ocsp: { nonce: nonceFor('eA==', randomBytes) } }, reason);
    await expectOcsp({ ocsp: { nonce: Buffer.alloc(0) } }, reason);
    const [one, other] = [await it.forge(), await it.forge()];
    const mixed = { evidence: one.evidence, ocspResponse: other.ocspResponse };
    expect(verifyEvidence(mixed, expected, it.trust)).toEqual(fails('ocsp', reason));
  });

  test("is signed by a responder of the certificate's issuer", async () => {
    const other = await responder({ issuer: it.pki.bankAuthority });
    await expectOcsp({ ocsp: { responder: other } }, "another issuer's responder");
    const alike = await createPki(randomBytes);
    const false_ = await responder({ issuer: alike.customerAuthority });
    await expectOcsp({ ocsp: { responder: false_ } }, "another issuer's responder");
    expect(await it.verdictOn({ ocsp: { responder: await responder({}) } })).toMatchObject({
      ok: true,
    });
  });

  test.each([
    [
      'without the purpose',
      { extensions: [keyUsage('nonRepudiation')] },
      'the responder may not sign answers',
    ],
    [
      'with another purpose',
      { extensions: [extendedKeyUsage('1.3.6.1.5.5.7.3.2')] },
      'the responder may not sign answers',
    ],
    ['that is a person', { extensions: forPerson }, 'the responder may not sign answers'],
    [
      'whose key is not for signing',
      { extensions: [extendedKeyUsage(OCSP_SIGNING), keyUsage('keyEncipherment')] },
      'the responder may not sign',
    ],
    [
      'that had run out',
      { to: new Date('2026-02-28T00:00:00Z') },
      "the responder's certificate was not valid",
    ],
  ])('refuses a responder %s', async (_, change, reason) => {
    await expectOcsp({ ocsp: { responder: await responder(change) } }, reason);
  });

  test('is signed by the responder it names', async () => {
    const { certificate } = await responder({});
    const { privateKey } = it.pki.rpClient;
    const stolen = { ocsp: { responder: { certificate, privateKey } } };
    await expectOcsp(stolen, 'the signature of the OCSP response');
  });

  test('has the time of the signature, within five minutes', async () => {
    const reason = 'the OCSP response is not of this time';
    for (const seconds of [-300, 300]) {
      expect(await it.verdictOn({}, {}, { now: shift(seconds) })).toMatchObject({ ok: true });
    }
    for (const seconds of [-301, 301]) {
      expect(await it.verdictOn({}, {}, { now: shift(seconds) })).toEqual(fails('ocsp', reason));
    }
  });

  /** The response with other signed bytes, signed again by the same responder. */
  function resigned(response: string, from: Buffer, to: Buffer): string {
    const [status, tagged0] = elementsOf(Buffer.from(response, 'base64'));
    const [type, basic] = elementsOf(elementsOf(tagged0!)[0]!);
    const [data, algorithm, , certificates] = elementsOf(elementsOf(basic!)[0]!);
    const at = data!.indexOf(from);
    expect(at).not.toBe(-1);
    const changed = Buffer.concat([data!.subarray(0, at), to, data!.subarray(at + from.length)]);
    expect(changed.length).toBe(data!.length);
    const signature = bits(sign('sha256', changed, it.responder.privateKey));
    const inner = sequence(changed, algorithm!, signature, certificates!);
    return sequence(status!, tagged(0, sequence(type!, octets(inner)))).toString('base64');
  }

  const TIME = '20260301120000Z';
  test.each<[string, Buffer, Buffer, string | undefined]>([
    ['nothing', Buffer.from(TIME), Buffer.from(TIME), undefined],
    [
      'the name of another responder',
      Buffer.from('OCSP Signing'),
      Buffer.from('OCSP signing'),
      'another responder is named',
    ],
    [
      'a hash that we do not know',
      Buffer.from('2b0e03021a', 'hex'),
      Buffer.from('2b0e03021b', 'hex'),
      'an unknown hash',
    ],
    [
      'a status of before',
      Buffer.from(`\u0080\0\u0018\u000f${TIME}`, 'latin1'),
      Buffer.from('\u0080\0\u0018\u000f20260301115459Z', 'latin1'),
      'the status is of another time',
    ],
    [
      'a status of afterwards',
      Buffer.from(`\u0080\0\u0018\u000f${TIME}`, 'latin1'),
      Buffer.from('\u0080\0\u0018\u000f20260301120001Z', 'latin1'),
      'the status is of another time',
    ],
    [
      'a critical extension in the place of the nonce',
      Buffer.from('2b0601050507300102', 'hex'),
      Buffer.from('2b0601050507300109', 'hex'),
      'a critical extension that is not understood',
    ],
  ])('is checked in every part: with %s', async (_, from, to, reason) => {
    const genuine = await it.forge();
    const given = { ...genuine, ocspResponse: resigned(genuine.ocspResponse, from, to) };
    const verdict = verifyEvidence(given, expected, it.trust);
    if (reason === undefined) expect(verdict).toMatchObject({ ok: true });
    else expect(verdict).toEqual(fails('ocsp', reason));
  });

  test('has no trailing bytes', async () => {
    const genuine = await it.forge();
    const der = Buffer.from(genuine.ocspResponse, 'base64');
    const reason = 'the OCSP response cannot be read, or is not successful';
    for (const bytes of [
      ...Array.from({ length: 40 }, (_, index) =>
        der.subarray(0, Math.floor((der.length * index) / 40)),
      ),
      der.subarray(0, -1),
      Buffer.concat([der, Buffer.from([0])]),
      Buffer.from('30030a0106', 'hex'),
    ]) {
      const given = { ...genuine, ocspResponse: bytes.toString('base64') };
      expect(verifyEvidence(given, expected, it.trust)).toEqual(fails('ocsp', reason));
    }
  });

  test('is base64, and not too large', async () => {
    const genuine = await it.forge();
    const validate = (ocspResponse: string) =>
      verifyEvidence({ ...genuine, ocspResponse }, expected, it.trust);
    expect(validate(`${genuine.ocspResponse}\n`)).toEqual(
      fails('ocsp', 'the OCSP response is not base64'),
    );
    expect(validate('A'.repeat(64 * 1024 + 4))).toEqual(
      fails('ocsp', 'the OCSP response is too large'),
    );
  });
});
