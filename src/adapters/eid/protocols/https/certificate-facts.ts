import type { X509Certificate } from 'node:crypto';
import { Duplex } from 'node:stream';
import { connect, TLSSocket } from 'node:tls';

import type { CertificateFacts } from '../../../../ports/eid.ts';
import { type ClientCertificate, secureContextOf } from './client-certificate.ts';

/** The facts of a certificate. */
export function factsOf(certificate: X509Certificate): CertificateFacts {
  return {
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    serialNumber: certificate.serialNumber,
    notBefore: new Date(certificate.validFrom),
    notAfter: new Date(certificate.validTo),
  };
}

/** A distinguished name on one line. */
export function nameOf(distinguishedName: string): string {
  return distinguishedName.split('\n').join(', ');
}

/**
 * The issuers that a usable client certificate sends along, the nearest first. Node reads a PKCS#12 file into a TLS socket
 * alone, so one end of a connection within this process shows them to the other.
 */
export async function sentIssuers(client: ClientCertificate): Promise<readonly X509Certificate[]> {
  const [ours, theirs] = connectedPair();
  const server = new TLSSocket(ours, { isServer: true, secureContext: secureContextOf(client) });
  // Nothing is trusted here: the names alone are read.
  const socket = connect({ socket: theirs, rejectUnauthorized: false });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve);
      socket.once('error', reject);
      server.once('error', reject);
    });
    const issuers: X509Certificate[] = [];
    let next = socket.getPeerX509Certificate()?.issuerCertificate;
    while (next !== undefined && !issuers.some(({ raw }) => next?.raw.equals(raw))) {
      issuers.push(next);
      next = next.issuerCertificate;
    }
    return issuers;
  } finally {
    socket.destroy();
    server.destroy();
  }
}

/** Two ends: what is written to one is read from the other. */
function connectedPair(): readonly [Duplex, Duplex] {
  const end = (other: () => Duplex): Duplex =>
    new Duplex({
      read() {},
      write(chunk, _encoding, done) {
        other().push(chunk);
        done();
      },
    });
  const one: Duplex = end(() => two);
  const two: Duplex = end(() => one);
  return [one, two];
}
