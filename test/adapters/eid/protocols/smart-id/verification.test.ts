import { constants, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

import {
  type CertificateRequest,
  issueCertificate,
} from '@eid-broker/eid-simulators/bankid/pki/certificate';
import {
  authority,
  certificatePolicies,
  extendedKeyUsage,
  keyUsage,
} from '@eid-broker/eid-simulators/bankid/pki/certificate-extensions';
import {
  createPki,
  type KeyPair,
  newKeys,
  type Pki,
} from '@eid-broker/eid-simulators/bankid/pki/pki';
import { readAuthorities } from '@eid-broker/evidence/read-roots';
import { beforeAll, describe, expect, test } from '@jest/globals';

import type { Session } from '../../../../../src/adapters/eid/protocols/smart-id/order.ts';
import {
  type Rules,
  verified,
} from '../../../../../src/adapters/eid/protocols/smart-id/verification.ts';
import type { JsonObject } from '../../../../../src/domain/json.ts';

const NOW = new Date('2026-01-15T12:00:00.000Z');
const SMART_ID = '1.3.6.1.4.1.62306.5.7.0';
const CLIENT = '1.3.6.1.5.5.7.3.2';
const POLICIES = ['1.3.6.1.4.1.10015.17.2', '0.4.0.2042.1.2'];
const SECRET = randomBytes(32);
const VERIFIER = randomBytes(32).toString('base64url');

const session: Session = {
  kind: 'session',
  sessionId: 'fa20fd1e-e320-4c68-8315-f6a507a0b4a9',
  rpChallenge: randomBytes(64).toString('base64'),
  relyingPartyName: 'Näidis & Co',
  brokeredRpName: '',
  interactions: Buffer.from(
    '[{"type":"displayTextAndPIN","displayText60":"Log in"},{"type":"confirmationMessage","displayText200":"Log in"}]',
  ).toString('base64'),
  initialCallbackUrl: 'https://login.example/login/1/return?nonce=abc',
  flows: ['Web2App'],
  link: {
    sessionToken: 'wGIrqveE6AuGDATZKmR1mtAZ',
    sessionSecret: SECRET.toString('base64'),
    deviceLinkBase: 'https://smart-id.com',
    language: 'eng',
    startedAt: NOW.getTime(),
  },
};
const byQr: Session = { ...session, flows: ['QR'], initialCallbackUrl: '' };
const returned = {
  sessionSecretDigest: sha256(SECRET).toString('base64url'),
  userChallengeVerifier: VERIFIER,
};

let pki: Pki;
let keys: KeyPair;
let rules: Rules;
beforeAll(async () => {
  [pki, keys] = await Promise.all([createPki(randomBytes), newKeys()]);
  const authorities = readAuthorities(pki.customerAuthority.certificate.toString()) ?? [];
  rules = { scheme: 'smart-id', country: 'EE', authorities, at: NOW };
});

/** The changes to an otherwise genuine answer. */
interface Changes {
  readonly certificate?: Partial<CertificateRequest>;
  readonly keys?: KeyPair;
  /** The parts of the signed text, before it is signed. */
  readonly text?: (parts: string[]) => void;
  readonly padding?: object;
  /** Members of the answer, when it has been signed. */
  readonly answer?: JsonObject;
  readonly signature?: JsonObject;
  readonly cert?: JsonObject;
  readonly flowType?: string;
}

const SUBJECT = [
  ['C', 'EE'],
  ['SN', 'Näidis'],
  ['GN', 'Mari'],
  ['serialNumber', 'PNOEE-60001019906'],
  ['CN', 'Näidis,Mari'],
] as const;

type Use = 'digitalSignature' | 'nonRepudiation' | 'keyEncipherment' | 'dataEncipherment';

function usage(...uses: readonly Use[]) {
  return [keyUsage(...uses), certificatePolicies(...POLICIES)];
}

/** An answer as Smart-ID makes it, with changes. */
function answerOf(changes: Changes = {}, flowType = changes.flowType ?? 'Web2App'): JsonObject {
  const { publicKey, privateKey } = changes.keys ?? keys;
  const certificate = issueCertificate({
    issuer: pki.customerAuthority,
    hash: 'sha256',
    random: randomBytes,
    subject: SUBJECT,
    publicKey,
    from: new Date('2025-12-01T00:00:00Z'),
    to: new Date('2028-12-01T00:00:00Z'),
    extensions: [...usage('digitalSignature'), extendedKeyUsage(SMART_ID)],
    ...changes.certificate,
  });
  const userChallenge = sha256(VERIFIER).toString('base64url');
  const parts = [
    'smart-id',
    'ACSP_V2',
    'MTlop6EXCrQ6FOErcKjxUhbV',
    session.rpChallenge,
    userChallenge,
    Buffer.from(session.relyingPartyName).toString('base64'),
    '',
    sha256(session.interactions).toString('base64'),
    'displayTextAndPIN',
    flowType === 'Web2App' ? session.initialCallbackUrl : '',
    flowType,
  ];
  changes.text?.(parts);
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 };
  const key = { key: privateKey, ...padding, ...changes.padding };
  return {
    state: 'COMPLETE',
    result: { endResult: 'OK', documentNumber: 'PNOEE-60001019906-MOCK-Q' },
    signatureProtocol: 'ACSP_V2',
    signature: {
      value: sign('sha512', Buffer.from(parts.join('|')), key).toString('base64'),
      serverRandom: 'MTlop6EXCrQ6FOErcKjxUhbV',
      userChallenge,
      flowType,
      signatureAlgorithm: 'rsassa-pss',
      signatureAlgorithmParameters: PARAMETERS,
      ...changes.signature,
    },
    cert: {
      value: certificate.raw.toString('base64'),
      certificateLevel: 'QUALIFIED',
      ...changes.cert,
    },
    interactionTypeUsed: 'displayTextAndPIN',
    ...changes.answer,
  };
}

