import type { Permission, Role } from '../../domain/administrator.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import { type ActingAs, managementEvent } from '../../domain/management-event.ts';
import type { ApiToken, ApiTokens } from '../../ports/administrators.ts';
import type { AuthenticationIdOf, Clock, NewId } from '../../ports/runtime.ts';

/** The beginning of every API token, by which a scanner of leaked secrets finds it. */
export const TOKEN_PREFIX = 'ebt_';

const DAY = 24 * 60 * 60;
/** The longest life of a token, and the usual one, in days. */
export const MAX_TOKEN_DAYS = 366;
export const USUAL_TOKEN_DAYS = 90;

/** The ports of API tokens. */
export interface TokenParts {
  readonly tokens: Pick<ApiTokens, 'add' | 'rotate'>;
  readonly newId: NewId;
  /** SHA-256, base64url. */
  readonly hashOf: AuthenticationIdOf;
  readonly clock: Clock;
}

/** A token to be made. Whether the actor may pass that role on is decided before. */
export interface TokenRequest {
  readonly name: string;
  readonly tenant: string;
  readonly role: Role;
  /** Undefined: all of the role. */
  readonly permissions: readonly Permission[] | undefined;
  readonly days: number;
  /** Who answers for it: an administrator, also when a token of theirs makes it, or the command line. */
  readonly createdBy: string;
  readonly reason?: string | undefined;
}

/** A token, and its secret: the only moment at which it is known. */
export interface MadeToken {
  readonly token: ApiToken;
  readonly secret: string;
}

/** Makes API tokens and replaces their secrets. */
export function makeTokens({ tokens, newId, hashOf, clock }: TokenParts) {
  return {
    async make(request: TokenRequest, actor: ActingAs): Promise<MadeToken> {
      const { name, tenant, role, permissions, days, createdBy, reason } = request;
      const [now, secret] = [clock(), newSecret()];
      const token = {
        id: `tok_${newId().slice(0, 22)}`,
        name,
        tenant,
        role,
        permissions,
        createdAt: now,
        createdBy,
        expiresAt: secondsAfter(now, days * DAY),
      };
      const act = {
        tenant,
        act: 'tokens.write',
        outcome: 'done',
        object: `token ${token.id}`,
        after: { name, role, ...rightsOf(token) },
        reason,
      } as const;
      const event = managementEvent(actor, act, { unique: newId(), at: now });
      await tokens.add(token, hashOf(secret), event);
      return { token: { ...token, usedAt: undefined }, secret };
    },

    /**
     * A new secret until the end of the old one: a stolen token cannot be renewed for ever. Undefined when the
     * token is gone.
     */
    async rotate(token: ApiToken, actor: ActingAs): Promise<MadeToken | undefined> {
      const secret = newSecret();
      const act = {
        tenant: token.tenant,
        act: 'tokens.write',
        outcome: 'done',
        object: `token ${token.id}`,
        after: { secret: 'replaced' },
      } as const;
      const event = managementEvent(actor, act, { unique: newId(), at: clock() });
      const isDone = await tokens.rotate(token, hashOf(secret), event);
      return isDone ? { token, secret } : undefined;
    },
  };

  function newSecret(): string {
    return `${TOKEN_PREFIX}${newId()}`;
  }
}

function rightsOf({ permissions, expiresAt }: Pick<ApiToken, 'permissions' | 'expiresAt'>) {
  const limited = permissions === undefined ? {} : { permissions };
  return { ...limited, expiresAt: expiresAt.toISOString() };
}
