import { sampleConfigurationWith } from '@eid-broker/testing/sample-offers';
import type { Application } from '../../../../src/domain/application.ts';
import { DEFAULT_LIMITS, type Domain } from '../../../../src/domain/tenant.ts';
import type { Configuration } from '../../../../src/ports/configuration.ts';

/** A test domain. */
export const DOMAIN: Domain = {
  tenantId: 'tenant',
  issuer: 'https://login.example',
  environment: 'test',
  singleSignOn: undefined,
  limits: DEFAULT_LIMITS,
  acrValues: [],
};

/** A configuration with these applications alone. */
export function configurationWith(...applications: readonly Application[]): Configuration {
  const byId = new Map(applications.map((one) => [one.clientId, one]));
  return sampleConfigurationWith({
    domains: [DOMAIN],
    domainOf: () => DOMAIN,
    application: (_, clientId) => byId.get(clientId),
    applications: () => applications,
  });
}
