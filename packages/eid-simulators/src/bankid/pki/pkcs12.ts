import { createHash, createHmac } from 'node:crypto';

import { ContentInfo } from '@peculiar/asn1-cms';
import {
  AuthenticatedSafe,
  CertBag,
  id_certBag,
  id_pkcs8ShroudedKeyBag,
  id_x509Certificate,
  MacData,
  PFX,
  PKCS12Attribute,
  SafeBag,
  SafeContents,
} from '@peculiar/asn1-pfx';
import { DigestInfo, sha256 } from '@peculiar/asn1-rsa';
import { OctetString } from '@peculiar/asn1-schema';

import type { Random } from '../../shared/random.ts';
import { bytesOf, type Identity, keyId } from './certificate.ts';
import { der } from './certificate-extensions.ts';

/** The content of a PKCS #12 file. */
export interface Bag {
  readonly identity: Identity;
  readonly passphrase: string;
  readonly random: Random;
}

const ITERATIONS = 2048;

/** A PKCS #12 file (RFC 7292) under a SHA-256 MAC. The key is encrypted with AES-256, the certificate is not. */
export function encodePkcs12({ identity, passphrase, random }: Bag): Buffer {
  const { certificate, privateKey } = identity;
  const certId = id_x509Certificate;
  const certBag = new CertBag({ certId, certValue: octets(certificate.raw) });
  const key = privateKey.export({
    type: 'pkcs8',
    format: 'der',
    cipher: 'aes-256-cbc',
    passphrase,
  });
  const attrValues = [octets(keyId(certificate.publicKey))];
  // Its constructor ignores the argument.
  const attribute = Object.assign(new PKCS12Attribute(), { attrId: LOCAL_KEY_ID, attrValues });
  const bagAttributes = [attribute];
  const safe = der(
    new AuthenticatedSafe([
      data(bag({ bagId: id_certBag, bagValue: bytesOf(der(certBag)), bagAttributes })),
      data(bag({ bagId: id_pkcs8ShroudedKeyBag, bagValue: bytesOf(key), bagAttributes })),
    ]),
  );
  const macData = mac(safe, { passphrase, salt: random(16) });
  return der(new PFX({ version: 3, authSafe: data(safe), macData }));
}

const LOCAL_KEY_ID = '1.2.840.113549.1.9.21';
const DATA = '1.2.840.113549.1.7.1';

function bag(members: Partial<SafeBag>): Buffer {
  return der(new SafeContents([new SafeBag(members)]));
}

function data(content: Buffer): ContentInfo {
  return new ContentInfo({ contentType: DATA, content: octets(content) });
}

function octets(content: Buffer): ArrayBuffer {
  return bytesOf(der(new OctetString(content)));
}

interface MacKey {
  readonly passphrase: string;
  readonly salt: Buffer;
}

function mac(content: Buffer, key: MacKey): MacData {
  const digest = createHmac('sha256', deriveMacKey(key)).update(content).digest();
  return new MacData({
    mac: new DigestInfo({ digestAlgorithm: sha256, digest: new OctetString(digest) }),
    macSalt: new OctetString(key.salt),
    iterations: ITERATIONS,
  });
}

/** RFC 7292 appendix B.2, for a SHA-256 MAC key: one block is enough. */
function deriveMacKey({ passphrase, salt }: MacKey): Buffer {
  const block = 64;
  const password = Buffer.from(`${passphrase}\0`, 'utf16le').swap16();
  const seed = Buffer.concat([Buffer.alloc(block, 3), fill(salt, block), fill(password, block)]);
  let hash = createHash('sha256').update(seed).digest();
  for (let round = 1; round < ITERATIONS; round += 1) {
    hash = createHash('sha256').update(hash).digest();
  }
  return hash;
}

/** Repeats bytes to a whole number of blocks. */
function fill(bytes: Buffer, block: number): Buffer {
  return Buffer.alloc(Math.ceil(bytes.length / block) * block, bytes);
}
