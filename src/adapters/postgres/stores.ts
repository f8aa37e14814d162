import type { Clock, NewId } from '../../ports/runtime.ts';
import type { NewSigningKey } from '../../ports/signing-keys.ts';
import type { Vault } from '../../ports/vault.ts';
import { pgAdministrators } from './administration/administrators.ts';
import { pgApiTokens } from './administration/api-tokens.ts';
import { pgManagementEvents } from './administration/management-events.ts';
import { pgManagementSessions } from './administration/management-sessions.ts';
import { pgEventChain } from './events/event-chain.ts';
import { pgWebhooks } from './events/webhooks.ts';
import type { GuardedPool } from './guarded-pool.ts';
import { pgArtifacts } from './logins/artifacts.ts';
import { pgAuthentications } from './logins/authentications.ts';
import { pgIssuance } from './logins/issuance.ts';
import { pgLoginLookup } from './logins/login-lookup.ts';
import { pgLoginTimelines } from './logins/login-timelines.ts';
import { pgPseudonyms } from './logins/pseudonyms.ts';
import { pgRateLimits, pgSharedCounts } from './rate-limits.ts';
import { pgSecretUses } from './secret-uses.ts';
import { pgSigningKeys } from './signing-keys.ts';

interface Deps {
  readonly pool: GuardedPool;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly newSigningKey: NewSigningKey;
}

/** Every store that serves requests, on one pool. */
export function pgStores({ pool, vault, clock, newId, newSigningKey }: Deps) {
  return {
    authentications: pgAuthentications({ pool, vault }),
    artifacts: pgArtifacts({ pool, vault, clock }),
    loginLookup: pgLoginLookup({ pool, vault }),
    loginTimelines: pgLoginTimelines(pool),
    issuance: pgIssuance({ pool, vault }),
    signingKeys: pgSigningKeys({ pool, vault, clock, newKey: newSigningKey }),
    pseudonyms: pgPseudonyms({ pool, vault, newKey: newId }),
    rateLimits: pgRateLimits(pool),
    sharedCounts: pgSharedCounts(pool),
    eventChain: pgEventChain({ pool, vault }),
    secretUses: pgSecretUses(pool),
    webhooks: pgWebhooks({ pool, vault }),
    administrators: pgAdministrators({ pool, vault }),
    managementSessions: pgManagementSessions({ pool, vault }),
    apiTokens: pgApiTokens({ pool, vault }),
    managementEvents: pgManagementEvents({ pool, vault }),
  };
}
