import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto';
import { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';

import { readCertificates } from '@eid-broker/evidence/read-roots';

import type { EidCertificate, GivenCertificate } from '../../../../ports/eid.ts';

/** The client certificate as configured. */
export type ClientCertificate = GivenCertificate;

/** A fault of a client certificate, and its member. */
export interface CredentialFault {
  readonly member: keyof ClientCertificate | undefined;
  readonly message: string;
  /** Both could be read, and do not belong together. */
  readonly isOtherKey?: true;
}

/** The fault of a client certificate; undefined when it is usable. Never contains a secret. */
export function findCredentialFault(client: ClientCertificate): CredentialFault | undefined {
  const { certificate, privateKey, pkcs12 } = client;
  const isPem = certificate !== undefined || privateKey !== undefined;
  if (isPem === (pkcs12 !== undefined)) {
    const message =
      'must hold either certificate and privateKey, or pkcs12 (a merge patch removes the others by null, the passphrase too)';
    return { member: undefined, message };
  }
  return pkcs12 === undefined ? findPemFault(client) : findPkcs12Fault(client);
}

/** The TLS side of our calls: our certificate, and `ca` in place of the system's roots. */
export function secureContextOf(client: ClientCertificate = {}, ca?: string): SecureContext {
  const { certificate, privateKey, pkcs12, passphrase } = client;
  return createSecureContext({
    ...(ca !== undefined && { ca }),
    ...(certificate !== undefined && { cert: certificate }),
    ...(privateKey !== undefined && { key: privateKey }),
    ...(pkcs12 !== undefined && { pfx: Buffer.from(pkcs12, 'base64') }),
    ...(passphrase !== undefined && { passphrase }),
    minVersion: 'TLSv1.2',
  });
}

/** Our own certificate, from PEM or PKCS#12. */
export function clientCertificateOf(client: ClientCertificate): X509Certificate | undefined {
  if (client.certificate !== undefined) return readCertificates(client.certificate)?.[0];
  // Node reads PKCS#12 only into a TLS socket; this one is connected to nothing.
  const socket = new TLSSocket(new Duplex({ read() {}, write() {} }), {
    isServer: true,
    secureContext: secureContextOf(client),
  });
  const certificate = socket.getX509Certificate();
  socket.destroy();
  return certificate;
}

/** The organisation number in our own certificate. Undefined when it names none. */
export function organisationNumberOf(own: X509Certificate): string | undefined {
  const { serialNumber }: Readonly<Record<string, unknown>> = { ...own.toLegacyObject().subject };
  return typeof serialNumber === 'string' ? serialNumber : undefined;
}

/** The certificates, and that of the server once it is known. */
export function withServer(
  known: readonly EidCertificate[],
  server: X509Certificate | undefined,
): readonly EidCertificate[] {
  return server === undefined ? known : [...known, described('server', server)];
}

/** The extended key usage of a TLS client (RFC 5280 §4.2.1.12). */
const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';

/** False when its extended key usage does not have that of a TLS client. */
export function isMadeForClients({ keyUsage }: Pick<X509Certificate, 'keyUsage'>): boolean {
  // Absent in a certificate that may serve any purpose, whatever the type says.
  return (keyUsage as readonly string[] | undefined)?.includes(CLIENT_AUTHENTICATION) !== false;
}

/** The facts of a certificate for the operator. */
function described(
  use: EidCertificate['use'],
  { subject, validTo, keyUsage }: X509Certificate,
): EidCertificate {
  const name = /^CN=(.*)$/m.exec(subject)?.[1] ?? subject;
  const isUnfit = use === 'client' && !isMadeForClients({ keyUsage });
  return { use, name, expiresAt: new Date(validTo), ...(isUnfit && { isUnfit }) };
}

/** The certificates of settings for the operator: our own with its issuers, and the authorities of the server. */
export function certificatesOf(
  client: ClientCertificate | undefined,
  ca: string,
): readonly EidCertificate[] {
  const own = client && clientCertificateOf(client);
  const issuers = readCertificates(client?.certificate ?? '')?.slice(1) ?? [];
  return [
    ...(own === undefined ? [] : [described('client', own)]),
    // An issuer is made for no purpose of a client, but its end ends the chain.
    ...issuers.map((issuer) => ({ ...described('authority', issuer), use: 'client' as const })),
    ...certificatesIn(ca, 'authority'),
  ];
}

/** The certificates of a PEM text for the operator. */
export function certificatesIn(
  pem: string | undefined,
  use: 'authority' | 'signer',
): readonly EidCertificate[] {
  return (readCertificates(pem ?? '') ?? []).map((certificate) => described(use, certificate));
}

/** True for a certificate of a simulator. The issuer counts too: a simulator's authority issues client certificates. */
export function isFromSimulator({ subject, issuer }: X509Certificate): boolean {
  return /simulator/i.test(`${subject}\n${issuer}`);
}

function findPemFault(client: ClientCertificate): CredentialFault | undefined {
  const { certificate, privateKey } = client;
  const [own] = readCertificates(certificate ?? '') ?? [];
  if (own === undefined) return { member: 'certificate', message: 'must be a PEM certificate' };
  const key = readKey(privateKey ?? '', client.passphrase);
  if (key === undefined) {
    const message = 'must be a PEM private key that the passphrase, if any, opens';
    return { member: 'privateKey', message };
  }
  if (!own.checkPrivateKey(key)) {
    const name = own.subject.split('\n').join(', ');
    const message = `must be the key of the certificate (${name})`;
    return { member: 'privateKey', message, isOtherKey: true };
  }
  return undefined;
}

function readKey(pem: string, passphrase: string | undefined): KeyObject | undefined {
  try {
    return createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) });
  } catch {
    return undefined;
  }
}

function findPkcs12Fault(client: ClientCertificate): CredentialFault | undefined {
  try {
    if (clientCertificateOf(client) !== undefined) return undefined;
    return { member: 'pkcs12', message: 'must hold a certificate and its private key' };
  } catch (error) {
    return pkcs12Fault(String((error as { message?: unknown }).message));
  }
}

function pkcs12Fault(message: string): CredentialFault {
  if (message.includes('mac verify failure')) {
    return { member: 'passphrase', message: 'must be the passphrase of the PKCS#12 file' };
  }
  if (message.includes('Unsupported')) {
    const advice = 'openssl pkcs12 -legacy reads it, so that it can be packed again';
    return { member: 'pkcs12', message: `must not use RC2 or 3DES encryption (${advice})` };
  }
  if (message.includes('key values mismatch')) {
    return { member: 'pkcs12', message: 'must hold the key of its certificate', isOtherKey: true };
  }
  if (message.includes('Unable to load')) {
    return { member: 'pkcs12', message: 'must hold a certificate and its private key' };
  }
  return { member: 'pkcs12', message: 'must be a PKCS#12 file in base64' };
}
