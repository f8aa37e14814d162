import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runIn, testWith } from '@eid-broker/testing/outside-tool';
import { hasTools } from '@eid-broker/testing/tools';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { checkedPath, readPersonCertificate } from '../src/certificate-path.ts';
import { checkStatus, ocspRequest, ocspUrlOf } from '../src/certificate-status.ts';
import { personOf } from '../src/person-name.ts';
import { readAuthorities, readRoots } from '../src/read-roots.ts';

/**
 * Certificates as the authorities of the Baltic eIDs issue them, made by OpenSSL: a root and an issuing authority with
 * elliptic curves, persons with RSA keys, and a delegated OCSP responder.
 */
const CONFIGURATION = `
[req]
distinguished_name = name
prompt = no
string_mask = utf8only
[name]
CN = placeholder
[root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
[short]
basicConstraints = critical,CA:TRUE,pathlen:0
keyUsage = critical,keyCertSign,cRLSign
[issuer]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
[person]
basicConstraints = CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = 1.3.6.1.4.1.62306.5.7.0
certificatePolicies = 1.3.6.1.4.1.10015.17.2, 0.4.0.2042.1.2
authorityInfoAccess = OCSP;URI:http://aia.simulator.invalid/eidq, caIssuers;URI:http://c.simulator.invalid/ca.crt
subjectAltName = dirName:account
[account]
CN = PNOLV-320000-10003-MOCK-Q
[born]
keyUsage = critical,digitalSignature
2.5.29.9 = ASN1:SEQUENCE:attributes
[attributes]
birth = SEQUENCE:birth
[birth]
type = OID:1.3.6.1.5.5.7.9.1
values = SET:values
[values]
time = GENTIME:19900817120000Z
[responder]
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,OCSPSigning

[stranger]
keyUsage = critical,digitalSignature
`;

const LATVIAN = '/C=LV/SN=Paraugs/GN=Līga/serialNumber=PNOLV-320000-10003/CN=Paraugs,Līga';
const ESTONIAN = '/C=EE/SN=Näidis/GN=Mari/serialNumber=PNOEE-60001019906/CN=Näidis,Mari';

let folder: string;
const available = hasTools('openssl');
beforeAll(async () => {
  if (!available) return;
  folder = await mkdtemp(join(tmpdir(), 'person-certificates-'));
  const configuration = CONFIGURATION;
  await writeFile(join(folder, 'c.cnf'), configuration);
  await writeFile(join(folder, 'index.txt'), '');
  key('root', 'ec -pkeyopt ec_paramgen_curve:P-521');
  key('issuer', 'ec -pkeyopt ec_paramgen_curve:P-384');
  for (const name of ['person', 'born', 'other', 'responder', 'stranger']) {
    key(name, 'rsa -pkeyopt rsa_keygen_bits:2048');
  }
  const root = '-x509 -days 3650 -sha512 -key root.key -config c.cnf -utf8';
  run(`req ${root} -extensions root -subj '/CN=SIMULATOR ROOT G1E' -out root.pem`);
  run(`req ${root} -extensions short -subj '/CN=SIMULATOR ROOT short' -out short.pem`);
  sign('issuer', { by: 'root', subject: '/CN=SIMULATOR EID-Q 2024E', extensions: 'issuer' });
  sign('person', { subject: ESTONIAN, extensions: 'person' });
  sign('born', { subject: LATVIAN, extensions: 'born' });
  sign('other', { subject: '/CN=nobody', extensions: 'person' });
  sign('responder', { subject: '/CN=SIMULATOR OCSP', extensions: 'responder' });
  sign('stranger', { subject: '/CN=SIMULATOR stranger', extensions: 'stranger' });
});
afterAll(async () => {
  if (available) await rm(folder, { recursive: true });
});

function run(command: string): string {
  return runIn(folder, 'openssl', command);
}

function key(name: string, kind: string): void {
  run(`genpkey -algorithm ${kind} -out ${name}.key`);
}

interface Request {
  readonly by?: string;
  readonly subject: string;
  readonly extensions: string;
}

