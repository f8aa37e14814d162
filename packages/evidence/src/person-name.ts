import { type Der, readDer, tags } from './der/der.ts';
import { elementsOf, expectTag, onlyElementIn } from './der/fields.ts';
import { objectIdentifier, time } from './der/values.ts';
import { during, Unverified } from './unverified.ts';
import type { Certificate } from './x509/certificate.ts';
import { nameAttributes, valueIn } from './x509/distinguished-name.ts';

const DIRECTORY_ATTRIBUTES = '2.5.29.9';
const DATE_OF_BIRTH = '1.3.6.1.5.5.7.9.1';

/** The person of a certificate (ETSI EN 319 412-1). */
export interface CertificatePerson {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /** The national number, as the certificate writes it. */
  readonly number: string;
  readonly givenName: string;
  readonly surname: string;
  /** Undefined when the certificate has no date of birth beside the number. */
  readonly bornOn: Date | undefined;
}

/** The person of a certificate with a national number (`PNO`). @throws {Unverified} chain */
export function personOf({ subject, extensions }: Certificate): CertificatePerson {
  const names = during('chain', 'the name in the certificate', () => ({
    identifier: valueIn(subject, nameAttributes.serialNumber),
    givenName: valueIn(subject, nameAttributes.givenName),
    surname: valueIn(subject, nameAttributes.surname),
  }));
  const { identifier = '', givenName, surname } = names;
  const [, country, number] = /^PNO([A-Z]{2})-([\dA-Z-]{5,20})$/.exec(identifier) ?? [];
  if (country === undefined || number === undefined || !givenName || !surname) {
    throw new Unverified('chain', 'the certificate names no person');
  }
  const attributes = extensions.contentOf(DIRECTORY_ATTRIBUTES);
  const bornOn = attributes && during('chain', 'the date of birth', () => birthIn(attributes));
  return { country, number, givenName, surname, bornOn };
}

/** RFC 3739 §3.2.2. */
function birthIn(attributes: Buffer): Date | undefined {
  for (const attribute of elementsOf(readDer(attributes))) {
    const [type, values] = elementsOf(attribute);
    if (type === undefined || values === undefined) continue;
    if (objectIdentifier(type) === DATE_OF_BIRTH) return time(single(values));
  }
  return undefined;
}

function single(values: Der): Der {
  return onlyElementIn(expectTag(values, tags.set));
}
