import { X509Certificate } from 'node:crypto';

/** The end of a certificate in base64 (DER); undefined for anything else. */
export function certificateEnd(base64: string): Date | undefined {
  try {
    return new Date(new X509Certificate(Buffer.from(base64, 'base64')).validTo);
  } catch {
    return undefined;
  }
}