function sign(name: string, { by = 'issuer', subject, extensions }: Request): void {
  run(`req -new -key ${name}.key -config c.cnf -utf8 -subj '${subject}' -out ${name}.csr`);
  const how = `-days 365 -sha384 -CA ${by}.pem -CAkey ${by}.key -CAcreateserial`;
  const rest = `-extfile c.cnf -extensions ${extensions} -out ${name}.pem`;
  run(`x509 -req -in ${name}.csr ${how} ${rest}`);
}

async function pemOf(...names: readonly string[]): Promise<string> {
  const parts = await Promise.all(names.map((name) => readFile(join(folder, `${name}.pem`))));
  return Buffer.concat(parts).toString();
}

async function certificate(name: string) {
  const body = (await pemOf(name)).replace(/-----[A-Z ]+-----|\s/g, '');
  return readPersonCertificate(body);
}

async function pathOf(name: string, pinned: readonly string[], at = new Date()) {
  const authorities = readAuthorities(await pemOf(...pinned)) ?? [];
  return checkedPath(await certificate(name), { authorities, at });
}

const fails = (step: string, reason: string) => expect.objectContaining({ step, reason });

describe('the path of a person’s certificate', () => {
  testWith('openssl', 'leads over elliptic curves to the pinned root', async () => {
    const { authorities } = await pathOf('person', ['root', 'issuer']);
    expect(authorities).toHaveLength(2);
    expect((await pathOf('person', ['issuer'])).authorities).toHaveLength(1);
  });

  testWith('openssl', 'needs a pinned issuer, and one that may issue', async () => {
    const unknown = fails('chain', 'no pinned authority issued the certificate');
    await expect(pathOf('person', ['root'])).rejects.toEqual(unknown);
    await expect(pathOf('person', ['short'])).rejects.toEqual(unknown);
    expect(readAuthorities(await pemOf('person'))).toBeUndefined();
  });

  testWith('openssl', 'is of now', async () => {
    const late = new Date(Date.now() + 400 * 86_400_000);
    const early = new Date(Date.now() - 86_400_000);
    const old = fails('chain', 'a certificate is not valid now');
    await expect(pathOf('person', ['root', 'issuer'], late)).rejects.toEqual(old);
    await expect(pathOf('person', ['root', 'issuer'], early)).rejects.toEqual(old);
  });

  testWith('openssl', 'does not begin with an authority', async () => {
    const reason = 'an authority signed in place of a person';
    await expect(pathOf('issuer', ['root'])).rejects.toEqual(fails('chain', reason));
  });

  testWith('openssl', 'is no longer than each authority permits', async () => {
    await writeFile(join(folder, 'long.pem'), await pemOf('short'));
    run(`x509 -req -in issuer.csr -days 365 -sha384 -CA short.pem -CAkey root.key -CAcreateserial \
      -extfile c.cnf -extensions issuer -out below.pem`);
    const reason = 'the path is too long';
    await expect(pathOf('person', ['below', 'short'])).rejects.toEqual(fails('chain', reason));
  });

  testWith('openssl', 'is no evidence of BankID, whose roots have RSA keys', async () => {
    expect(readRoots(await pemOf('root'))).toBeUndefined();
  });
});

describe('the person of a certificate', () => {
  testWith('openssl', 'has number, country and names', async () => {
    expect(personOf(await certificate('person'))).toEqual({
      country: 'EE',
      number: '60001019906',
      givenName: 'Mari',
      surname: 'Näidis',
      bornOn: undefined,
    });
  });

  testWith('openssl', 'may have a date of birth beside the number', async () => {
    expect(personOf(await certificate('born'))).toMatchObject({
      country: 'LV',
      number: '320000-10003',
      bornOn: new Date('1990-08-17T12:00:00Z'),
    });
  });

  testWith('openssl', 'must be named', async () => {
    const nobody = await certificate('other');
    expect(() => personOf(nobody)).toThrow('the certificate names no person');
  });
});

