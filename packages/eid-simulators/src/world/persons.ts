import { createHash } from 'node:crypto';

/** A country whose people are simulated, as ISO 3166-1 alpha-2. */
export type Country =
  | 'AT'
  | 'BE'
  | 'DE'
  | 'DK'
  | 'EE'
  | 'FI'
  | 'GB'
  | 'LT'
  | 'LV'
  | 'NL'
  | 'NO'
  | 'SE';

/** A simulated person, the same at every eID of the country. */
export interface Person {
  /** The name in scripts. */
  readonly id: string;
  /** Depends on the id alone: identifiers at eIDs are derived from it. */
  readonly uuid: string;
  readonly country: Country;
  /**
   * The national identity number, valid by the country's rules. Germany has none: the number of a specimen card. Austria
   * has none: the bPK for our organisation.
   */
  readonly nationalNumber: string;
  readonly givenName: string;
  readonly familyName: string;
  /** As `YYYY-MM-DD`. */
  readonly birthdate: string;
  /** A number that no network assigns, with its country code. */
  readonly phoneNumber?: string;
}

/**
 * All persons. Nobody has their numbers. Swedish: Skatteverket's test numbers and their pattern. Danish: samples of public
 * documentation, and two that fail modulus 11 on dates without such numbers. Norwegian: the synthetic series, month + 80.
 * Finnish: the series 900 to 999, never issued. Baltic: accounts of the providers' demo systems, and serial numbers beyond
 * a day's births; Belgian: the last serial numbers of a day. German: specimens of the identity card. Dutch: the test
 * persons of the register. British: the prefix QQ, never issued. Austrian: hashes of invented texts, as every bPK is one.
 */
export const persons: readonly Person[] = [
  person('SE', 'tolvan', '191212121212', 'Tolvan', 'Tolvansson'),
  person('SE', 'asa', '199006022397', 'Åsa', 'Öberg'),
  person('SE', 'erik', '199107172380', 'Erik Johan', 'af Test'),
  person('SE', 'maja', '200001052380', 'Maja', 'Sjö-Lind'),
  person('SE', 'nils', '199001012385', 'Nils', 'Provman'),
  person('SE', 'karin', '198506152399', 'Karin', 'Provdotter'),
  person('SE', 'sven', '198001062390', 'Sven', 'Nollberg'),
  person('SE', 'amira', '197001632392', 'Amira', 'Samordning', '1970-01-03'),
  person('SE', 'jonas', '198506752388', 'Jonas', 'Samordning', '1985-06-15'),
  person('SE', 'greta', '199610202385', 'Greta', 'Godkänner'),
  person('SE', 'albin', '199312172381', 'Albin', 'Avbryter'),
  person('SE', 'inga', '194408139089', 'Inga', 'Startarinte'),
  person('SE', 'nora', '190001042399', 'Nora', 'Nekarsamtal'),
  person('SE', 'bo', '201701012393', 'Bo', 'Blockerad'),

  person('DK', 'astrid', '2712589100', 'Astrid', 'Prøvesen', '1958-12-27'),
  person('DK', 'bent', '2101270087', 'Bent Åge', 'Prøvesen', '1927-01-21'),
  person('DK', 'carla', '1406820002', 'Carla', 'Ørsted-Test', '1982-06-14'),
  person('DK', 'dagny', '1406124002', 'Dagny', 'Mindreårig', '2012-06-14'),

  person('NO', 'eline', '15889010069', 'Eline', 'Prøvedal', '1990-08-15'),
  person('NO', 'frode', '01819012365', 'Frode', 'Prøvedal', '1990-01-01'),

  person('FI', 'helmi', '010190-900P', 'Helmi', 'Koekäyttäjä', '1990-01-01'),
  person('FI', 'ilmari', '150585-987F', 'Ilmari', 'Koekäyttäjä', '1985-05-15'),

  person('EE', 'mari', '60001019906', 'Mari', 'Näidis', '2000-01-01', '+37200000766'),
  person('EE', 'jaan', '38508159960', 'Jaan', 'Näidis', '1985-08-15', '+37200000566'),
  person('EE', 'kaspar', '51307149560', 'Kaspar', 'Alaealine', '2013-07-14', '+37200000266'),

  person('LV', 'ilze', '030403-10075', 'Ilze', 'Paraudziņa', '1903-04-03'),
  person('LV', 'janis', '030303-10012', 'Jānis', 'Paraudziņš', '1903-03-03'),

  person('LT', 'tomas', '50001018865', 'Tomas', 'Pavyzdys', '2000-01-01', '+37060000666'),
  person('LT', 'ruta', '49102129954', 'Rūta', 'Pavyzdė', '1991-02-12', '+37060000266'),

  person('BE', 'lotte', '90110299836', 'Lotte', 'Voorbeeld', '1990-11-02'),
  person('BE', 'marc', '85041599775', 'Marc', "d'Exemple", '1985-04-15'),

  person('DE', 'jutta', 'T22000129', 'Jutta', 'Beispiel', '1964-08-12'),
  person('DE', 'kurt', 'L01X00T47', 'Kurt', 'Muster', '2012-03-04'),

  person('NL', 'loes', '999993653', 'Loes', 'Proef', '1975-07-25'),
  person('NL', 'maarten', '999992570', 'Maarten', 'Proef', '2010-02-03'),

  person('GB', 'edith', 'QQ123456C', 'Edith', 'Sample', '1980-02-03'),
  person('GB', 'oscar', 'QQ234567A', 'Oscar', 'Sample', '2009-12-31'),
  person('AT', 'jakob', 'WZvuxUfIw+UAT3zOuVPKjSmTt+o=', 'Jakob', 'Testberger', '1984-02-29'),
  person('AT', 'klara', 'Yu5xlpDqJpaUZjrt0+5oTKXTgc0=', 'Klara', 'Müßig-Probst', '2001-11-30'),
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

/** The birthdate may be absent where the number begins with it. */
function person(
  country: Country,
  id: string,
  nationalNumber: string,
  givenName: string,
  familyName: string,
  birthdate = nationalNumber.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3'),
  phoneNumber?: string,
): Person {
  const uuid = uuidOf(id);
  const more = phoneNumber === undefined ? {} : { phoneNumber };
  return { id, uuid, country, nationalNumber, givenName, familyName, birthdate, ...more };
}

/** A UUID that depends on this text only. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
