import type { StoredApplication, StoredTenant } from '../../domain/configuration.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { RecentUse } from '../../ports/recent-use.ts';

/** How administrators log in to the console. It matters where the issuer is one of the own domains. */
export interface ConsoleAccess {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** Empty: any. */
  readonly acrValues: readonly string[];
  /** Undefined: the console has a secret instead. */
  readonly clientKey: JsonObject | undefined;
}

/** True when administrators can log in by this application of the tenant. */
export function servesConsole(
  { domains }: Pick<StoredTenant, 'domains'>,
  { clientId, issuers, redirectUris, jwks, jwksUri }: StoredApplication,
  access: ConsoleAccess,
): boolean {
  const { clientKey } = access;
  const hasKey =
    clientKey === undefined ||
    jwksUri !== undefined ||
    jwks?.keys.some((key) => ['n', 'x', 'y'].every((part) => key[part] === clientKey[part]));
  return (
    clientId === access.clientId &&
    domains.some(({ issuer }) => issuer === access.issuer) &&
    (issuers?.includes(access.issuer) ?? true) &&
    redirectUris.includes(access.redirectUri) &&
    hasKey === true
  );
}

/** The logins of administrators. They count whether somebody logged in lately or not. */
export function usesOfConsole({ clientId, issuer, acrValues }: ConsoleAccess): RecentUse[] {
  const values = acrValues.length === 0 ? [''] : acrValues;
  return values.map((acr) => ({ clientId, issuer, acr, channel: 'browser' }));
}
