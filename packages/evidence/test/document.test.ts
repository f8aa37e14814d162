import { beforeAll, describe, expect, test } from '@jest/globals';
import { verifyEvidence } from '../src/verify-evidence.ts';
import { type Bench, DSIG, expected, fails, replace, startBench, TYPES } from './bench.ts';
import type { Changes } from './forgery.ts';

let it: Bench;
beforeAll(async () => {
  it = await startBench();
});

describe('the form', () => {
  const UNWRITTEN = 'a tag is not written as BankID writes it';
  const NO_CHARACTER = 'a character stands where none belongs';
  const NO_START = 'the document does not begin as BankID begins it';
  test.each<[string, (text: string) => string, string]>([
    ['a comment', replace('<env>', '<env><!-- x -->'), 'the document holds a comment'],
    [
      'a comment in the text',
      replace('<funcId>', '<funcId><!---->'),
      'the document holds a comment',
    ],
    ['a comment behind', (text) => `${text}<!---->`, 'the document holds a comment'],
    [
      'CDATA',
      replace('Identification<', '<![CDATA[Identification]]><'),
      'the document holds CDATA',
    ],
    [
      'a DOCTYPE',
      replace('<Signature', '<!DOCTYPE Signature><Signature'),
      'the document holds a DOCTYPE',
    ],
    [
      'an entity',
      replace('>Identification', '>Identific&#97;tion'),
      'the document holds an entity',
    ],
    ['an entity in an attribute', replace('"wysiwys"', '"wysiwy&#115;"'), UNWRITTEN],
    [
      'an instruction',
      replace('<env>', '<env><?php x?>'),
      'the document holds a processing instruction',
    ],
    ['a prefix', (text) => text.replaceAll('srvInfo', 'b:srvInfo'), UNWRITTEN],
    ['a prefix declared', replace('<env', '<env xmlns:b="x"'), UNWRITTEN],
    ['white space between elements', replace('<KeyInfo', ' <KeyInfo'), NO_CHARACTER],
    ['a line break', replace('</Object>', '\n</Object>'), NO_CHARACTER],
    ['white space in a tag', replace('<env>', '<env >'), UNWRITTEN],
    ['white space in an end tag', replace('</env>', '</env >'), UNWRITTEN],
    ['white space in base64', replace('<SignatureValue>', '<SignatureValue> '), NO_CHARACTER],
    ['a line break at the end', (text) => `${text}\n`, NO_CHARACTER],
    ['an empty-element tag', replace('<uauth>pw</uauth>', '<uauth/>'), UNWRITTEN],
    ['single quotes', replace('"wysiwys"', "'wysiwys'"), UNWRITTEN],
    ['an unknown attribute', replace('<env>', '<env lang="sv">'), 'an unknown attribute'],
    ['an Id elsewhere', replace('<Object>', '<Object Id="other">'), 'an unknown attribute'],
    [
      'an attribute twice',
      replace('charset="UTF-8"', 'charset="UTF-8" charset="UTF-8"'),
      'an attribute stands there twice',
    ],
    [
      'attributes in another order',
      replace('charset="UTF-8" visible="wysiwys"', 'visible="wysiwys" charset="UTF-8"'),
      'attributes are not in canonical order',
    ],
    ['an unknown element', replace('</ai>', '<new>x</new></ai>'), 'an unknown element'],
    ['a text beside elements', replace('<env>', '<env>x'), 'text stands beside elements'],
    ['a text behind elements', replace('</env>', 'x</env>'), 'text stands beside elements'],
    ['another letter', replace('<funcId>', '<funcId>å'), NO_CHARACTER],
    ['an Id twice', replace('Id="bidKeyInfo"', 'Id="bidSignedData"'), 'an Id stands there twice'],
    ['an element not closed', replace('</Signature>', ''), 'the document is not one whole element'],
    [
      'an element closed by another',
      replace('</env>', '</ai>'),
      'an element ends that was not open',
    ],
    [
      'two roots',
      (text) => text + text.slice(text.indexOf('<Signature')),
      'the document is not one whole element',
    ],
    ['another declaration', replace('standalone="no"', 'standalone="yes"'), NO_START],
    ['no declaration', (text) => text.slice(text.indexOf('<Signature')), NO_START],
    ['a byte order mark', (text) => `\uFEFF${text}`, NO_START],
    ['elements without end', (text) => text + '<ai>'.repeat(40), 'elements are nested too deep'],
    ['nothing', () => '', NO_START],
  ])('must be plain: it refuses %s', async (_, document, reason) => {
    const request = { userVisibleData: 'eA==' };
    expect(await it.verdictOn({ request, document })).toEqual(fails('form', reason));
  });

  test.each([
    ['white space', (text: string) => `${text}\n`],
    ['base64url', (text: string) => text.replaceAll('=', '').replaceAll('+', '-')],
    ['bytes that are not UTF-8', () => '/////w=='],
  ])('must be base64 of UTF-8: it refuses %s', async (_, change) => {
    const genuine = await it.forge();
    const given = { ...genuine, evidence: change(genuine.evidence) };
    expect(verifyEvidence(given, expected, it.trust)).toEqual(
      fails('form', 'the evidence is not UTF-8 in base64'),
    );
  });

  test('must not be larger than 1 MiB', async () => {
    const genuine = await it.forge();
    const ofLength = (length: number) => ({ ...genuine, evidence: 'A'.repeat(length) });
    const tooLarge = fails('form', 'the evidence is too large');
    expect(verifyEvidence(ofLength(1024 * 1024 + 4), expected, it.trust)).toEqual(tooLarge);
    expect(verifyEvidence(ofLength(1024 * 1024), expected, it.trust)).not.toEqual(tooLarge);
  });
});

