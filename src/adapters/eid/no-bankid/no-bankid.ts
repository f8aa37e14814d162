import type { OrderEid, RedirectEid } from '../../../ports/eid.ts';
import type { EidModule } from '../eid-module.ts';
import { environmentOf } from '../protocols/https/settings-parts.ts';
import { apiOf, oidcModule } from '../protocols/oidc/oidc-module.ts';
import type { OidcRow } from '../protocols/oidc/oidc-row.ts';
import { ownSettingsOf } from '../protocols/oidc/row-settings.ts';
import { isSimulator, type Settings, timeoutOf } from '../protocols/oidc/settings.ts';
import { biometricsApi } from './biometrics-api.ts';
import { callerEid } from './caller-eid.ts';

/** The provider of BankID with biometrics, for test domains alone. That of production is in the customer's agreement. */
const TEST_ISSUER = 'https://current.aletheia-test.idtech.no';

const BIOMETRICS = {
  biometricsIssuer: {
    doc: `The issuer of BankID with biometrics. If absent: \`${TEST_ISSUER}\` in the test environment; no calls of customers in production.`,
    form: /^https?:\/\/[^?#@\s]+$/,
    isRequired: false,
  },
};

/**
 * Norwegian BankID: the row's pages in the browser, and an order for calls of customers. In production there is no order
 * without its issuer: our access token must not reach the test environment, nor may its identities be accepted.
 */
export function noBankIdModule(
  given: OidcRow,
): EidModule<{ readonly redirect: RedirectEid; readonly order: OrderEid | undefined }> {
  const row = { ...given, settings: { ...given.settings, ...BIOMETRICS } };
  const ofRow = oidcModule(row);
  const validated = (tenant: unknown): Settings => ofRow.settings.validateSync(tenant);
  const issuerIn = (tenant: Settings) => ownSettingsOf(row, tenant).biometricsIssuer;
  return {
    ...ofRow,

    open(settings, runtime) {
      const { redirect } = ofRow.open(settings, runtime);
      const tenant = halved(validated(settings));
      const isTest = environmentOf(tenant, runtime.environment) === 'test';
      const issuer = issuerIn(tenant) ?? (isTest ? TEST_ISSUER : undefined);
      if (issuer === undefined) return { redirect, order: undefined };
      const realm = apiOf(row, tenant, runtime);
      const biometrics = apiOf(row, { ...tenant, issuer }, runtime);
      const { clientId } = tenant;
      const { clock, newId } = runtime;
      const api = biometricsApi({ realm, biometrics, clientId, clock });
      return { redirect, order: callerEid({ row, api, clock, newId }) };
    },

    isSimulated(settings) {
      const issuer = issuerIn(validated(settings)) ?? '';
      const isOfTest = issuer.replace(/\/$/, '') === TEST_ISSUER;
      return ofRow.isSimulated(settings) || isOfTest || isSimulator(issuer);
    },
  };
}

/** The two providers share the time-out of one step. */
function halved(tenant: Settings): Settings {
  return { ...tenant, timeoutSeconds: timeoutOf(tenant) / 2000 };
}
