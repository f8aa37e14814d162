import { personsOf } from '../../world/persons.ts';
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

/** The scripted persons, by their ids; all others wait. */
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  greta: 'approves',
  albin: 'cancels',
  inga: 'never-starts',
  nora: 'declines-call',
  bo: 'blocked',
};

/** All persons with a BankID. */
export const testPersons: readonly Person[] = personsOf('SE').map(
  ({ id, nationalNumber, givenName, familyName }) =>
    person(nationalNumber, givenName, familyName, BEHAVIOURS[id] ?? 'waits'),
);

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
