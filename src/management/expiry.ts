import { ALL_TENANTS } from '../domain/administrator.ts';
import type { StoredTenant } from '../domain/configuration.ts';
import { alarmOf, type Expiry } from '../domain/expiry.ts';
import { daysUntil, lifetimes, secondsAfter } from '../domain/lifetimes.ts';
import type { ApiToken, ApiTokens } from '../ports/administrators.ts';
import type { CertificateReading, Gauges } from '../ports/metrics.ts';
import type { Clock } from '../ports/runtime.ts';
import type { SecretUse, SecretUses } from '../ports/secret-uses.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';
import type { KeySets, ReadKeys } from './key-sets.ts';

/** The sources of what ends. */
export interface ExpiryParts {
  /** All tenants; of one that is named perhaps without the applications that have nothing that ends. */
  readonly readTenants: (tenantId?: string) => Promise<readonly StoredTenant[]>;
  readonly certificates: Gauges['certificates'];
  readonly signingKeys: Pick<SigningKeys, 'list'>;
  /** The end of a certificate in base64 (DER); undefined for anything else. */
  readonly certificateEnd: (base64: string) => Date | undefined;
  /** The keys that applications publish; absent: none are known. */
  readonly keySets?: Pick<KeySets, 'known'> | undefined;
  /** Absent: the last use of secrets is not read. */
  readonly secretUses?: Pick<SecretUses, 'of'>;
  /** Absent: none are read. */
  readonly apiTokens?: Pick<ApiTokens, 'ending'>;
  readonly clock: Clock;
}

/** Lists what ends, of one tenant or of the whole installation, the first to end first. */
export type ReadExpiry = (tenantId?: string) => Promise<readonly Expiry[]>;

/**
 * Certificates and keys of eIDs, client secrets, registered keys and API tokens with an end, and signing keys whose rotation is
 * due.
 */
export function makeReadExpiry(parts: ExpiryParts): ReadExpiry {
  return async function readExpiry(tenantId) {
    return expiryIn(await parts.readTenants(tenantId), parts, tenantId);
  };
}

/** What ends in these tenants, the first to end first; of all tenants unless one is named, also in the installation itself. */
export async function expiryIn(
  tenants: readonly StoredTenant[],
  parts: ExpiryParts,
  tenantId?: string,
): Promise<readonly Expiry[]> {
  const { certificates, signingKeys, certificateEnd, secretUses, keySets, apiTokens, clock } =
    parts;
  const now = clock();
  const ids = new Set(tenants.map(({ id }) => id));
  if (tenantId === undefined) ids.add(ALL_TENANTS);
  const uses = await Promise.all(
    tenants.map(
      ({ id, applications }) =>
        secretUses?.of(
          id,
          applications.map(({ clientId }) => clientId),
        ) ?? [],
    ),
  );
  const found: readonly Ending[] = [
    ...(await certificates()).map(endingOfEid),
    ...((await apiTokens?.ending(tenantId)) ?? []).map(endingOfToken),
    ...tenants.flatMap((tenant, index) => secretsIn(tenant, uses[index] ?? [])),
    ...tenants.flatMap(registeredKeys).flatMap((set) => keysIn(set, certificateEnd)),
    ...(keySets?.known() ?? [])
      .filter((set) => ids.has(set.tenantId))
      .flatMap((set) => keysIn(set, certificateEnd)),
    ...signingKeysIn(tenants, await signingKeys.list()),
  ];
  return found
    .filter((one) => ids.has(one.tenantId))
    .map(({ lifetimeDays, ...one }) => {
      const daysLeft = daysUntil(one.expiresAt, now);
      return { ...one, daysLeft, alarm: alarmOf(daysLeft, lifetimeDays) };
    })
    .toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime());
}

type Ending = Omit<Expiry, 'daysLeft' | 'alarm'> & { readonly lifetimeDays?: number };

function endingOfEid(reading: CertificateReading): Ending {
  const { tenantId, eid, environment, use, name, expiresAt } = reading;
  const id = environment === 'both' ? eid : `${eid} (${environment})`;
  return { tenantId, kind: kindOf(use), id, what: `${use} ${name}`, expiresAt };
}

function kindOf(use: CertificateReading['use']): Expiry['kind'] {
  switch (use) {
    case 'client':
    case 'authority':
    case 'server':
    case 'signer':
      return 'certificate';
    case 'own-key':
    case 'provider-key':
    case 'entity-statement':
      return 'eid-key';
  }
}

function endingOfToken(token: ApiToken): Ending {
  const { tenant: tenantId, id, name, createdAt, expiresAt, usedAt: lastUsedAt } = token;
  const lifetimeDays = daysUntil(expiresAt, createdAt);
  return {
    tenantId,
    kind: 'api-token',
    id,
    what: `token ${name}`,
    expiresAt,
    lastUsedAt,
    lifetimeDays,
  };
}

function secretsIn(
  { id: tenantId, applications }: StoredTenant,
  uses: readonly SecretUse[],
): Ending[] {
  const usedAt = new Map(uses.map(({ clientId, hash, at }) => [`${clientId} ${hash}`, at]));
  return applications.flatMap(({ clientId, secrets }) =>
    secrets.flatMap(({ hash, expiresAt }, index): Ending[] => {
      if (expiresAt === undefined) return [];
      const what = `secret ${index + 1}`;
      const lastUsedAt = usedAt.get(`${clientId} ${hash}`);
      return [{ tenantId, kind: 'client-secret', id: clientId, what, expiresAt, lastUsedAt }];
    }),
  );
}

function registeredKeys({ id: tenantId, applications }: StoredTenant): ReadKeys[] {
  return applications.map(({ clientId, jwks }) => ({ tenantId, clientId, keys: jwks?.keys ?? [] }));
}

/** Keys that a client registered or publishes: their certificate (`x5c`), or the member `exp`, in seconds. */
function keysIn(
  { tenantId, clientId, keys }: ReadKeys,
  certificateEnd: ExpiryParts['certificateEnd'],
): Ending[] {
  return keys.flatMap(({ kid, x5c, exp }, index): Ending[] => {
    const [first] = Array.isArray(x5c) ? x5c : [];
    const ends = [
      typeof first === 'string' ? certificateEnd(first) : undefined,
      typeof exp === 'number' ? new Date(exp * 1000) : undefined,
    ].filter((end) => end !== undefined && !Number.isNaN(end.getTime()));
    const what = `key ${typeof kid === 'string' ? kid : index + 1}`;
    return ends.map((expiresAt) => {
      const end = expiresAt as Date;
      return { tenantId, kind: 'registered-key', id: clientId, what, expiresAt: end };
    });
  });
}

/** Signing keys do not end: their rotation is due. */
function signingKeysIn(
  tenants: readonly StoredTenant[],
  entries: Awaited<ReturnType<SigningKeys['list']>>,
): Ending[] {
  const owners = new Map(
    tenants.flatMap(({ id, domains }) => domains.map(({ issuer }) => [issuer, id] as const)),
  );
  return entries.flatMap(({ issuer, alg, kid, state, createdAt }): Ending[] => {
    const tenantId = owners.get(issuer);
    if (tenantId === undefined || state !== 'current') return [];
    const expiresAt = secondsAfter(createdAt, lifetimes.signingKey);
    return [
      { tenantId, kind: 'signing-key', id: issuer, what: `${alg} ${kid}: rotate`, expiresAt },
    ];
  });
}
