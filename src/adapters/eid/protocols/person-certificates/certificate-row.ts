import type { CertificatePerson } from '@eid-broker/evidence/person-name';

import type { Acr } from '../../../../domain/acr.ts';
import type { ClaimOffer } from '../../../../domain/claims.ts';
import type { EidOffer, EidVariant } from '../../../../domain/eid-offer.ts';
import type { Identity } from '../../../../domain/identity.ts';
import type { Language } from '../../../../domain/language.ts';
import type { NationalNumber } from '../../../../domain/national-number.ts';
import { NATIONAL_NUMBER } from '../../../../domain/normalised-claims.ts';

/** One country of an eID that proves a person by a certificate: everything that differs between countries. */
export interface CertificateRow {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /** The country's name in English, to distinguish the choices. */
  readonly countryName: string;
  /** The languages of its people, their own first. */
  readonly languages: readonly Language[];
  /** Value of `identityscheme`. */
  readonly scheme: string;
  readonly number: NationalNumber;
  /** A number of nobody, for documents. */
  readonly example: { readonly number: string; readonly birthdate: string };
}

/** The part of the offer that differs between such eIDs. */
export interface CertificateEid
  extends Pick<EidOffer, 'title' | 'hintCodes' | 'scopes' | 'storedByScope'> {
  /** The last part of its acr values, and of its name after the country. */
  readonly name: string;
  readonly variant: Pick<EidVariant, 'inputs' | 'device' | 'channels'>;
  /** The longest text of a login, in characters. */
  readonly maxTextLength: number;
  /** The description of the claim `birthdate`. */
  readonly birthdate: string;
  /** Claims beside those of the certificate. */
  readonly claims: readonly ClaimOffer[];
}

/** The offer of one country. */
export function certificateOffer(row: CertificateRow, eid: CertificateEid): EidOffer {
  const { country, countryName, languages, number, example } = row;
  const { name, title, hintCodes, variant, maxTextLength, scopes, storedByScope } = eid;
  const code = country.toLowerCase();
  return {
    name: `${code}-${name}`,
    title,
    ...(hintCodes && { hintCodes }),
    languages,
    variants: [
      {
        acr: `urn:grn:authn:${code}:${name}` as Acr,
        title: `${title}, ${countryName}`,
        level: 'high',
        startsAtOnce: false,
        satisfiedBy: [],
        ...variant,
      },
    ],
    texts: {
      authentication: {
        message: { limit: maxTextLength, measured: 'before base64 encoding' },
        nonVisibleData: undefined,
      },
      signature: undefined,
      phone: undefined,
    },
    directives: [],
    nationalNumber: number,
    claims: [
      { ...textClaim('ssn', example.number, 'Personal code.'), normalised: NATIONAL_NUMBER },
      textClaim('name', 'Mari Näidis', 'Given names and surname.'),
      textClaim('givenname', 'Mari', 'As `given_name`.'),
      textClaim('given_name', 'Mari', 'Given names.'),
      textClaim('surname', 'Näidis', 'As `family_name`.'),
      textClaim('family_name', 'Näidis', 'Surname.'),
      textClaim('birthdate', example.birthdate, eid.birthdate),
      textClaim('dateofbirth', example.birthdate, 'As `birthdate`.'),
      ...eid.claims,
    ],
    scopes,
    // The personal code is part of every login.
    storedByScope,
  };
}

/** A text claim of every login. */
export function textClaim(name: string, example: string, description: string): ClaimOffer {
  return { name, scope: undefined, schema: { type: 'string' }, description, example };
}

/** The facts of a login beside the person of its certificate. */
export interface CertificateLogin
  extends Pick<Identity, 'method' | 'amr' | 'claims' | 'scopedClaims'> {
  readonly now: Date;
}

/** The person of a verified certificate as an identity. */
export function certificateIdentity(
  { scheme, number: nationalNumber }: CertificateRow,
  { country, number, givenName, surname, bornOn }: CertificatePerson,
  { method, amr, claims, scopedClaims, now }: CertificateLogin,
): Identity {
  // A certificate has a valid number; only its spelling may differ.
  const nationalId = nationalNumber.parse(number, now) ?? number;
  const birthdate = bornOn?.toISOString().slice(0, 10) ?? nationalNumber.birthdateOf?.(nationalId);
  return {
    scheme,
    country,
    personId: `PNO${country}-${nationalId}`,
    nationalId,
    method,
    amr,
    claims: {
      ssn: nationalId,
      name: `${givenName} ${surname}`,
      givenname: givenName,
      given_name: givenName,
      surname,
      family_name: surname,
      ...(birthdate !== undefined && { birthdate, dateofbirth: birthdate }),
      ...claims,
    },
    scopedClaims,
  };
}
