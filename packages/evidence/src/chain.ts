import type { EvidenceDocument } from './evidence-document.ts';
import { demand, during, Unverified } from './unverified.ts';
import { type Certificate, readCertificate } from './x509/certificate.ts';
import { keyUses } from './x509/extensions.ts';
import { isAuthority, isIssuedBy, mayBeRoot, wasValid } from './x509/is-issued-by.ts';

/** A person's certificate and its chain. */
export interface Chain {
  readonly leaf: Certificate;
  readonly issuer: Certificate;
  /** The authorities from the evidence, the issuer first. */
  readonly authorities: readonly Certificate[];
}

/** The requirements for the certificates. */
export interface ChainRules {
  readonly roots: readonly Certificate[];
  /** The kinds of BankID that are accepted, as OIDs or starts of them with `*`; undefined: any. */
  readonly policies: readonly string[] | undefined;
  /** The time of signing. */
  readonly at: Date;
}

const MAX_CHAIN_LENGTH = 5;

/** The use of a key that each operation needs. */
const KEY_USES: ReadonlyMap<string, number> = new Map([
  ['Identification', keyUses.digitalSignature],
  ['Signing', keyUses.nonRepudiation],
]);

/** Reads the certificates of the evidence. @throws {Unverified} chain */
export function readChain({ certificates }: EvidenceDocument): Chain {
  demand(certificates.length <= MAX_CHAIN_LENGTH, 'chain', 'the chain is too long');
  const [leaf, ...authorities] = during('chain', 'a certificate cannot be read', () =>
    certificates.map(readCertificate),
  );
  const [issuer] = authorities;
  if (leaf === undefined || issuer === undefined) {
    throw new Unverified('chain', 'the issuer of the certificate is missing');
  }
  return { leaf, issuer, authorities };
}

/**
 * Step 5: from the person's certificate up to a pinned root (RFC 5280 §6).
 * @returns the root
 * @throws {Unverified} chain
 */
export function checkChain(chain: Chain, funcId: string, rules: ChainRules): Certificate {
  const { leaf, authorities } = chain;
  const { roots, policies, at } = rules;
  const last = authorities.at(-1) ?? leaf;
  const root = roots.find((each) => isIssuedBy(last, each));
  if (root === undefined)
    throw new Unverified('chain', 'no pinned root issued the last certificate');

  const issuers = [...authorities, root];
  for (const [below, issuer] of issuers.entries()) {
    const subject = below === 0 ? leaf : issuers[below - 1];
    demand(subject !== undefined && isIssuedBy(subject, issuer), 'chain', 'a link is broken');
    checkPathLength(issuer, below);
  }
  demand(authorities.every(isAuthority), 'chain', 'an issuer is no authority');
  demand(mayBeRoot(root), 'chain', 'the root is no authority');
  const isInTime = [leaf, ...issuers].every((each) => wasValid(each, at));
  demand(isInTime, 'chain', 'a certificate was not valid when it was signed');
  checkLeaf(leaf, funcId, policies);
  return root;
}

/** `below`: the number of authorities between this one and the person. */
function checkPathLength({ extensions }: Certificate, below: number): void {
  const { pathLength } = extensions;
  demand(pathLength === undefined || below <= pathLength, 'chain', 'the chain is too long');
}

function checkLeaf(leaf: Certificate, funcId: string, policies: readonly string[] | undefined) {
  const { extensions } = leaf;
  const use = KEY_USES.get(funcId);
  demand(!extensions.isAuthority, 'chain', 'an authority signed in place of a person');
  const mayBeUsed = use !== undefined && (extensions.keyUsage?.has(use) ?? false);
  demand(mayBeUsed, 'chain', 'the key is not for this operation');
  const isAccepted = policies === undefined || extensions.policies.some(isAmong(policies));
  demand(isAccepted, 'chain', 'this kind of BankID is not accepted');
}

function isAmong(accepted: readonly string[]): (policy: string) => boolean {
  return (policy) =>
    accepted.some((each) =>
      each.endsWith('*') ? policy.startsWith(each.slice(0, -1)) : policy === each,
    );
}
