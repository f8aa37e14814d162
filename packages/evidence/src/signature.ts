import { createHash, verify } from 'node:crypto';

import { child, type EvidenceDocument } from './evidence-document.ts';
import { demand } from './unverified.ts';
import type { Certificate } from './x509/certificate.ts';
import { isStrongRsa } from './x509/signed.ts';
import { canonicalXml, type XmlElement } from './xml/xml.ts';

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

/** Step 3: only BankID's set of algorithms is accepted. @throws {Unverified} algorithms */
export function checkAlgorithms({ signedInfo, references }: EvidenceDocument): void {
  const canonicalization = algorithmOf(child(signedInfo, 'CanonicalizationMethod'));
  demand(canonicalization === C14N, 'algorithms', 'the canonicalization');
  const signing = algorithmOf(child(signedInfo, 'SignatureMethod'));
  demand(signing === RSA_SHA256, 'algorithms', 'the signature method');
  for (const reference of references) {
    const transforms = child(reference, 'Transforms').children.map(algorithmOf);
    demand(transforms.join(' ') === C14N, 'algorithms', 'the transforms');
    const digest = algorithmOf(child(reference, 'DigestMethod'));
    demand(digest === SHA256, 'algorithms', 'the digest method');
  }
}

/** Step 4, first half: the digests match the referenced elements. @throws {Unverified} signature */
export function checkDigests({ references, referenced }: EvidenceDocument): void {
  for (const [index, element] of referenced.entries()) {
    const reference = references[index];
    const digest = createHash('sha256').update(canonicalXml(element)).digest('base64');
    const isSame = reference !== undefined && child(reference, 'DigestValue').text === digest;
    demand(isSame, 'signature', `the digest of ${element.name}`);
  }
}

/**
 * Step 4, second half: the certificate's key signed.
 * @throws {Unverified} signature
 */
export function checkSignature(document: EvidenceDocument, { publicKey }: Certificate): void {
  const { signedInfo, signatureValue } = document;
  demand(isStrongRsa(publicKey), 'signature', 'the key is no RSA key of 2048 bits or more');
  const signed = Buffer.from(canonicalXml(signedInfo));
  demand(verify('sha256', signed, publicKey, signatureValue), 'signature', 'the signature');
}

function algorithmOf({ attributes }: XmlElement): string | undefined {
  return attributes.get('Algorithm');
}
