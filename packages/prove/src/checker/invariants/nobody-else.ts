import type { ExpectedClaims } from '../../history/event.ts';
import type { History } from '../read-history.ts';
import type { Violation } from '../violation.ts';

const CLAIMS: readonly (keyof ExpectedClaims)[] = ['ssn', 'aud', 'acr', 'nonce'];

/**
 * I4: a token is about the person, the application, the eID and the nonce of its own login, and nobody gets at a login
 * that is another's.
 */
export function nobodyElse({ logins, answers }: History): readonly Violation[] {
  const breaches = answers.flatMap(({ breach, login }, at) =>
    breach === undefined ? [] : [{ what: breach, login, events: answers.slice(at, at + 1) }],
  );
  const swapped = logins.flatMap(({ login, outcomes, person }) =>
    outcomes.flatMap((outcome) => {
      const { got, expected } = outcome;
      if (!('token' in got)) return [];
      return CLAIMS.filter((name) => got.token[name] !== expected[name]).map((name) => ({
        what: `${name} is ${got.token[name]} in place of ${expected[name]}`,
        login,
        events: [...person, outcome],
      }));
    }),
  );
  return [...breaches, ...swapped];
}
