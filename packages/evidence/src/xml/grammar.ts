/** The permitted content of an element. */
export interface Rule {
  /** Attribute names; a given value is fixed. A name with `?` is optional. */
  readonly attributes?: Readonly<Record<string, string | undefined>>;
  /** Names of children in order: `?` is optional, `+` one or more. Absent for text. */
  readonly children?: string;
}

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const BANKID_TYPES = 'http://www.bankid.com/signature/v1.0.0/types';
const anything = undefined;
const text: Rule = {};

/** The Id of the two elements that are signed, in the order of their references. */
export const signedIds = { data: 'bidSignedData', keys: 'bidKeyInfo' } as const;

/**
 * BankID's profile of XML Signature: every permitted element, with its namespaces as the canonical form declares them.
 * Other elements are refused.
 */
export const grammar: ReadonlyMap<string, Rule> = new Map(
  Object.entries<Rule>({
    Signature: {
      attributes: { xmlns: DSIG },
      children: 'SignedInfo SignatureValue KeyInfo Object',
    },
    SignedInfo: {
      attributes: { xmlns: DSIG },
      children: 'CanonicalizationMethod SignatureMethod Reference+',
    },
    CanonicalizationMethod: { attributes: { Algorithm: anything }, children: '' },
    SignatureMethod: { attributes: { Algorithm: anything }, children: '' },
    Reference: {
      attributes: { 'Type?': BANKID_TYPES, URI: anything },
      children: 'Transforms DigestMethod DigestValue',
    },
    Transforms: { children: 'Transform+' },
    Transform: { attributes: { Algorithm: anything }, children: '' },
    DigestMethod: { attributes: { Algorithm: anything }, children: '' },
    DigestValue: text,
    SignatureValue: text,
    KeyInfo: { attributes: { xmlns: DSIG, Id: signedIds.keys }, children: 'X509Data' },
    X509Data: { children: 'X509Certificate+' },
    X509Certificate: text,
    Object: { children: 'bankIdSignedData' },
    bankIdSignedData: {
      attributes: { xmlns: BANKID_TYPES, Id: signedIds.data },
      children: 'usrVisibleData? usrNonVisibleData? srvInfo clientInfo',
    },
    usrVisibleData: { attributes: { charset: 'UTF-8', 'format?': anything, visible: 'wysiwys' } },
    usrNonVisibleData: text,
    srvInfo: { children: 'name nonce displayName' },
    name: text,
    nonce: text,
    displayName: text,
    clientInfo: { children: 'funcId host? version? env' },
    funcId: text,
    version: text,
    host: { children: 'fqdn? ip?' },
    fqdn: text,
    ip: text,
    env: { children: 'ai' },
    ai: { children: 'type? deviceInfo? uhi? fsib? utb? requirement? uauth?' },
    type: text,
    deviceInfo: text,
    uhi: text,
    fsib: text,
    utb: text,
    uauth: text,
    requirement: { children: 'condition+' },
    condition: { children: 'type value+' },
    value: text,
  }),
);
