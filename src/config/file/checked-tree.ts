import type { DeclaredConfiguration, DeclaredTenant } from '../../domain/configuration.ts';
import { isStorable, UNSTORABLE } from '../../domain/storable-text.ts';
import type { StoredSecrets } from '../../ports/configuration.ts';
import { ConfigurationProblems, type Problem } from '../configuration-problems.ts';
import { withoutAliases } from './acr-aliases.ts';
import { type KnownEid, knownEid } from './checks.ts';
import { demoProblems, type PublicMaterial } from './demo-problems.ts';
import type { Resolved } from './references.ts';
import { fileProblems } from './rules.ts';
import { fileSchema } from './schema.ts';
import { resolveStored } from './stored-references.ts';
import { toConfiguration } from './to-configuration.ts';
import {
  isMapping,
  joinedPath,
  listAt,
  memberAt,
  textAt,
  textsIn,
  unknownKeysAndLiteralSecrets,
} from './yaml-values.ts';

/** What the checks need beside the configuration. */
export interface CheckContext {
  readonly eids: readonly KnownEid[];
  readonly demo: PublicMaterial;
  readonly now: Date;
}

/** The stored secrets of a tenant; undefined when it is not stored. */
export type StoredSecretsOf = (tenantId: string) => StoredSecrets | undefined;

interface TreeContext extends CheckContext {
  readonly stored: StoredSecretsOf | undefined;
  /** The host of the management API, which no issuer may have; absent: unknown here. */
  readonly managementHost?: string;
}

/**
 * Checks a whole configuration whose references to files and variables are resolved.
 * @throws {ConfigurationProblems} with every problem, in the order of their paths
 */
export function checkedTree(resolved: Resolved, context: TreeContext): DeclaredConfiguration {
  const { eids, demo, now, stored } = context;
  const complete = resolveStored(
    { ...resolved, value: withoutAliases(resolved.value, eids) },
    { eids, stored },
  );
  const { value } = complete;
  const found = [
    ...complete.problems,
    ...withoutUnresolved(
      [
        ...fileProblems(value, { eids, now }),
        ...unknownKeysAndLiteralSecrets(fileSchema, { ...complete, path: '' }),
        ...eidSettingsProblems(complete, eids),
        ...unstorableTexts(value, ''),
        ...managementHostProblems(value, context.managementHost),
      ],
      complete.problems,
    ),
  ];
  const problems = [
    ...found.map((problem) => redacted(problem, complete.secrets)),
    ...demoProblems(value, { eids, demo }),
  ];
  if (problems.length > 0) throw new ConfigurationProblems(inOrder(onceEach(problems)));
  return toConfiguration(fileSchema.cast(value, { assert: false }));
}

/**
 * Checks one tenant that is not from a file, such as the body of a request: with the same schemas and rules. Secrets are plain
 * texts or references to stored ones; other references mean nothing. Paths begin at the tenant: `applications[0].name`.
 * @throws {ConfigurationProblems} with every problem, in the order of their paths
 */
export function checkedTenant(tenant: unknown, context: TreeContext): DeclaredTenant {
  if (!isMapping(tenant)) {
    throw new ConfigurationProblems([{ path: '', message: 'must be a mapping' }]);
  }
  const value = { tenants: [tenant] };
  // Any text may be a secret, so that no message quotes one.
  const secrets = listAt(tenant, 'eids').flatMap((eid) => textsIn(memberAt(eid, 'settings')));
  const resolved: Resolved = {
    value,
    problems: [],
    referenced: { has: () => true },
    secrets: secrets.filter((text) => text.length > 3),
  };
  try {
    const [declared] = checkedTree(resolved, context).tenants;
    if (declared === undefined) throw new Error('a checked tenant is missing');
    return declared;
  } catch (error) {
    if (!(error instanceof ConfigurationProblems)) throw error;
    throw new ConfigurationProblems(error.problems.map(belowTenant));
  }
}

/** The texts that the database cannot store. */
/** The API never answers at an issuer's host: such a domain would end it for every tenant. */
function managementHostProblems(value: unknown, host: string | undefined): Problem[] {
  return listAt(value, 'tenants').flatMap((tenant, tenantIndex) =>
    listAt(tenant, 'domains').flatMap((domain, index) => {
      const issuer = textAt(domain, 'issuer') ?? '';
      if (!URL.canParse(issuer) || new URL(issuer).host !== host) return [];
      const path = `tenants[${tenantIndex}].domains[${index}].issuer`;
      return [{ path, message: 'must not have the host of the management API' }];
    }),
  );
}

export function unstorableTexts(value: unknown, path: string): Problem[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path, message: UNSTORABLE }];
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => unstorableTexts(one, joinedPath(path, `[${index}]`)));
  }
  if (!isMapping(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    unstorableTexts(member, joinedPath(path, key)),
  );
}

function belowTenant({ path, message }: Problem): Problem {
  return { path: path.replace(/^tenants\[0\]\.?/, ''), message };
}

function eidSettingsProblems(resolved: Resolved, eids: readonly KnownEid[]): Problem[] {
  return listAt(resolved.value, 'tenants').flatMap((tenant, tenantIndex) =>
    listAt(tenant, 'eids').flatMap((item, index) => {
      const known = knownEid(textAt(item, 'eid'), eids);
      if (known === undefined) return [];
      return unknownKeysAndLiteralSecrets(known.settings, {
        value: memberAt(item, 'settings'),
        path: `tenants[${tenantIndex}].eids[${index}].settings`,
        referenced: resolved.referenced,
      });
    }),
  );
}

/** An unresolved value has one problem, without those of the empty text in its place. */
function withoutUnresolved(
  problems: readonly Problem[],
  unresolved: readonly Problem[],
): Problem[] {
  return problems.filter(({ path }) => !unresolved.some((one) => one.path === path));
}

/** Sorted by path, with `[2]` before `[10]`. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return problems.toSorted((one, other) => compare(one.path, other.path));
}

/** Two checks may find the same problem. */
function onceEach(problems: readonly Problem[]): Problem[] {
  const texts = new Set<string>();
  return problems.filter(({ path, message }) => {
    const text = `${path}: ${message}`;
    return !texts.has(text) && texts.add(text);
  });
}

/** Removes secrets from a message: the messages of an eID's schema may quote them. */
function redacted({ path, message }: Problem, secrets: readonly string[]): Problem {
  return { path, message: secrets.reduce((text, one) => text.replaceAll(one, '…'), message) };
}