describe('the structure', () => {
  /** Signed like genuine evidence: only its structure is wrong. */
  test.each<[string, Changes, string]>([
    [
      'the signed data moved, another in its place',
      {
        document: (text) => {
          const data = /<bankIdSignedData.*<\/bankIdSignedData>/.exec(text)![0];
          const forged = data
            .replace('bidSignedData', 'other')
            .replace('Identification', 'Signing');
          return text
            .replace(data, forged)
            .replace('</Object>', `</Object><Object>${data}</Object>`);
        },
      },
      'the content of Signature',
    ],
    [
      'a second bankIdSignedData outside the reference',
      {
        document: (text) => {
          const data = /<bankIdSignedData.*<\/bankIdSignedData>/.exec(text)![0];
          return text.replace('<Object>', `<Object>${data.replace('bidSignedData', 'other')}`);
        },
      },
      'the content of Object',
    ],
    [
      'an Id exchanged',
      {
        document: (text) =>
          text
            .replace('Id="bidSignedData"', 'Id="x"')
            .replace('Id="bidKeyInfo"', 'Id="bidSignedData"')
            .replace('Id="x"', 'Id="bidKeyInfo"'),
      },
      'the attributes of KeyInfo',
    ],
    [
      'another xmlns',
      { signedData: replace(TYPES, 'http://www.bankid.com/signature/v2') },
      'the attributes of bankIdSignedData',
    ],
    [
      'an empty xmlns',
      { signedData: replace(`xmlns="${TYPES}"`, 'xmlns=""') },
      'the attributes of bankIdSignedData',
    ],
    [
      'no xmlns',
      { signedData: replace(` xmlns="${TYPES}"`, '') },
      'the attributes of bankIdSignedData',
    ],
    [
      'no xmlns of SignedInfo',
      { signedInfo: replace(` xmlns="${DSIG}"`, '') },
      'the attributes of SignedInfo',
    ],
    [
      'another xmlns of the whole',
      { document: replace(`<Signature xmlns="${DSIG}"`, '<Signature xmlns="x"') },
      'the attributes of Signature',
    ],
    [
      'another root',
      {
        document: (text) => text.replace(/<Signature xmlns="[^"]*">.*<\/Signature>/, '<env></env>'),
      },
      'the document is no Signature',
    ],
    [
      'another charset',
      { request: { userVisibleData: 'eA==' }, signedData: replace('UTF-8', 'UTF-16') },
      'the attributes of usrVisibleData',
    ],
    [
      'a text that was not seen',
      { request: { userVisibleData: 'eA==' }, signedData: replace('wysiwys', 'hidden') },
      'the attributes of usrVisibleData',
    ],
    [
      'an unknown format',
      {
        request: { userVisibleData: 'eA==' },
        signedData: replace('visible="', 'format="html" visible="').bind(undefined),
      },
      'an unknown format',
    ],
    [
      'no operation',
      { signedData: replace('<funcId>Identification</funcId>', '') },
      'the content of clientInfo',
    ],
    [
      'two operations',
      { signedData: replace('<funcId>', '<funcId>Signing</funcId><funcId>') },
      'the content of clientInfo',
    ],
    [
      'two texts',
      {
        request: { userVisibleData: 'eA==' },
        signedData: (text) => text.replace(/<usrVisibleData.*<\/usrVisibleData>/, '$&$&'),
      },
      'the content of bankIdSignedData',
    ],
    [
      'elements in the place of text',
      { signedData: replace('<name>', '<name><ip></ip></name><name>') },
      'the content of srvInfo',
    ],
    [
      'an element in a text',
      { signedData: replace('<uauth>pw', '<uauth><ip></ip>') },
      'the content of uauth',
    ],
    [
      'text in the place of elements',
      { signedData: (text) => text.replace(/<ai>.*<\/ai>/, 'x') },
      'the content of env',
    ],
    [
      'one reference',
      { signedInfo: (text) => text.replace(/<Reference URI.*<\/Reference>/, '') },
      'the references',
    ],
    [
      'three references',
      { signedInfo: (text) => text.replace(/<Reference URI.*<\/Reference>/, '$&$&') },
      'the references',
    ],
    [
      'the same referenced twice',
      { signedInfo: replace('"#bidKeyInfo"', '"#bidSignedData"') },
      'the references',
    ],
    [
      'the whole document referenced',
      { signedInfo: replace('"#bidSignedData"', '""') },
      'the references',
    ],
    [
      'an outside document referenced',
      { signedInfo: replace('"#bidSignedData"', '"http://x.example/"') },
      'the references',
    ],
    [
      'a reference of another type',
      { signedInfo: replace(`Type="${TYPES}"`, 'Type="x"') },
      'the attributes of Reference',
    ],
    [
      'a reference without a type',
      { signedInfo: replace(`Type="${TYPES}" `, '') },
      'the types of the references',
    ],
    [
      'a text that is not base64',
      { request: { userVisibleData: 'eA==' }, signedData: replace('>eA==<', '>eA=<') },
      'usrVisibleData is not UTF-8 in base64',
    ],
    [
      'a text that is not UTF-8',
      { request: { userVisibleData: 'eA==' }, signedData: replace('>eA==<', '>/w==<') },
      'usrVisibleData is not UTF-8 in base64',
    ],
    [
      'a signature that is not base64',
      { document: replace('<SignatureValue>', '<SignatureValue>_') },
      'SignatureValue is not base64',
    ],
    [
      'a certificate that is not base64',
      { keyInfo: replace('<X509Certificate>', '<X509Certificate>=') },
      'X509Certificate is not base64',
    ],
  ])('must be that of BankID: it refuses %s', async (_, changes, reason) => {
    expect(await it.verdictOn(changes)).toEqual(fails('structure', reason));
  });
});
