import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import type { RelyingParty } from '../orders/order.ts';

/**
 * The service at the other end of a connection, from its client certificate; undefined if it showed
 * none.
 */
export function relyingPartyOf(socket: Socket): RelyingParty | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const certificate = socket.getPeerCertificate();
  if (certificate?.fingerprint256 === undefined) return undefined;
  const subject: Readonly<Record<string, unknown>> = { ...certificate.subject };
  const text = (attribute: string) => String(subject[attribute] ?? '');
  return {
    fingerprint: certificate.fingerprint256,
    displayName: text('name') || text('CN'),
    name: [
      `cn=${text('CN')}`,
      `name=${text('name')}`,
      `serialNumber=${text('serialNumber')}`,
      `o=${text('O')}`,
      `c=${text('C')}`,
    ].join(','),
  };
}
