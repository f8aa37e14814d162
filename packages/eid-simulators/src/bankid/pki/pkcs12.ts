import { createHash, createHmac } from 'node:crypto';
import type { Random } from '../random.ts';
import type { Identity } from './certificate.ts';
import { keyId } from './certificate.ts';
import { nothing, objectIdentifier, octets, sequence, set, smallInteger, tagged } from './der.ts';

/** What goes into a PKCS #12 file. */
export interface Bag {
  readonly identity: Identity;
  readonly passphrase: string;
  readonly random: Random;
}

const ITERATIONS = 2048;

/**
 * A PKCS #12 file (RFC 7292): the key encrypted with AES-256, the certificate in the clear, all
 * under a SHA-256 MAC.
 */
export function encodePkcs12({ identity, passphrase, random }: Bag): Buffer {
  const link = set(
    attribute('1.2.840.113549.1.9.21', octets(keyId(identity.certificate.publicKey))),
  );
  const safe = sequence(
    data(
      sequence(
        sequence(objectIdentifier(CERTIFICATE_BAG), tagged(0, certificateValue(identity)), link),
      ),
    ),
    data(
      sequence(
        sequence(
          objectIdentifier(SHROUDED_KEY_BAG),
          tagged(0, keyValue(identity, passphrase)),
          link,
        ),
      ),
    ),
  );
  return sequence(smallInteger(3), data(safe), mac(safe, { passphrase, salt: random(16) }));
}

const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3';
const SHROUDED_KEY_BAG = '1.2.840.113549.1.12.10.1.2';
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';
const DATA = '1.2.840.113549.1.7.1';
const SHA256 = '2.16.840.1.101.3.4.2.1';

function certificateValue({ certificate }: Identity): Buffer {
  return sequence(objectIdentifier(X509_CERTIFICATE), tagged(0, octets(certificate.raw)));
}

function keyValue({ privateKey }: Identity, passphrase: string): Buffer {
  return privateKey.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase });
}

function data(content: Buffer): Buffer {
  return sequence(objectIdentifier(DATA), tagged(0, octets(content)));
}

function attribute(id: string, value: Buffer): Buffer {
  return sequence(objectIdentifier(id), set(value));
}

interface MacKey {
  readonly passphrase: string;
  readonly salt: Buffer;
}

function mac(content: Buffer, key: MacKey): Buffer {
  const digest = createHmac('sha256', deriveMacKey(key)).update(content).digest();
  const info = sequence(sequence(objectIdentifier(SHA256), nothing), octets(digest));
  return sequence(info, octets(key.salt), smallInteger(ITERATIONS));
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
