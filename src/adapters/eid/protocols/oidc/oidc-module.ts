import type { RedirectEid } from '../../../../ports/eid.ts';
import type { EidModule, EidRuntime } from '../../eid-module.ts';
import { environmentOf } from '../https/settings-parts.ts';
import { rowAt, settingsAtBrokers } from './brokers.ts';
import { named } from './departure.ts';
import { oidcEid } from './eid.ts';
import { type OidcApi, oidcApi } from './oidc-api.ts';
import type { OidcRow } from './oidc-row.ts';
import { keySetOf, type ProviderSource } from './provider-keys.ts';
import { offerOf } from './row-parts.ts';
import { keysOf, ownSettingsOf } from './row-settings.ts';
import { isSimulator, privateKeyOf, type Settings, timeoutOf } from './settings.ts';
import { endingsIn } from './settings-endings.ts';
import { filledParameters } from './template.ts';

/** The adapter of one row. */
export function oidcModule(usual: OidcRow): EidModule<{ readonly redirect: RedirectEid }> {
  const schema = settingsAtBrokers(usual);
  const validated = (given: unknown): Settings => schema.validateSync(given, { abortEarly: false });
  return {
    offer: offerOf(usual),
    scheme: usual.scheme,
    settings: schema,
    evidence: undefined,

    open(given, runtime) {
      const tenant = validated(given);
      const { clock, newId, environment } = runtime;
      const row = rowAt(usual, given);
      const own = ownSettingsOf(row, tenant);
      const api = apiOf(row, tenant, runtime);
      const isTest = environmentOf(tenant, environment) === 'test';
      const key = tenant.clientSecret === undefined ? 'privateKey' : 'clientSecret';
      const credentials = `clientId and ${key}`;
      const endings = endingsIn(tenant);
      const parts = { row, api, clock, newId, settings: own, credentials, isTest, endings };
      return { redirect: oidcEid(parts) };
    },

    /** The test environment of a provider identifies people that do not exist. */
    isSimulated(given) {
      const { environment, ...tenant } = validated(given);
      const { testIssuers, issuers } = rowAt(usual, given);
      const issuer = tenant.issuer ?? issuers?.production;
      const { authorizationEndpoint, tokenEndpoint, userinfoEndpoint } = tenant;
      const isAtSimulator = [issuer, authorizationEndpoint, tokenEndpoint, userinfoEndpoint].some(
        (address) => isSimulator(address ?? ''),
      );
      const isOfTest = isAtTest(issuer, issuers) || testIssuers?.test(issuer ?? '') === true;
      return environment === 'test' || isAtSimulator || isOfTest;
    },
  };
}

/** True for the issuer of the test environment, which the settings may name instead of the environment. */
function isAtTest(issuer: string | undefined, issuers: OidcRow['issuers']): boolean {
  const [named, ofTest, production] = [issuer, issuers?.test, issuers?.production].map((address) =>
    address?.replace(/\/$/, '').toLowerCase(),
  );
  return named !== undefined && named === ofTest && named !== production;
}

/** The connection to the row's provider with a tenant's validated settings. */
export function apiOf(row: OidcRow, tenant: Settings, { clock, environment }: EidRuntime): OidcApi {
  return oidcApi({
    issuer: tenant.issuer ?? row.issuers?.[environmentOf(tenant, environment)] ?? '',
    source: sourceOf(tenant),
    clientId: tenant.clientId,
    credentials: {
      clientSecret: tenant.clientSecret,
      clientAuthentication: row.clientAuthentication,
      privateKey: privateKeyOf(tenant),
      assertionAudience: row.assertionAudience ?? 'issuer',
      decryptionKeys: keysOf(tenant.decryptionKeys),
    },
    headers: filledParameters(row.headers ?? {}, named('setting', ownSettingsOf(row, tenant))),
    algorithms: row.algorithms,
    timeoutMs: timeoutOf(tenant),
    clock,
  });
}

function sourceOf(tenant: Settings): ProviderSource {
  const { entityStatement, providerKeys } = tenant;
  if (entityStatement !== undefined) {
    return { from: 'entity statement', statement: entityStatement };
  }
  if (providerKeys === undefined) return { from: 'discovery' };
  const { authorizationEndpoint = '', tokenEndpoint = '', userinfoEndpoint } = tenant;
  return {
    from: 'settings',
    keys: keySetOf({ keys: keysOf(providerKeys) }),
    endpoints: {
      authorization_endpoint: authorizationEndpoint,
      token_endpoint: tokenEndpoint,
      ...(userinfoEndpoint !== undefined && { userinfo_endpoint: userinfoEndpoint }),
    },
  };
}
