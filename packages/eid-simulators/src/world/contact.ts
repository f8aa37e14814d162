import type { Country, Person } from './persons.ts';

/** How to reach a person. None of it leads anywhere. */
export interface Contact {
  readonly email: string;
  /** With the country code, without a plus. */
  readonly phone: string;
  /** By the names of OpenID Connect. */
  readonly address: Address;
}

/** A postal address of nobody. */
export interface Address {
  readonly street_address: string;
  readonly postal_code: string;
  readonly region: string;
  readonly country: string;
  readonly formatted: string;
}

/** Country codes. No subscriber's number begins with zeros behind them. */
const CODES: Readonly<Partial<Record<Country, string>>> = { DK: '45', FI: '358', NO: '47' };

type Place = Omit<Address, 'country' | 'formatted'>;

const PLACES: Readonly<Partial<Record<Country, Place>>> = {
  NO: { street_address: 'Prøveveien 1', postal_code: '0001', region: 'OSLO' },
};

const NOWHERE: Place = { street_address: 'Test 1', postal_code: '00000', region: 'TEST' };

/** Digits that differ from person to person, as far as five can. */
export function fiveDigitsOf({ uuid }: Pick<Person, 'uuid'>): string {
  return String(Number.parseInt(uuid.slice(0, 8), 16) % 100_000).padStart(5, '0');
}

/** The contact of a person; always the same. */
export function contactOf({ id, uuid, country }: Person): Contact {
  const place = { ...(PLACES[country] ?? NOWHERE), country };
  return {
    email: `${id}@example.com`,
    phone: `${CODES[country] ?? ''}000${fiveDigitsOf({ uuid })}`,
    address: { ...place, formatted: Object.values(place).join('\n') },
  };
}
