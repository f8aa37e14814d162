import { ALL_TENANTS } from '../../domain/administrator.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import { BY_COMMAND, managementEvent } from '../../domain/management-event.ts';
import type { ApiTokens } from '../../ports/administrators.ts';
import type { AuthenticationIdOf, Clock, NewId } from '../../ports/runtime.ts';

const YEARS = 10;
const YEAR = 366 * 24 * 60 * 60;

interface Parts {
  readonly apiTokens: Pick<ApiTokens, 'find' | 'add'>;
  readonly newId: NewId;
  readonly hashOf: AuthenticationIdOf;
  readonly clock: Clock;
}

/** Stores the token that a process was given at its start, unless it is known: an owner of the whole installation. */
export async function keepOwnerToken(
  secret: string | undefined,
  { apiTokens, newId, hashOf, clock }: Parts,
): Promise<void> {
  if (secret === undefined) return;
  const [hash, now] = [hashOf(secret), clock()];
  if ((await apiTokens.find(hash, now)) !== undefined) return;
  const token = {
    id: `tok_${hash.slice(0, 22)}`,
    name: 'owner token of the process',
    tenant: ALL_TENANTS,
    role: 'owner',
    permissions: undefined,
    createdAt: now,
    createdBy: BY_COMMAND.who.id,
    expiresAt: secondsAfter(now, YEARS * YEAR),
  } as const;
  const act = {
    tenant: ALL_TENANTS,
    act: 'tokens.write',
    outcome: 'done',
    object: `token ${token.id}`,
    after: { name: token.name, role: token.role },
  } as const;
  await apiTokens.add(token, hash, managementEvent(BY_COMMAND, act, { unique: newId(), at: now }));
}
