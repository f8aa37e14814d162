import { sampleConfigurationWith } from '@eid-broker/testing/sample-offers';
import { expect, test } from '@jest/globals';

import { isStillAllowed } from '../../../../src/adapters/oidc/requests/authorization-request.ts';
import type { Application } from '../../../../src/domain/application.ts';
import { DEFAULT_LIMITS, type Domain } from '../../../../src/domain/tenant.ts';
import type { Configuration } from '../../../../src/ports/configuration.ts';
import { sampleApplication } from '../../../support/sample-application.ts';

const REQUEST = {
  client_id: 'shop',
  redirect_uri: 'https://shop.example/callback',
  response_type: 'code',
};

const DOMAIN: Domain = {
  tenantId: 'first',
  issuer: 'https://login.example.com',
  environment: 'production',
  singleSignOn: undefined,
  limits: DEFAULT_LIMITS,
  acrValues: [],
};

/** A configuration with this application, or with none. */
function of(application: Application | undefined): Configuration {
  return sampleConfigurationWith({
    domains: [DOMAIN],
    domainOf: () => DOMAIN,
    application: (_domain, clientId) => (clientId === 'shop' ? application : undefined),
  });
}

test.each<[string, Partial<Application> | undefined, object, boolean]>([
  ['nothing changed', {}, {}, true],
  ['its response mode is still allowed', {}, { response_mode: 'form_post' }, true],
  ['the application is gone', undefined, {}, false],
  ['its return URL has changed', { redirectUris: ['https://shop.example/new'] }, {}, false],
  ['its flow has changed', { flows: ['ciba'] }, {}, false],
  ['its flow does not work here', { flows: ['implicit'] }, { response_type: 'id_token' }, false],
  ['it lost the response mode', { responseModes: ['query'] }, { response_mode: 'json' }, false],
])('a login request is checked again after its start: %s', (_what, own, requested, good) => {
  const configuration = of(own && sampleApplication(own));
  expect(isStillAllowed({ ...REQUEST, ...requested }, { domain: DOMAIN, configuration })).toBe(
    good,
  );
});
