import { pgApiTokens } from '../adapters/postgres/administration/api-tokens.ts';
import { pgConfigurationStore } from '../adapters/postgres/configuration/configuration-store.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { randomId, sha256Id } from '../adapters/system/random.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { readEnvironment } from '../config/environment/environment.ts';
import { ALL_TENANTS, isPermission, type Permission, ROLES } from '../domain/administrator.ts';
import { BY_COMMAND, managementEvent } from '../domain/management-event.ts';
import { describeTenant } from '../management/administrators/invite-administrator.ts';
import {
  MAX_TOKEN_DAYS,
  makeTokens,
  USUAL_TOKEN_DAYS,
} from '../management/administrators/make-token.ts';
import type { ApiToken, ApiTokens } from '../ports/administrators.ts';
import type { ConfigurationStore } from '../ports/configuration.ts';
import { readRole, refuseUnknownTenant } from './admin.ts';
import { defineCommand, print, UsageError } from './command.ts';
import { withDatabase } from './with-database.ts';

/** Makes, lists and revokes API tokens. */
export const command = defineCommand({
  description: `Makes, lists and revokes API tokens in the database of DATABASE_URL, with the keys of KEY_ENCRYPTION_KEY.
Each change is an event in the log of events.`,
  operand: {
    create: 'prints a new token, which is shown only now (needs --name and --role)',
    list: 'the tokens, without their secrets',
    revoke: 'ends a token at once (needs --id)',
  },
  options: {
    name: { value: 'TEXT', help: 'what the token is for, up to 80 characters' },
    role: { value: 'ROLE', help: ROLES.join(', ') },
    tenant: { value: 'ID', help: 'one tenant; without it the whole installation' },
    permissions: { value: 'LIST', help: 'only these of the role, separated by commas' },
    days: { value: 'NUMBER', help: `until it expires; ${USUAL_TOKEN_DAYS} unless given` },
    id: { value: 'ID', help: 'the token, as list shows it' },
    reason: { value: 'TEXT', help: 'is recorded with the change' },
  },
  async run({ operand, options, env }) {
    const { databaseUrl: url, keyEncryptionKeys } = readEnvironment(env);
    const lines = await withDatabase({ url }, async (pool) => {
      const vault = systemVault(keyEncryptionKeys);
      const tokens = pgApiTokens({ pool, vault });
      return runAction(operand, options, {
        tokens,
        configurationStore: pgConfigurationStore({ pool, vault }),
      });
    });
    print(lines);
    return 0;
  },
});

type TokenOptions = Readonly<
  Record<'name' | 'role' | 'tenant' | 'permissions' | 'days' | 'id' | 'reason', string | undefined>
>;

interface Stores {
  readonly tokens: ApiTokens;
  readonly configurationStore: ConfigurationStore;
}

async function runAction(
  action: 'create' | 'list' | 'revoke',
  options: TokenOptions,
  { tokens, configurationStore }: Stores,
): Promise<readonly string[]> {
  switch (action) {
    case 'create': {
      const { name, tenant, reason } = options;
      if (name === undefined || name === '' || name.length > 80) {
        throw new UsageError('--name is required: up to 80 characters that say what it is for');
      }
      const request = {
        name,
        tenant: tenant ?? ALL_TENANTS,
        role: readRole(options.role),
        permissions: readPermissions(options.permissions),
        days: readDays(options.days),
        createdBy: BY_COMMAND.who.id,
        reason,
      };
      await refuseUnknownTenant(tenant, configurationStore);
      const parts = { tokens, newId: randomId, hashOf: sha256Id, clock: systemClock };
      return [(await makeTokens(parts).make(request, BY_COMMAND)).secret];
    }
    case 'list':
      return listed(await tokens.list(options.tenant));
    case 'revoke':
      return revoke(options, tokens);
  }
}

async function revoke({ id, reason }: TokenOptions, tokens: ApiTokens) {
  const token = id === undefined ? undefined : await tokens.read(id);
  if (id === undefined) throw new UsageError('--id is required: list shows it');
  const act = {
    tenant: token?.tenant ?? ALL_TENANTS,
    act: 'tokens.write',
    outcome: 'done',
    object: `token ${id}`,
    reason,
  } as const;
  const event = managementEvent(BY_COMMAND, act, { unique: randomId(), at: systemClock() });
  if (token !== undefined && (await tokens.revoke(id, event))) return ['revoked'];
  throw new UsageError(`--id: there is no token ${id}`);
}

function readPermissions(text: string | undefined): readonly Permission[] | undefined {
  if (text === undefined) return undefined;
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.filter((word) => !isPermission(word));
  if (unknown.length > 0) {
    throw new UsageError(`--permissions: there is no permission ${unknown.join(', ')}`);
  }
  return words.filter(isPermission);
}

function readDays(text: string | undefined): number {
  if (text === undefined) return USUAL_TOKEN_DAYS;
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= MAX_TOKEN_DAYS) return days;
  throw new UsageError(`--days: must be a whole number from 1 to ${MAX_TOKEN_DAYS}`);
}

function listed(tokens: readonly ApiToken[]): readonly string[] {
  if (tokens.length === 0) return ['there are no tokens'];
  return tokens.map(({ id, name, tenant, role, permissions, expiresAt, usedAt }) =>
    [
      id,
      name,
      `${role} of ${describeTenant(tenant)}`,
      ...(permissions === undefined ? [] : [`only ${permissions.join(', ')}`]),
      `until ${momentOf(expiresAt)}`,
      usedAt === undefined ? 'never used' : `last used ${momentOf(usedAt)}`,
    ].join('  '),
  );
}

/** To the second, in UTC. */
function momentOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
