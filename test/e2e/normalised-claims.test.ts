import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { eidModules, oidcRows } from '../../src/adapters/eid/registry.ts';
import { normalisedSchema } from '../support/claims-schema.ts';
import { type SimulatedBroker, startSimulatedBroker } from '../support/simulated-broker.ts';

let broker: SimulatedBroker;
beforeAll(async () => {
  broker = await startSimulatedBroker();
});
afterAll(() => broker.close());

const COUNTRIES = { se: 'SE', dk: 'DK', no: 'NO', fi: 'FI', ee: 'EE', lt: 'LT' } as const;
const OTHERS = { be: 'BE', de: 'DE', nl: 'NL', uk: 'GB', at: 'AT' } as const;
const COUNTRY_OF: Readonly<Record<string, keyof typeof PERSONS>> = { ...COUNTRIES, ...OTHERS };
const PERSONS = Object.fromEntries(
  Object.values({ ...COUNTRIES, ...OTHERS }).map((country) => [country, personsOf(country)[0]]),
);

/** One of each family. */
const NATIVE = ['se-bankid', 'se-frejaid', 'ee-mobile-id'];
const names = [...oidcRows.map(({ offer }) => offer.name), ...NATIVE];
const offers = eidModules.map(({ offer }) => offer).filter(({ name }) => names.includes(name));

const fits = new Ajv2020({ allErrors: true, validateFormats: false }).compile({
  ...normalisedSchema(),
  additionalProperties: false,
});

test.each(offers.map((offer) => [offer.name, offer] as const))(
  'a normalised token of %s has the person, and the level as acr',
  async (name, offer) => {
    const person = PERSONS[COUNTRY_OF[name.slice(0, 2)] ?? ''];
    const [variant] = offer.variants;
    if (person === undefined || variant === undefined) throw new Error(`nobody for ${name}`);
    const ofOneUse = ['evidence', 'risk', 'frejaid:custom_identifier'];
    const scope = offer.scopes.filter((one) => !ofOneUse.includes(one)).join(' ');
    const { acr, level } = variant;
    const claims = await broker.claimsOf({
      acr,
      person: person.id,
      scope,
      clientId: 'normalised',
    });
    const { nonce, ...others } = claims;
    fits(others);
    expect(fits.errors).toBeNull();
    expect(nonce).toBe('some-nonce');
    expect(claims).toMatchObject({
      authenticationtype: acr,
      acr: level === undefined ? acr : `http://eidas.europa.eu/LoA/${level}`,
      birthdate: person.birthdate,
      ...(offer.nationalNumber !== undefined && {
        nin: person.nationalNumber,
        nin_type: offer.nationalNumber.type,
        nin_issuing_country: person.country,
      }),
    });
    const { name: fullName = '', family_name = '' } = claims;
    expect(`${fullName} ${family_name}`.toLowerCase()).toContain(person.familyName.toLowerCase());
  },
);
