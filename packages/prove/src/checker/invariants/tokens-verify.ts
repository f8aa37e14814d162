import type { History, Violation } from '../read-history.ts';

/** I11: an ID token verifies with the keys that are published at any time in its life. */
export function tokensVerify({ events, logins }: History): readonly Violation[] {
  const published = events.filter((event) => event.type === 'keys');
  return logins.flatMap(({ login, outcomes }) =>
    outcomes.flatMap((outcome) => {
      if (!('token' in outcome.got)) return [];
      const { kid, verified, expiresAt } = outcome.got.token;
      if (!verified) return [{ what: 'the signature does not verify', login, events: [outcome] }];
      const without = published.find(
        ({ at, kids }) => at > outcome.at && at < expiresAt && !kids.includes(kid),
      );
      if (without === undefined) return [];
      const what = `its key ${kid.slice(0, 8)}… is no longer published`;
      return [{ what, login, events: [outcome, without] }];
    }),
  );
}
