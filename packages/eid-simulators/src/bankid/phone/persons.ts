import type { Requirement } from '../rp-api/order-request.ts';

/** The behaviour of a test person with an order on the phone. */
export type Behaviour =
  | 'waits'
  | 'approves'
  | 'cancels'
  | 'never-starts'
  | 'declines-call'
  | 'blocked';

/** A test person with a phone and a mobile BankID. */
export interface Person {
  readonly personalNumber: string;
  readonly givenName: string;
  readonly surname: string;
  readonly behaviour: Behaviour;
}

/** The certificate policy of a mobile BankID in BankID's test environment. */
export const mobilePolicy = '1.2.3.4.25';

/** All persons with a BankID. The numbers are official test numbers: no real person has one of them. */
export const testPersons: readonly Person[] = [
  person('191212121212', 'Tolvan', 'Tolvansson', 'waits'),
  person('199006022397', 'Åsa', 'Öberg', 'waits'),
  person('199107172380', 'Erik Johan', 'af Test', 'waits'),
  person('200001052380', 'Maja', 'Sjö-Lind', 'waits'),
  person('199001012385', 'Nils', 'Provman', 'waits'),
  person('198506152399', 'Karin', 'Provdotter', 'waits'),
  person('198001062390', 'Sven', 'Nollberg', 'waits'),
  person('197001632392', 'Amira', 'Samordning', 'waits'),
  person('198506752388', 'Jonas', 'Samordning', 'waits'),
  person('199610202385', 'Greta', 'Godkänner', 'approves'),
  person('199312172381', 'Albin', 'Avbryter', 'cancels'),
  person('194408139089', 'Inga', 'Startarinte', 'never-starts'),
  person('190001042399', 'Nora', 'Nekarsamtal', 'declines-call'),
  person('201701012393', 'Bo', 'Blockerad', 'blocked'),
];

/** The test person with this number. Every other valid number belongs to a nameless person without a script. */
export function findPerson(personalNumber: string): Person {
  return (
    testPersons.find((each) => each.personalNumber === personalNumber) ??
    person(personalNumber, 'Test', 'Person', 'waits')
  );
}

/** Whether a mobile BankID satisfies the RP's requirement: no card, and a matching policy. */
export function hasUsableBankId({ cardReader, certificatePolicies }: Requirement): boolean {
  if (cardReader !== undefined) return false;
  return certificatePolicies?.some(admitsMobile) ?? true;
}

function admitsMobile(policy: string): boolean {
  return policy.endsWith('*')
    ? mobilePolicy.startsWith(policy.slice(0, -1))
    : policy === mobilePolicy;
}

function person(
  personalNumber: string,
  givenName: string,
  surname: string,
  behaviour: Behaviour,
): Person {
  return { personalNumber, givenName, surname, behaviour };
}
