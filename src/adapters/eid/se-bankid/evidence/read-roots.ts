import { readCertificates } from '../credentials.ts';
import { type Certificate, readCertificate } from './x509/certificate.ts';
import { mayBeRoot } from './x509/is-issued-by.ts';

/** The roots in a PEM text. Undefined when there is none, or one cannot be read or is no RSA authority. */
export function readRoots(pem: string): readonly Certificate[] | undefined {
  try {
    const roots = readCertificates(pem)?.map(({ raw }) => readCertificate(raw));
    return roots?.every(mayBeRoot) ? roots : undefined;
  } catch {
    return undefined;
  }
}
