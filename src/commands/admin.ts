import { pgAdministrators } from '../adapters/postgres/administration/administrators.ts';
import { pgConfigurationStore } from '../adapters/postgres/configuration/configuration-store.ts';
import { pgPseudonyms } from '../adapters/postgres/logins/pseudonyms.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { randomId, sha256Id } from '../adapters/system/random.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { type Environment, readEnvironment } from '../config/environment/environment.ts';
import { ALL_TENANTS, ROLES, type Role } from '../domain/administrator.ts';
import { suggestion } from '../domain/closest-name.ts';
import { BY_COMMAND, managementEvent } from '../domain/management-event.ts';
import { makeAcceptInvitation } from '../management/administrators/enter-console.ts';
import {
  describeTenant,
  invitationLink,
  makeInviteAdministrator,
} from '../management/administrators/invite-administrator.ts';
import type { Administrator, Administrators } from '../ports/administrators.ts';
import type { ConfigurationStore } from '../ports/configuration.ts';
import { defineCommand, print, UsageError } from './command.ts';
import { withDatabase } from './with-database.ts';

/** A person of whom the caller knows how one of our own issuers identifies them. */
export interface KnownPerson {
  readonly issuer: string;
  /** The tenant of the issuer, whose pseudonym is the person's `sub`. */
  readonly tenantId: string;
  /** Names the person in the eID: `scheme` is the eID's, such as that of a personal number. */
  readonly scheme: string;
  readonly personId: string;
  readonly name: string;
}

/** Makes a known person an owner of the whole installation, as by an invitation; does nothing for an administrator. */
export async function admitOwner(
  { databaseUrl: url, keyEncryptionKeys }: Pick<Environment, 'databaseUrl' | 'keyEncryptionKeys'>,
  { issuer: iss, tenantId, scheme, personId, name }: KnownPerson,
): Promise<void> {
  await withDatabase({ url }, async (pool) => {
    const vault = systemVault(keyEncryptionKeys);
    const administrators = pgAdministrators({ pool, vault });
    const pseudonyms = pgPseudonyms({ pool, vault, newKey: randomId });
    const sub = await pseudonyms.subjectOf(tenantId, scheme, personId);
    if ((await administrators.find(iss, sub)) !== undefined) return;
    const parts = { administrators, newId: randomId, hashOf: sha256Id, clock: systemClock };
    const grant = { tenant: ALL_TENANTS, role: 'owner' } as const;
    const { secret } = await makeInviteAdministrator(parts)(grant, BY_COMMAND);
    await makeAcceptInvitation(parts)({ iss, sub, name }, sha256Id(secret));
  });
}

/** Invites, lists and removes administrators. */
export const command = defineCommand({
  description: `Invites, lists and removes administrators in the database of DATABASE_URL, with the keys of
KEY_ENCRYPTION_KEY. Each change is an event in the log of events.`,
  operand: {
    invite: 'prints a link that gives one person a role, once, within 15 minutes (needs --role)',
    list: 'the administrators and their roles',
    remove: 'takes all roles from a person, or those of --tenant; open sessions end (needs --id)',
  },
  options: {
    role: { value: 'ROLE', help: ROLES.join(', ') },
    tenant: { value: 'ID', help: 'one tenant; without it the whole installation' },
    id: { value: 'ID', help: 'the administrator, as list shows it' },
    reason: { value: 'TEXT', help: 'is recorded with the change' },
  },
  async run({ operand, options, env }) {
    const environment = readEnvironment(env);
    const { databaseUrl: url, keyEncryptionKeys } = environment;
    const lines = await withDatabase({ url }, async (pool) => {
      const vault = systemVault(keyEncryptionKeys);
      const administrators = pgAdministrators({ pool, vault });
      const configurationStore = pgConfigurationStore({ pool, vault });
      return runAction(operand, options, { administrators, configurationStore, environment });
    });
    print(lines);
    return 0;
  },
});

interface AdminOptions {
  readonly role: string | undefined;
  readonly tenant: string | undefined;
  readonly id: string | undefined;
  readonly reason: string | undefined;
}

interface Stores {
  readonly administrators: Administrators;
  readonly configurationStore: ConfigurationStore;
  readonly environment: Pick<Environment, 'management'>;
}

async function runAction(
  action: 'invite' | 'list' | 'remove',
  options: AdminOptions,
  stores: Stores,
): Promise<readonly string[]> {
  switch (action) {
    case 'invite':
      return invite(options, stores);
    case 'list':
      return listed(await stores.administrators.list(options.tenant));
    case 'remove':
      return remove(options, stores);
  }
}

async function invite(options: AdminOptions, stores: Stores): Promise<readonly string[]> {
  const { administrators, configurationStore, environment } = stores;
  const role = readRole(options.role);
  const tenant = options.tenant ?? ALL_TENANTS;
  if (environment.management === undefined) {
    throw new UsageError('MANAGEMENT_PORT is not set: there is no console that could be entered');
  }
  await refuseUnknownTenant(options.tenant, configurationStore);
  const parts = { administrators, newId: randomId, hashOf: sha256Id, clock: systemClock };
  const inviteAdministrator = makeInviteAdministrator(parts);
  const { secret } = await inviteAdministrator({ tenant, role }, BY_COMMAND, options.reason);
  return [
    `${role} of ${describeTenant(tenant)}: for one person, once, within 15 minutes`,
    invitationLink(environment.management.url, secret),
  ];
}

async function remove(
  { id, tenant, reason }: AdminOptions,
  { administrators }: Stores,
): Promise<readonly string[]> {
  if (id === undefined) throw new UsageError('--id is required: list shows it');
  const act = {
    tenant: tenant ?? ALL_TENANTS,
    act: 'administrators.write',
    outcome: 'done',
    object: `administrator ${id}`,
    reason,
  } as const;
  const event = managementEvent(BY_COMMAND, act, { unique: randomId(), at: systemClock() });
  switch (await administrators.remove(id, tenant, event)) {
    case 'removed':
      return ['removed; open sessions have ended'];
    case 'last-owner':
      throw new UsageError(`--id: ${id} is the last owner; invite another owner first`);
    case 'unknown': {
      const where = tenant === undefined ? '' : ` with a role of tenant ${tenant}`;
      throw new UsageError(`--id: there is no administrator ${id}${where}`);
    }
  }
}

/** @throws {UsageError} */
export function readRole(text: string | undefined): Role {
  if (text === undefined) throw new UsageError(`--role is required: ${ROLES.join(', ')}`);
  const role = ROLES.find((name) => name === text);
  if (role !== undefined) return role;
  throw new UsageError(`--role: must be one of ${ROLES.join(', ')}${suggestion(text, ROLES)}`);
}

/** @throws {UsageError} */
export async function refuseUnknownTenant(
  tenant: string | undefined,
  configurationStore: Pick<ConfigurationStore, 'read'>,
): Promise<void> {
  if (tenant === undefined) return;
  const ids = (await configurationStore.read()).tenants.map(({ id }) => id);
  if (ids.includes(tenant)) return;
  throw new UsageError(`--tenant: there is no tenant ${tenant}${suggestion(tenant, ids)}`);
}

function listed(administrators: readonly Administrator[]): readonly string[] {
  if (administrators.length === 0) return ['there are no administrators'];
  return administrators.flatMap(({ id, name, iss, sub, grants }) => [
    `${id}  ${name}`,
    `  ${iss}  ${sub}`,
    ...grants.map(({ tenant, role }) => `  ${role} of ${describeTenant(tenant)}`),
  ]);
}
