import { once } from 'node:events';
import { connect, createServer, type TLSSocket } from 'node:tls';

import type { Identity } from '@eid-broker/eid-simulators/bankid/pki/certificate';
import type { Pki } from '@eid-broker/eid-simulators/bankid/pki/pki';

import { findReusablePort } from './reusable-port.ts';

/** A server that presents another certificate than the eID's own, and forwards requests. */
export interface TlsProxy {
  readonly port: number;
  close(): Promise<void>;
}

interface TlsProxyOptions {
  /** The presented certificate. */
  readonly server: Identity;
  /** The eID behind it. */
  readonly toPort: number;
  readonly pki: Pki;
  /** The client certificate towards the eID. Clients need a certificate of the same authority. */
  readonly client: Identity;
}

/** Starts one on a free port. */
export async function startTlsProxy({
  server: shown,
  toPort,
  pki,
  client,
}: TlsProxyOptions): Promise<TlsProxy> {
  const open = new Set<TLSSocket>();
  const server = createServer(
    {
      ...pemOf(shown),
      ca: pki.rpAuthority.certificate.toString(),
      requestCert: true,
      rejectUnauthorized: true,
    },
    (near) => {
      const far = connect({
        host: 'localhost',
        port: toPort,
        ...pemOf(client),
        ca: pki.tlsRoot.certificate.toString(),
      });
      open.add(near);
      near.pipe(far).pipe(near);
      // An error at either end closes the other.
      for (const socket of [near, far]) {
        socket.on('error', () => undefined);
        socket.on('close', () => {
          open.delete(near);
          near.destroy();
          far.destroy();
        });
      }
    },
  );
  server.on('tlsClientError', () => undefined);
  const port = await findReusablePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pemOf({ certificate, privateKey }: Identity) {
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return { cert: certificate.toString(), key };
}