describe('the status of a certificate', () => {
  interface Answer {
    readonly status?: 'V' | 'R' | 'absent';
    readonly responder?: string;
    readonly about?: string;
    readonly nonce?: boolean;
    readonly now?: Date;
    readonly more?: string;
  }

  /** Sends our request to OpenSSL's responder, and checks its response. */
  async function statusOf(answer: Answer = {}): Promise<void> {
    const { status = 'V', responder = 'responder', about = 'person', more = '' } = answer;
    const path = await pathOf('person', ['root', 'issuer']);
    const asked = await pathOf(about, ['root', 'issuer']);
    const serial = asked.leaf.serial.toString('hex').toUpperCase();
    const [until, revoked] = ['351231235959Z', status === 'R' ? '260101000000Z' : ''];
    const line = `${status}\t${until}\t${revoked}\t${serial}\tunknown\t/CN=x\n`;
    await writeFile(join(folder, 'index.txt'), status === 'absent' ? '' : line);
    const nonce = randomBytes(32);
    await writeFile(join(folder, 'request.der'), ocspRequest({ path: asked, nonce }));
    run(`ocsp -index index.txt -CA issuer.pem -rsigner ${responder}.pem -rkey ${responder}.key \
      -reqin request.der -respout response.der ${more}`);
    const response = await readFile(join(folder, 'response.der'));
    const question = answer.nonce === false ? randomBytes(32) : nonce;
    checkStatus(response, { path, nonce: question, now: answer.now ?? new Date() });
  }

  testWith('openssl', 'is good when a delegated responder says so', async () => {
    await expect(statusOf()).resolves.toBeUndefined();
    expect(ocspUrlOf(await certificate('person'))).toBe('http://aia.simulator.invalid/eidq');
    expect(ocspUrlOf(await certificate('stranger'))).toBeUndefined();
  });

  testWith(
    'openssl',
    'is good when the issuer itself says so, with or without its certificate',
    async () => {
      await expect(statusOf({ responder: 'issuer' })).resolves.toBeUndefined();
      const bare = { responder: 'issuer', more: '-resp_no_certs' };
      await expect(statusOf(bare)).resolves.toBeUndefined();
      await expect(statusOf({ more: '-resp_key_id' })).resolves.toBeUndefined();
    },
  );

  testWith('openssl', 'is good with a time of the next update', async () => {
    await expect(statusOf({ more: '-nmin 30' })).resolves.toBeUndefined();
  });

  const hour = 3_600_000;
  const cases: readonly [string, Answer, string][] = [
    ['revoked', { status: 'R' }, 'the certificate is revoked'],
    ['unknown', { status: 'absent' }, 'the certificate is unknown'],
    ['of another certificate', { about: 'born' }, 'the OCSP response is about another certificate'],
    ['another nonce', { nonce: false }, 'the OCSP response belongs to another request'],
    [
      'from a responder without the purpose',
      { responder: 'stranger' },
      'the responder may not sign answers',
    ],
    ['from elsewhere', { responder: 'short' }, "another issuer's responder"],
    [
      'without the certificate of its responder',
      { more: '-resp_no_certs' },
      'another responder is named',
    ],
    ['old', { now: new Date(Date.now() + hour) }, 'the OCSP response is not of this time'],
    [
      'of the future',
      { now: new Date(Date.now() - hour) },
      'the OCSP response is not of this time',
    ],
  ];
  for (const [name, answer, reason] of cases) {
    testWith('openssl', `is not good: ${name}`, async () => {
      if (answer.responder === 'short')
        await writeFile(join(folder, 'short.key'), await readFile(join(folder, 'root.key')));
      await expect(statusOf(answer)).rejects.toEqual(fails('ocsp', reason));
    });
  }

  test('is not good: garbage', async () => {
    // The garbage is refused before the path is read.
    const question = { path: {} as never, nonce: Buffer.alloc(32), now: new Date() };
    for (const bytes of [Buffer.alloc(0), Buffer.from('30030a0106', 'hex')]) {
      expect(() => checkStatus(bytes, question)).toThrow('the OCSP response cannot be read');
    }
  });
});