const PARAMETERS = {
  hashAlgorithm: 'SHA-512',
  maskGenAlgorithm: { algorithm: 'id-mgf1', parameters: { hashAlgorithm: 'SHA-512' } },
  saltLength: 64,
  trailerField: '0xbc',
};

/** The step at which the answer fails; undefined when it is accepted. */
function failure(
  answer: JsonObject,
  about = { session, returned: returned as object | undefined },
) {
  try {
    verified(answer, { ...about, returned: about.returned as Record<string, string> }, rules);
    return undefined;
  } catch (error) {
    return (error as { readonly step?: string }).step ?? String(error);
  }
}

describe('a genuine answer', () => {
  test('is believed, with person and account', () => {
    const { person, documentNumber, path } = verified(answerOf(), { session, returned }, rules);
    expect(person).toMatchObject({ country: 'EE', number: '60001019906', givenName: 'Mari' });
    expect(documentNumber).toBe('PNOEE-60001019906-MOCK-Q');
    expect(path.authorities).toHaveLength(1);
  });

  test('needs no return in the other flows', () => {
    expect(failure(answerOf({}, 'QR'), { session: byQr, returned: undefined })).toBeUndefined();
    const pushed: Session = { ...byQr, flows: ['Notification'], link: undefined };
    const answer = answerOf({}, 'Notification');
    expect(failure(answer, { session: pushed, returned: undefined })).toBeUndefined();
  });

  test('may have a certificate of before April 2025', () => {
    const older = usage('digitalSignature', 'keyEncipherment', 'dataEncipherment');
    const extensions = [...older, extendedKeyUsage(CLIENT)];
    expect(failure(answerOf({ certificate: { extensions } }))).toBeUndefined();
  });
});

describe('an answer is not believed', () => {
  test.each<[string, Changes, string]>([
    [
      'of another protocol',
      { answer: { signatureProtocol: 'RAW_DIGEST_SIGNATURE' } },
      'signatureProtocol',
    ],
    ['without a certificate', { answer: { cert: null } }, 'form'],
    ['without a signature', { answer: { signature: null } }, 'form'],
    ['without a result', { answer: { result: null } }, 'form'],
    ['without an account', { answer: { result: { endResult: 'OK' } } }, 'form'],
    ['of the flow that was not offered', { flowType: 'QR' }, 'flowType'],
    ['of an unknown flow', { signature: { flowType: 'App2App' } }, 'flowType'],
    ['of a basic account', { cert: { certificateLevel: 'ADVANCED' } }, 'certificateLevel'],
    ['of an unknown level', { cert: { certificateLevel: 'qualified' } }, 'certificateLevel'],
    [
      'by a screen that was not requested',
      { answer: { interactionTypeUsed: 'confirmationMessageAndVerificationCodeChoice' } },
      'interaction',
    ],
    [
      'by another screen than the signed one',
      { answer: { interactionTypeUsed: 'confirmationMessage' } },
      'signature',
    ],
    ['with a certificate that is none', { cert: { value: 'AAAA' } }, 'chain'],
    ['with a short random', { signature: { serverRandom: 'AAAA' } }, 'form'],
    ['with another random', { signature: { serverRandom: 'A'.repeat(24) } }, 'signature'],
    [
      'with another challenge of the person',
      { signature: { userChallenge: 'A'.repeat(43) } },
      'userChallengeVerifier',
    ],
    [
      'with another algorithm',
      { signature: { signatureAlgorithm: 'sha512WithRSAEncryption' } },
      'signatureAlgorithm',
    ],
    [
      'with another hash',
      { signature: { signatureAlgorithmParameters: { ...PARAMETERS, hashAlgorithm: 'SHA-256' } } },
      'signatureAlgorithm',
    ],
    [
      'with another mask',
      { signature: { signatureAlgorithmParameters: { ...PARAMETERS, maskGenAlgorithm: {} } } },
      'signatureAlgorithm',
    ],
    [
      'with another salt',
      { signature: { signatureAlgorithmParameters: { ...PARAMETERS, saltLength: 20 } } },
      'signatureAlgorithm',
    ],
    [
      'with another trailer',
      { signature: { signatureAlgorithmParameters: { ...PARAMETERS, trailerField: '0xcc' } } },
      'signatureAlgorithm',
    ],
    [
      'without parameters',
      { signature: { signatureAlgorithmParameters: null } },
      'signatureAlgorithm',
    ],
    ['with a signature of another length of salt', { padding: { saltLength: 20 } }, 'signature'],
    [
      'with a signature of PKCS #1 v1.5',
      { padding: { padding: constants.RSA_PKCS1_PADDING, saltLength: undefined } },
      'signature',
    ],
  ])('%s', (_, changes, step) => {
    expect(failure(answerOf(changes))).toBe(step);
  });

  const PARTS = [
    'scheme',
    'protocol',
    'server random',
    'challenge',
    'challenge of the person',
    'name',
    'brokered name',
    'interactions',
    'interaction',
    'callback',
    'flow',
  ];
  test.each(PARTS.map((name, at) => [name, at] as const))(
    'with a signature over another %s',
    (_, at) => {
      const text = (parts: string[]) => {
        parts[at] = `${parts[at]}x`;
      };
      expect(failure(answerOf({ text }))).toBe('signature');
    },
  );

  test('with the key of another person', async () => {
    const other = await newKeys();
    const mixed = { ...keys, privateKey: other.privateKey };
    expect(failure(answerOf({ keys: mixed }))).toBe('signature');
  });

  test.each<[string, object]>([
    ['another digest of the secret', { ...returned, sessionSecretDigest: 'A'.repeat(43) }],
    ['no digest of the secret', { userChallengeVerifier: VERIFIER }],
    ['no parameters', {}],
  ])('after a return with %s', (_, given) => {
    expect(failure(answerOf(), { session, returned: given })).toBe('sessionSecretDigest');
  });

  test.each<[string, object]>([
    ['another verifier', { ...returned, userChallengeVerifier: 'A'.repeat(43) }],
    [
      'the challenge in place of its verifier',
      { ...returned, userChallengeVerifier: sha256(VERIFIER).toString('base64url') },
    ],
    ['no verifier', { sessionSecretDigest: returned.sessionSecretDigest }],
  ])('after a return with %s', (_, given) => {
    expect(failure(answerOf(), { session, returned: given })).toBe('userChallengeVerifier');
  });
});

