import type { Acr } from 'eid-broker/domain/acr';
import type { ClaimOffer } from 'eid-broker/domain/claims';
import {
  type EidOffer,
  type EidVariant,
  eidCatalogue,
  type PhoneRules,
} from 'eid-broker/domain/eid-offer';
import type { Configuration } from 'eid-broker/ports/configuration';

/** An acr value that leaves the device to the person, by an order on every channel. */
export function sampleVariant(acr: string, changes: Partial<EidVariant> = {}): EidVariant {
  return {
    acr: acr as Acr,
    title: 'Some eID',
    device: undefined,
    level: undefined,
    channels: { browser: 'order', embedded: 'order', headless: 'order', ciba: 'order' },
    startsAtOnce: false,
    satisfiedBy: [],
    inputs: [],
    ...changes,
  };
}

/** A claim of every login, with a text. */
export function sampleClaim(name: string): ClaimOffer {
  const schema = { type: 'string' };
  return { name, scope: undefined, schema, description: `The ${name}.`, example: 'text' };
}

/** Phone authentications with a binding message, as most tests need them. */
export const SAMPLE_PHONE: PhoneRules = {
  message: { limit: 1500, measured: 'after base64 encoding' },
  nonVisibleData: 1500,
  detailsType: 'phoneAuth',
  namesCaller: true,
  pending: 'stages',
};

/** An eID with one acr value that takes neither a text nor a named person. */
export function sampleOffer(changes: Partial<EidOffer> = {}): EidOffer {
  return {
    name: 'xx-some-eid',
    title: 'Some eID',
    variants: [sampleVariant('urn:grn:authn:xx:some-eid')],
    languages: ['en'],
    texts: {
      authentication: { message: undefined, nonVisibleData: undefined },
      signature: undefined,
      phone: undefined,
    },
    directives: [],
    nationalNumber: undefined,
    claims: [],
    scopes: [],
    storedByScope: [],
    ...changes,
  };
}

/** A configuration without domains, applications and eIDs, but for the given members. */
export function sampleConfigurationWith(changes: Partial<Configuration> = {}): Configuration {
  return {
    catalogue: eidCatalogue([]),
    domains: [],
    domainOf: () => undefined,
    application: () => undefined,
    applications: () => [],
    eid: () => undefined,
    claimNames: () => [],
    scopes: () => [],
    ...changes,
  };
}
