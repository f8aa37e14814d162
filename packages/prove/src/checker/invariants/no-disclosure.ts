import type { ExpectedClaims } from '../../history/event.ts';
import type { Facts } from '../facts.ts';
import type { History, Violation } from '../read-history.ts';

const CLAIMS: readonly (keyof ExpectedClaims)[] = ['ssn', 'aud', 'acr', 'nonce'];

/** I4: a token has the person, application, eID and nonce of its own login, and no client reaches another's login. */
export function noForeignIdentity({ logins, answers }: History): readonly Violation[] {
  const breaches = answers.flatMap(({ breach, login }, at) =>
    breach === undefined ? [] : [{ what: breach, login, events: answers.slice(at, at + 1) }],
  );
  const swapped = logins.flatMap(({ login, outcomes, person }) =>
    outcomes.flatMap((outcome) => {
      const { got, expected } = outcome;
      if (!('token' in got)) return [];
      return CLAIMS.filter((name) => got.token[name] !== expected[name]).map((name) => ({
        what: `${name} is ${got.token[name]} instead of ${expected[name]}`,
        login,
        events: [...person, outcome],
      }));
    }),
  );
  return [...breaches, ...swapped];
}

/** I8: no log contains a personal number, secret, code or token of this run. */
export function nothingLeaks(_history: History, { leaks }: Facts): readonly Violation[] {
  return leaks.map(({ where, what }) => ({ what: `${where} contains ${what}`, events: [] }));
}
