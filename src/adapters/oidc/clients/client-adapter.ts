import Provider, { type Adapter } from 'oidc-provider';

import type { Application } from '../../../domain/application.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { refuseClaimsWithoutText } from '../requests/request-object-types.ts';
import { forgetfulAdapter } from '../storage/forgetful-adapter.ts';
import type { NameAssertion } from './assertion-without-jti.ts';
import type { ClientKeys } from './client-keys.ts';
import { clientMetadata } from './client-metadata.ts';
import type { ClientSecrets } from './client-secrets.ts';
import { presentedAuthentication, presentedKids } from './presented-authentication.ts';

/** What finding a client takes. */
export interface ClientAdapterDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly secrets: ClientSecrets;
  readonly clientKeys: ClientKeys;
  readonly nameAssertion: NameAssertion;
}

/** The library's clients are our applications, each as the request that is being served shows it. */
export function clientAdapter(deps: ClientAdapterDeps): Adapter {
  const { domain, configuration, secrets, clientKeys, nameAssertion } = deps;
  return {
    ...forgetfulAdapter(),
    async find(clientId) {
      const application = configuration.application(domain, clientId);
      const presented = presentedAuthentication();
      if (application === undefined) {
        // An unknown client shall not be told apart by the work that it saves.
        if (presented === 'secret') secrets.matches(clientId, clientId);
        return undefined;
      }
      refuseClaimsWithoutText();
      const keys = await keysOf(application);
      return clientMetadata(application, { presented, keys });
    },
  };

  async function keysOf(application: Application) {
    const keys = await clientKeys(application, presentedKids());
    if (!application.allowAssertionWithoutJti) return keys;
    const params = Provider.ctx?.oidc?.params;
    if (typeof params?.client_assertion === 'string') {
      params.client_assertion = await nameAssertion.name(params.client_assertion, keys);
    }
    return [...keys, nameAssertion.key];
  }
}
