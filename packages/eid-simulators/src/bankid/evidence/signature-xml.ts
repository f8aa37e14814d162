import { createHash, type KeyObject, sign } from 'node:crypto';

import type { Order } from '../orders/order.ts';
import { mobilePolicy, type Person } from '../phone/persons.ts';

/** An approved order with its person. */
export interface CompletedOrder {
  readonly order: Order;
  readonly person: Person;
  /** Identity of the phone, base64. */
  readonly uhi: string;
  readonly at: Date;
}

/** The signing key. */
export interface Signer {
  readonly privateKey: KeyObject;
  /** In DER: the person's certificate first, the root left out. */
  readonly chain: readonly Buffer[];
  /** 20 bytes. */
  readonly nonce: Buffer;
}

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const BANKID_TYPES = 'http://www.bankid.com/signature/v1.0.0/types';

/**
 * BankID's XML signature of the order that the person saw. The three signed parts are written in canonical form (no
 * white space, no empty-element tags, every namespace declared, sorted attributes), so that their text can be hashed.
 */
export function signatureXml(
  completed: CompletedOrder,
  { privateKey, chain, nonce }: Signer,
): string {
  const signedData = signedDataXml(completed, nonce);
  const keyInfo = keyInfoXml(chain);
  const signedInfo = element('SignedInfo', { xmlns: DSIG }, [
    element('CanonicalizationMethod', { Algorithm: C14N }),
    element('SignatureMethod', { Algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' }),
    reference({ Type: BANKID_TYPES, URI: '#bidSignedData' }, signedData),
    reference({ URI: '#bidKeyInfo' }, keyInfo),
  ]);
  const value = sign('sha256', Buffer.from(signedInfo), privateKey).toString('base64');
  const signature = element('Signature', { xmlns: DSIG }, [
    signedInfo,
    element('SignatureValue', {}, [value]),
    keyInfo,
    element('Object', {}, [signedData]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>${signature}`;
}

function signedDataXml({ order, uhi }: CompletedOrder, nonce: Buffer): string {
  const { request, relyingParty } = order;
  const { userVisibleData, userVisibleDataFormat, userNonVisibleData } = request;
  const format = userVisibleDataFormat === undefined ? {} : { format: userVisibleDataFormat };
  const visible = { charset: 'UTF-8', ...format, visible: 'wysiwys' };
  return element('bankIdSignedData', { xmlns: BANKID_TYPES, Id: 'bidSignedData' }, [
    ...present(userVisibleData, (data) => element('usrVisibleData', visible, [data])),
    ...present(userNonVisibleData, (data) => element('usrNonVisibleData', {}, [data])),
    element('srvInfo', {}, [
      element('name', {}, [base64(relyingParty.name)]),
      element('nonce', {}, [nonce.toString('base64')]),
      element('displayName', {}, [base64(relyingParty.displayName)]),
    ]),
    element('clientInfo', {}, [
      element('funcId', {}, [request.kind.endsWith('sign') ? 'Signing' : 'Identification']),
      element('version', {}, [base64('Personal=7.99.0&platform=simulator')]),
      element('env', {}, [appXml(order, uhi)]),
    ]),
  ]);
}

function appXml({ request }: Order, uhi: string): string {
  const policies = request.requirement.certificatePolicies ?? [mobilePolicy];
  const condition = element('condition', {}, [
    element('type', {}, ['CertificatePolicies']),
    ...policies.map((policy) => element('value', {}, [policy])),
  ]);
  return element('ai', {}, [
    element('type', {}, [base64('SIMULATOR')]),
    element('deviceInfo', {}, [base64('1.0')]),
    element('uhi', {}, [uhi]),
    element('fsib', {}, ['0']),
    element('utb', {}, ['cs1']),
    element('requirement', {}, [condition]),
    element('uauth', {}, ['pw']),
  ]);
}

function keyInfoXml(chain: readonly Buffer[]): string {
  const certificates = chain.map((der) => element('X509Certificate', {}, [der.toString('base64')]));
  return element('KeyInfo', { xmlns: DSIG, Id: 'bidKeyInfo' }, [
    element('X509Data', {}, certificates),
  ]);
}

function reference(attributes: Readonly<Record<string, string>>, signed: string): string {
  const digest = createHash('sha256').update(signed, 'utf8').digest('base64');
  return element('Reference', attributes, [
    element('Transforms', {}, [element('Transform', { Algorithm: C14N })]),
    element('DigestMethod', { Algorithm: 'http://www.w3.org/2001/04/xmlenc#sha256' }),
    element('DigestValue', {}, [digest]),
  ]);
}

/** Every text and attribute is base64, a number or a fixed word: no escaping is necessary. */
function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: readonly string[] = [],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${written.join('')}>${content.join('')}</${name}>`;
}

function present(value: string | undefined, write: (value: string) => string): string[] {
  return value === undefined ? [] : [write(value)];
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
