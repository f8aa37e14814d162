import { decodeBase64, decodeText } from './decode-base64.ts';
import { demand, Unverified } from './unverified.ts';
import { checkStructure, checkVocabulary } from './xml/check-grammar.ts';
import { signedIds } from './xml/grammar.ts';
import { parseXml, type XmlElement } from './xml/xml.ts';

/** The parts of BankID's signature, each read from its only possible position. */
export interface EvidenceDocument {
  readonly signedInfo: XmlElement;
  readonly references: readonly XmlElement[];
  /** The referenced elements, in the order of the references. */
  readonly referenced: readonly XmlElement[];
  readonly signatureValue: Buffer;
  /** In DER: the person's certificate, then the authorities, each the issuer of the previous certificate. */
  readonly certificates: readonly Buffer[];
  readonly signedData: SignedData;
}

/** The format of the visible text; `plaintext` by default. */
export type TextFormat = 'plaintext' | 'simpleMarkdownV1';

/** The signed content. */
export interface SignedData {
  /** In base64, as it was handed to BankID. */
  readonly visible: string | undefined;
  /** The visible data as text. */
  readonly text: string | undefined;
  readonly format: TextFormat | undefined;
  /** In base64, as it was handed to BankID. */
  readonly nonVisible: string | undefined;
  /** The service's name in its client certificate, and the name that the person saw. */
  readonly relyingParty: { readonly name: string; readonly displayName: string };
  readonly funcId: string;
}

// The largest signed text and its data stay below half of it.
const MAX_EVIDENCE_LENGTH = 1024 * 1024;

/**
 * Steps 1 and 2: reads the base64 of a signature.
 * @throws {Unverified} form, structure
 */
export function readDocument(evidence: string): EvidenceDocument {
  demand(evidence.length <= MAX_EVIDENCE_LENGTH, 'form', 'the evidence is too large');
  const source = decodeText(evidence);
  demand(source !== undefined, 'form', 'the evidence is not UTF-8 in base64');
  const signature = parseXml(source);
  checkVocabulary(signature);
  checkStructure(signature);
  const signedInfo = child(signature, 'SignedInfo');
  const keyInfo = child(signature, 'KeyInfo');
  const signedData = child(child(signature, 'Object'), 'bankIdSignedData');
  const references = signedInfo.children.filter(({ name }) => name === 'Reference');
  checkReferences(references);
  return {
    signedInfo,
    references,
    referenced: [signedData, keyInfo],
    signatureValue: bytes(child(signature, 'SignatureValue')),
    certificates: child(keyInfo, 'X509Data').children.map(bytes),
    signedData: readSignedData(signedData),
  };
}

/** The child that the grammar guarantees. */
export function child(element: XmlElement, name: string): XmlElement {
  const found = find(element, name);
  if (found === undefined) throw new Unverified('structure', `${name} is missing`);
  return found;
}

function find({ children }: XmlElement, name: string): XmlElement | undefined {
  return children.find((each) => each.name === name);
}

/** The grammar permits each Id at one element only: the referenced elements are those that are read. */
function checkReferences(references: readonly XmlElement[]): void {
  const targets = references.map(({ attributes }) => attributes.get('URI'));
  const expected = [`#${signedIds.data}`, `#${signedIds.keys}`];
  demand(targets.join(' ') === expected.join(' '), 'structure', 'the references');
  const types = references.map(({ attributes }) => attributes.has('Type'));
  demand(types.join() === 'true,false', 'structure', 'the types of the references');
}

function readSignedData(element: XmlElement): SignedData {
  const visible = find(element, 'usrVisibleData');
  const service = child(element, 'srvInfo');
  return {
    visible: visible?.text,
    text: visible && plain(visible),
    format: readFormat(visible?.attributes.get('format')),
    nonVisible: find(element, 'usrNonVisibleData')?.text,
    relyingParty: {
      name: plain(child(service, 'name')),
      displayName: plain(child(service, 'displayName')),
    },
    funcId: child(child(element, 'clientInfo'), 'funcId').text,
  };
}

function readFormat(format: string | undefined): TextFormat | undefined {
  if (format === undefined || format === 'plaintext' || format === 'simpleMarkdownV1')
    return format;
  throw new Unverified('structure', 'an unknown format');
}

function plain({ name, text }: XmlElement): string {
  const decoded = decodeText(text);
  demand(decoded !== undefined, 'structure', `${name} is not UTF-8 in base64`);
  return decoded;
}

function bytes({ name, text }: XmlElement): Buffer {
  const decoded = decodeBase64(text);
  demand(decoded !== undefined, 'structure', `${name} is not base64`);
  return decoded;
}
