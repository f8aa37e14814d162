import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { unsimulated } from '@eid-broker/testing/unsimulated-credential';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { digestOf, type Expected, type RequestedOrder } from '../src/expectations.ts';
import { type Bench, base64, C14N, fails, replace, requested, startBench } from './bench.ts';
import { type Changes, personName } from './forgery.ts';

let it: Bench;
beforeAll(async () => {
  it = await startBench();
});

describe('the algorithms', () => {
  const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig';
  test.each<[string, (text: string) => string, string]>([
    ['rsa-sha1', replace(/http[^"]*rsa-sha256/, `${XMLDSIG}#rsa-sha1`), 'the signature method'],
    ['HMAC', replace(/http[^"]*rsa-sha256/, `${XMLDSIG}#hmac-sha1`), 'the signature method'],
    ['a SHA-1 digest', replace(/http[^"]*xmlenc#sha256/, `${XMLDSIG}#sha1`), 'the digest method'],
    [
      'canonicalization with comments',
      replace(`Method Algorithm="${C14N}`, `Method Algorithm="${C14N}#WithComments`),
      'the canonicalization',
    ],
    [
      'a transform with comments',
      replace(`Transform Algorithm="${C14N}`, `Transform Algorithm="${C14N}#WithComments`),
      'the transforms',
    ],
    [
      'a further transform',
      (text) =>
        text.replace(
          /<Transform A.*?<\/Transform>/,
          '$&<Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"></Transform>',
        ),
      'the transforms',
    ],
    [
      'the same transform twice',
      (text) => text.replace(/<Transform A.*?<\/Transform>/, '$&$&'),
      'the transforms',
    ],
  ])("must be BankID's: it refuses %s", async (_, signedInfo, reason) => {
    expect(await it.verdictOn({ signedInfo })).toEqual(fails('algorithms', reason));
  });
});

describe('the signature', () => {
  const request = { kind: 'sign', userVisibleData: base64('Ja') } as const;
  test.each<[string, (text: string) => string, string]>([
    ['a changed text', replace(base64('Ja'), base64('Nej')), 'the digest of bankIdSignedData'],
    ['another operation', replace('Signing', 'Identification'), 'the digest of bankIdSignedData'],
    [
      'a changed certificate',
      replace('<X509Certificate>MIIE', '<X509Certificate>MIIF'),
      'the digest of KeyInfo',
    ],
    [
      'a certificate less',
      (text) =>
        text.replace(/<X509Certificate>[^<]*<\/X509Certificate><\/X509Data>/, '</X509Data>'),
      'the digest of KeyInfo',
    ],
    [
      'a digest changed to match nothing',
      (text) => text.replace(/<DigestValue>[^<]*/, '<DigestValue>'),
      'the digest of bankIdSignedData',
    ],
    [
      'a changed signature',
      (text) =>
        text.replace(
          /(<SignatureValue>.{9})./,
          (_, start) => `${start}${text.includes(`${start}A`) ? 'B' : 'A'}`,
        ),
      'the signature',
    ],
    [
      'no signature',
      (text) => text.replace(/<SignatureValue>[^<]*/, '<SignatureValue>'),
      'the signature',
    ],
  ])('covers everything: %s', async (_, document, reason) => {
    expect(await it.verdictOn({ request, document })).toEqual(fails('signature', reason));
  });

  test('covers SignedInfo: digests made to match a changed text', async () => {
    const other = await it.forge({ request: { ...request, userVisibleData: base64('Nej') } });
    const otherText = Buffer.from(other.evidence, 'base64').toString();
    const part = (text: string, name: string) => new RegExp(`<${name} .*</${name}>`).exec(text)![0];
    const document = (text: string) =>
      ['SignedInfo', 'bankIdSignedData'].reduce(
        (all, name) => all.replace(part(all, name), part(otherText, name)),
        text,
      );
    expect(await it.verdictOn({ request, document })).toEqual(fails('signature', 'the signature'));
  });

  test("must be made by the certificate's key", async () => {
    const { certificate } = await it.issue({});
    const { privateKey } = it.pki.rpClient;
    const verdict = await it.verdictOn({ leaf: { certificate, privateKey } });
    expect(verdict).toEqual(fails('signature', 'the signature'));
  });

  test('refuses elliptic curves and short keys', async () => {
    const reason = 'the key is no RSA key of 2048 bits or more';
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const { certificate } = await it.issue({ publicKey });
    expect(await it.verdictOn({ leaf: { certificate, privateKey } })).toEqual(
      fails('signature', reason),
    );
    const curved = {
      certificate: new X509Certificate(unsimulated.certificate),
      privateKey: createPrivateKey(unsimulated.privateKey),
    };
    expect(await it.verdictOn({ leaf: curved })).toEqual(fails('signature', reason));
  });
});

describe('the expectations', () => {
  const expectOther = async (changes: Changes, about: Partial<Expected>, reason: string) =>
    expect(await it.verdictOn(changes, about)).toEqual(fails('expectations', reason));

  test('require this person in both the result and the certificate', async () => {
    await expectOther({}, { personalNumber: '191212121212' }, 'another person signed');
    const leaf = await it.issue({ subject: personName('191212121212') });
    await expectOther({ leaf }, {}, 'another person signed');
  });

  test('require this service', async () => {
    await expectOther({}, { organisation: '5566304928' }, 'another service asked');
    const named = (name: string) =>
      replace(/<srvInfo><name>[^<]*/, `<srvInfo><name>${base64(name)}`);
    const twice = named('cn=a,name=x,serialNumber=0000000001,serialNumber=0000000002,o=a,c=SE');
    await expectOther({ signedData: twice }, {}, 'another service asked');
    await expectOther({ signedData: named('cn=a,c=SE') }, {}, 'another service asked');
  });

  const text = base64('Ja');
  const request = { kind: 'sign', userVisibleData: text, userNonVisibleData: 'eA==' } as const;
  const about: RequestedOrder = {
    operation: 'Signing',
    visible: digestOf(text),
    nonVisible: digestOf('eA=='),
    format: 'plaintext',
  };
  test.each<[string, Partial<RequestedOrder>, string]>([
    ['another operation', { operation: 'Identification' }, 'another operation'],
    ['another text', { visible: digestOf(base64('Nej')) }, 'another text'],
    ['no text', { visible: undefined }, 'another text'],
    ['other data', { nonVisible: digestOf('eQ==') }, 'other non-visible data'],
    ['no data', { nonVisible: undefined }, 'other non-visible data'],
    ['another format', { format: 'simpleMarkdownV1' }, 'another format'],
  ])('require the requested order: they refuse %s', async (_, change, reason) => {
    expect(await it.verdictOn({ request }, { requested: about })).toMatchObject({ ok: true });
    await expectOther({ request }, { requested: { ...about, ...change } }, reason);
  });

  test('require a text and data that were sent', async () => {
    const bare = { ...requested, visible: digestOf('eA==') };
    await expectOther({}, { requested: bare }, 'another text');
    const data = { ...requested, nonVisible: digestOf('eA==') };
    await expectOther({}, { requested: data }, 'other non-visible data');
  });
});
