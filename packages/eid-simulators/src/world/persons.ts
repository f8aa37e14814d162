/** A country whose people are simulated, as ISO 3166-1 alpha-2. */
export type Country = 'DK' | 'FI' | 'NO';

/** A simulated person, the same at every eID of the country. */
export interface Person {
  /** The name in scripts. */
  readonly id: string;
  /** Never changes: identifiers at eIDs are derived from it. */
  readonly uuid: string;
  readonly country: Country;
  /** The national identity number, valid by the country's rules. */
  readonly nationalNumber: string;
  readonly givenName: string;
  readonly familyName: string;
  /** As `YYYY-MM-DD`. */
  readonly birthdate: string;
}

/**
 * All persons. Nobody has their numbers. Danish: samples of public documentation, and two that fail modulus 11 on dates
 * without such numbers. Norwegian: the synthetic series, month + 80. Finnish: the series 900 to 999, never issued.
 */
export const persons: readonly Person[] = [
  {
    id: 'astrid',
    uuid: '7f0a1c52-5d0e-4c1b-9a55-0d2f6a3e9b01',
    country: 'DK',
    nationalNumber: '2712589100',
    givenName: 'Astrid',
    familyName: 'Prøvesen',
    birthdate: '1958-12-27',
  },
  {
    id: 'bent',
    uuid: '7f0a1c52-5d0e-4c1b-9a55-0d2f6a3e9b02',
    country: 'DK',
    nationalNumber: '2101270087',
    givenName: 'Bent Åge',
    familyName: 'Prøvesen',
    birthdate: '1927-01-21',
  },
  {
    id: 'carla',
    uuid: '7f0a1c52-5d0e-4c1b-9a55-0d2f6a3e9b03',
    country: 'DK',
    nationalNumber: '1406820002',
    givenName: 'Carla',
    familyName: 'Ørsted-Test',
    birthdate: '1982-06-14',
  },
  {
    id: 'dagny',
    uuid: '7f0a1c52-5d0e-4c1b-9a55-0d2f6a3e9b04',
    country: 'DK',
    nationalNumber: '1406124002',
    givenName: 'Dagny',
    familyName: 'Mindreårig',
    birthdate: '2012-06-14',
  },
  {
    id: 'eline',
    uuid: '7f0a1c52-5d0e-4c1b-9a55-0d2f6a3e9b05',
    country: 'NO',
    nationalNumber: '15889010069',
    givenName: 'Eline',
    familyName: 'Prøvedal',
    birthdate: '1990-08-15',
  },
  {
    id: 'frode',
    uuid: '7f0a1c52-5d0e-4c1b-9a55-0d2f6a3e9b06',
    country: 'NO',
    nationalNumber: '01819012365',
    givenName: 'Frode',
    familyName: 'Prøvedal',
    birthdate: '1990-01-01',
  },
  {
    id: 'helmi',
    uuid: '7f0a1c52-5d0e-4c1b-9a55-0d2f6a3e9b07',
    country: 'FI',
    nationalNumber: '010190-900P',
    givenName: 'Helmi',
    familyName: 'Koekäyttäjä',
    birthdate: '1990-01-01',
  },
  {
    id: 'ilmari',
    uuid: '7f0a1c52-5d0e-4c1b-9a55-0d2f6a3e9b08',
    country: 'FI',
    nationalNumber: '150585-987F',
    givenName: 'Ilmari',
    familyName: 'Koekäyttäjä',
    birthdate: '1985-05-15',
  },
];

/** The people of a country. */
export function personsOf(country: Country): readonly Person[] {
  return persons.filter((person) => person.country === country);
}

/** Full years of age on this day (UTC). */
export function ageOf({ birthdate }: Person, at: Date): number {
  const today = at.toISOString().slice(0, 10);
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4));
  return today.slice(5) < birthdate.slice(5) ? years - 1 : years;
}
