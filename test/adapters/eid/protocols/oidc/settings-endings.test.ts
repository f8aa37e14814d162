import { randomBytes } from 'node:crypto';

import { issueCertificate } from '@eid-broker/eid-simulators/bankid/pki/certificate';
import { newKeys } from '@eid-broker/eid-simulators/bankid/pki/pki';
import { expect, test } from '@jest/globals';
import { UnsecuredJWT } from 'jose';

import { endingsIn } from '../../../../../src/adapters/eid/protocols/oidc/settings-endings.ts';

const END = new Date('2027-01-31T12:00:00Z');
const exp = END.getTime() / 1000;
const OURS = { clientId: 'ours' };

test('keys with an end or a certificate, and the entity statement, are what ends', async () => {
  const { publicKey, privateKey } = await newKeys();
  const certificate = issueCertificate({
    subject: [['CN', 'Provider']],
    publicKey,
    issuer: { selfKey: privateKey },
    from: new Date('2026-01-01'),
    to: END,
    extensions: [],
    hash: 'sha256',
    random: randomBytes,
  });
  const x5c = [certificate.raw.toString('base64')];
  const settings = {
    ...OURS,
    privateKey: JSON.stringify({ kid: 'sign', exp }),
    decryptionKeys: JSON.stringify({ keys: [{ kid: 'old', exp }, { kid: 'new' }] }),
    providerKeys: JSON.stringify({ keys: [{ kid: 'theirs', x5c }] }),
    entityStatement: new UnsecuredJWT({ exp }).setIssuer('https://provider.example').encode(),
  };
  expect(endingsIn(settings)).toEqual([
    { use: 'own-key', name: 'sign', expiresAt: END },
    { use: 'own-key', name: 'old', expiresAt: END },
    { use: 'provider-key', name: 'theirs', expiresAt: END },
    { use: 'entity-statement', name: 'https://provider.example', expiresAt: END },
  ]);
});

test('what names no end, or cannot be read, has none', () => {
  const providerKeys = JSON.stringify({
    keys: [
      { kid: 'a', x5c: ['?'], exp: 'soon' },
      { kid: 'b', exp: 1e300 },
    ],
  });
  expect(endingsIn({ ...OURS, providerKeys, entityStatement: 'x' })).toEqual([]);
  expect(endingsIn({ ...OURS, clientSecret: 'secret' })).toEqual([]);
});
