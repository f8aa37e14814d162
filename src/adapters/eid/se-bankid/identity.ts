import type { Identity } from '../../../domain/identity.ts';

/** Value of `identityscheme`. */
export const SCHEME = 'sebankid';

/** The claims that every login releases. */
type LoginClaims = Readonly<
  Record<
    'ssn' | 'name' | 'givenname' | 'given_name' | 'surname' | 'family_name' | 'ipaddress',
    string
  >
>;

/** The claims of scope `evidence`. */
export type EvidenceClaims = Readonly<Record<'evidence' | 'ocspResponse', string>>;

/** The claim of scope `risk`. */
type RiskClaims = Readonly<Record<'risk', string>>;

/** Every claim. */
export type ClaimName = keyof (LoginClaims & EvidenceClaims & RiskClaims);

/**
 * Reads `completionData` of a complete order, without evidence. Undefined when a required member is missing or
 * malformed.
 */
export function identityOf(completionData: unknown): Identity | undefined {
  const { user, device, risk } = members(completionData);
  const { personalNumber, name, givenName, surname } = members(user);
  const { ipAddress } = members(device);
  if (!isPersonalNumber(personalNumber) || !isText(name)) return undefined;
  if (!isText(givenName) || !isText(surname) || !isText(ipAddress)) return undefined;

  const claims: LoginClaims = {
    ssn: personalNumber,
    name,
    givenname: givenName,
    given_name: givenName,
    surname,
    family_name: surname,
    ipaddress: ipAddress,
  };
  return {
    scheme: SCHEME,
    country: 'SE',
    personId: personalNumber,
    nationalId: personalNumber,
    method: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SoftwarePKI',
    amr: ['mfa', 'swk'],
    claims,
    scopedClaims: isRisk(risk) ? { risk: { risk } satisfies RiskClaims } : {},
  };
}

/** Reads the evidence in `completionData`. Undefined when it is absent. */
export function evidenceOf(completionData: unknown): EvidenceClaims | undefined {
  const { signature, ocspResponse } = members(completionData);
  if (!isText(signature) || !isText(ocspResponse)) return undefined;
  return { evidence: signature, ocspResponse };
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** BankID omits it when it could not assess the risk. */
function isRisk(value: unknown): value is string {
  return isText(value) && ['low', 'moderate', 'high'].includes(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isPersonalNumber(value: unknown): value is string {
  return isText(value) && /^\d{12}$/.test(value);
}
