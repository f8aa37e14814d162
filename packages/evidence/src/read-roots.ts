import { X509Certificate } from 'node:crypto';

import { type Certificate, readCertificate } from './x509/certificate.ts';
import { mayBeAnchor, mayBeRoot } from './x509/is-issued-by.ts';

export type { Certificate };

/** The roots of a PEM text. Undefined when there is none, or one is unreadable or not an RSA authority. */
export function readRoots(pem: string): readonly Certificate[] | undefined {
  return readAll(pem, mayBeRoot);
}

/** The authorities of a PEM text: roots, and those below them. Undefined as for `readRoots`, except that any kind of key may do. */
export function readAuthorities(pem: string): readonly Certificate[] | undefined {
  return readAll(pem, mayBeAnchor);
}

function readAll(
  pem: string,
  mayBe: (certificate: Certificate) => boolean,
): readonly Certificate[] | undefined {
  try {
    const certificates = readCertificates(pem)?.map(({ raw }) => readCertificate(raw));
    return certificates?.every(mayBe) ? certificates : undefined;
  } catch {
    return undefined;
  }
}

/** Every certificate of a PEM text, in order. Undefined when there is none or one is unreadable. */
export function readCertificates(pem: string): readonly X509Certificate[] | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g);
  try {
    return blocks?.map((block) => new X509Certificate(block));
  } catch {
    return undefined;
  }
}
