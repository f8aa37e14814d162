import type { Clock } from '../ports/runtime.ts';
import type { NoteSecretUse, SecretUse, SecretUses } from '../ports/secret-uses.ts';

/** The uses of client secrets that this process has noted. */
export interface NotedSecretUses {
  readonly note: NoteSecretUse;
  /** Stores them; what cannot be stored is kept for the next time. */
  flush(): Promise<void>;
}

/** Beyond it, a use is not noted before the next flush. */
const MAX_NOTED = 20_000;
/** In one statement. */
const MAX_BATCH = 1_000;

/** Keeps the latest use of each secret in memory, so that a request writes nothing for it. */
export function makeNoteSecretUses({
  secretUses,
  clock,
}: {
  readonly secretUses: Pick<SecretUses, 'record'>;
  readonly clock: Clock;
}): NotedSecretUses {
  const noted = new Map<string, SecretUse>();

  return {
    note(secret) {
      const key = `${secret.tenantId} ${secret.clientId} ${secret.hash}`;
      if (noted.has(key) || noted.size < MAX_NOTED) noted.set(key, { ...secret, at: clock() });
    },

    async flush() {
      while (noted.size > 0) {
        const batch = [...noted].slice(0, MAX_BATCH);
        await secretUses.record(batch.map(([, use]) => use));
        // A use that was noted meanwhile is written next time.
        for (const [key, use] of batch) if (noted.get(key) === use) noted.delete(key);
        if (batch.length < MAX_BATCH) return;
      }
    },
  };
}
