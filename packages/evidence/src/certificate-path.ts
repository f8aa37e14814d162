import { demand, during } from './unverified.ts';
import { type Certificate, readCertificate } from './x509/certificate.ts';
import { isIssuedBy, mayBeAnchor, wasValid } from './x509/is-issued-by.ts';

export type { Certificate };

/** A person's certificate with its path to a pinned authority. */
export interface CertificatePath {
  readonly leaf: Certificate;
  readonly issuer: Certificate;
  /** From the issuer up to a self-issued root, or as far as the pinned authorities go. */
  readonly authorities: readonly Certificate[];
}

const MAX_PATH_LENGTH = 5;

/** Reads a person's certificate from base64 of its DER. @throws {Unverified} chain */
export function readPersonCertificate(base64: string): Certificate {
  return during('chain', 'the certificate cannot be read', () =>
    readCertificate(Buffer.from(base64, 'base64')),
  );
}

/**
 * The path from a person's certificate over pinned authorities (RFC 5280 §6). Every authority is pinned, so that a path
 * ends at the highest one that is there.
 * @throws {Unverified} chain
 */
export function checkedPath(
  leaf: Certificate,
  { authorities: pinned, at }: { readonly authorities: readonly Certificate[]; readonly at: Date },
): CertificatePath {
  demand(!leaf.extensions.isAuthority, 'chain', 'an authority signed in place of a person');
  const authorities: Certificate[] = [];
  for (let below = leaf; authorities.length < MAX_PATH_LENGTH; ) {
    const issuer = pinned.find((each) => !authorities.includes(each) && isIssuedBy(below, each));
    if (issuer === undefined) break;
    authorities.push(issuer);
    below = issuer;
  }
  const [issuer] = authorities;
  demand(issuer !== undefined, 'chain', 'no pinned authority issued the certificate');
  for (const [below, { extensions }] of authorities.entries()) {
    const { pathLength } = extensions;
    demand(pathLength === undefined || below <= pathLength, 'chain', 'the path is too long');
  }
  demand(authorities.every(mayBeAnchor), 'chain', 'an issuer is no authority');
  const isInTime = [leaf, ...authorities].every((each) => wasValid(each, at));
  demand(isInTime, 'chain', 'a certificate is not valid now');
  return { leaf, issuer, authorities };
}
