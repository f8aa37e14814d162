import { X509Certificate } from 'node:crypto';

import { type Certificate, readCertificate } from './x509/certificate.ts';
import { mayBeRoot } from './x509/is-issued-by.ts';

export type { Certificate };

/** The roots of a PEM text. Undefined when there is none, or one is unreadable or not an RSA authority. */
export function readRoots(pem: string): readonly Certificate[] | undefined {
  try {
    const roots = readCertificates(pem)?.map(({ raw }) => readCertificate(raw));
    return roots?.every(mayBeRoot) ? roots : undefined;
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