describe('a certificate is not believed', () => {
  const policies = (...given: string[]) => ({
    extensions: [
      keyUsage('digitalSignature'),
      extendedKeyUsage(SMART_ID),
      certificatePolicies(...given),
    ],
  });
  const uses = (purpose: string, ...given: readonly Use[]) => ({
    extensions: [...usage(...given), extendedKeyUsage(purpose)],
  });
  const subject = (serialNumber: string) => ({
    subject: [
      ['SN', 'Näidis'],
      ['GN', 'Mari'],
      ['serialNumber', serialNumber],
    ] as const,
  });

  test.each<[string, Partial<CertificateRequest>, string]>([
    ['of a basic account', policies('1.3.6.1.4.1.10015.17.1', '0.4.0.2042.1.1'), 'policies'],
    [
      'of another eID of the authority',
      policies('1.3.6.1.4.1.10015.18.1', '0.4.0.2042.1.2'),
      'policies',
    ],
    ['with one of the policies', policies('1.3.6.1.4.1.10015.17.2'), 'policies'],
    ['for signatures', uses(SMART_ID, 'nonRepudiation'), 'keyUsage'],
    ['for signatures, without a purpose', { extensions: usage('digitalSignature') }, 'keyUsage'],
    [
      'with half of the older usage',
      uses(CLIENT, 'digitalSignature', 'keyEncipherment'),
      'keyUsage',
    ],
    ['with another purpose', uses('1.3.6.1.5.5.7.3.1', 'digitalSignature'), 'keyUsage'],
    [
      'of an authority',
      { extensions: [authority, ...usage('digitalSignature'), extendedKeyUsage(SMART_ID)] },
      'chain',
    ],
    ['of tomorrow', { from: new Date('2026-01-16T00:00:00Z') }, 'chain'],
    ['of yesterday', { to: new Date('2026-01-14T00:00:00Z') }, 'chain'],
    ['of another country', subject('PNOLV-050405-10009'), 'country'],
    ['of a passport', subject('PASEE-60001019906'), 'chain'],
    ['of nobody', { subject: [['CN', 'Mari']] }, 'chain'],
  ])('%s', (_, certificate, step) => {
    expect(failure(answerOf({ certificate }))).toBe(step);
  });

  test('of another authority with the same names', async () => {
    const alike = await createPki(randomBytes);
    const certificate = { issuer: alike.customerAuthority };
    expect(failure(answerOf({ certificate }))).toBe('chain');
  });

  test('with a short key', () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1536 });
    expect(failure(answerOf({ keys: short }))).toBe('signature');
  });
});

test('an answer of the demo environment is not believed in production', () => {
  const text = (parts: string[]) => {
    parts[0] = 'smart-id-demo';
  };
  expect(failure(answerOf({ text }))).toBe('signature');
});

function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
