import { isIP } from 'node:net';

import { bits, nothing, objectIdentifier, octets, sequence, taggedBytes, yes } from './der.ts';

/** One certificate extension in DER. */
export type Extension = Buffer;

/** Bit numbers of keyUsage (RFC 5280 §4.2.1.3). */
export const keyUses = {
  digitalSignature: 0,
  nonRepudiation: 1,
  keyEncipherment: 2,
  certSign: 5,
  crlSign: 6,
} as const;

/** The certificate belongs to an authority that issues others. */
export const authority: Extension = extension('2.5.29.19', sequence(yes), 'critical');

/** What the key may be used for. */
export function keyUsage(...uses: readonly (keyof typeof keyUses)[]): Extension {
  const numbers = uses.map((use) => keyUses[use]);
  const flags = numbers.reduce<number>((all, number) => all | (0x80 >> number), 0);
  return extension('2.5.29.15', bits(Buffer.from([flags]), 7 - Math.max(...numbers)), 'critical');
}

/** What the certificate may be used for, as OIDs. */
export function extendedKeyUsage(purpose: string, isCritical?: 'critical'): Extension {
  return extension('2.5.29.37', sequence(objectIdentifier(purpose)), isCritical);
}

/** The policies that the certificate was issued under. */
export function certificatePolicies(...policies: readonly string[]): Extension {
  return extension(
    '2.5.29.32',
    sequence(...policies.map((policy) => sequence(objectIdentifier(policy)))),
  );
}

/** Where to ask whether the certificate is revoked. */
export function ocspAddress(url: string): Extension {
  const location = taggedBytes(6, Buffer.from(url, 'ascii'));
  return extension(
    '1.3.6.1.5.5.7.1.1',
    sequence(sequence(objectIdentifier('1.3.6.1.5.5.7.48.1'), location)),
  );
}

/**
 * Nobody needs to ask whether this OCSP responder's certificate is revoked (RFC 6960 §4.2.2.2.1).
 */
export const ocspNoCheck: Extension = extension('1.3.6.1.5.5.7.48.1.5', nothing);

/** Host names and IPv4 addresses (of IPv6 only `::1`) that a server answers for. */
export function subjectNames(...names: readonly string[]): Extension {
  return extension('2.5.29.17', sequence(...names.map(generalName)));
}

/** The identifier of the issuer's key. */
export function authorityKey(id: Buffer): Extension {
  return extension('2.5.29.35', sequence(taggedBytes(0, id)));
}

/** The identifier of the certificate's own key. */
export function subjectKey(id: Buffer): Extension {
  return extension('2.5.29.14', octets(id));
}

/** Any extension (also of an OCSP answer). */
export function extension(id: string, value: Buffer, isCritical?: 'critical'): Extension {
  const critical = isCritical === 'critical' ? [yes] : [];
  return sequence(objectIdentifier(id), ...critical, octets(value));
}

function generalName(name: string): Buffer {
  if (isIP(name) === 4) return taggedBytes(7, Buffer.from(name.split('.').map(Number)));
  if (name === '::1') return taggedBytes(7, Buffer.from('00000000000000000000000000000001', 'hex'));
  return taggedBytes(2, Buffer.from(name, 'ascii'));
}
