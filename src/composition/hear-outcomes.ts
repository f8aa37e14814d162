import type { Authentications } from '../ports/authentications.ts';

/**
 * The same attempts; whoever follows the events hears of each that this replica wrote, and of one too many rather than
 * one too few: a write that seems to have failed may be there.
 */
export function withOutcomeListener(
  authentications: Authentications,
  onOutcome: () => void,
): Authentications {
  const notified = <Result>(write: Promise<Result>) => write.finally(onOutcome);
  return {
    ...authentications,
    createIdentified: (authentication) =>
      notified(authentications.createIdentified(authentication)),
    recordOutcome: (lease, outcome) => notified(authentications.recordOutcome(lease, outcome)),
    abandon: (id, ending) => notified(authentications.abandon(id, ending)),
    async abandonExpired(span, limit) {
      const expired = await authentications.abandonExpired(span, limit).catch((error) => {
        onOutcome();
        throw error;
      });
      if (expired.length > 0) onOutcome();
      return expired;
    },
  };
}
