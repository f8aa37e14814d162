import type { OrderEid, RedirectEid } from '../../../ports/eid.ts';
import type { EidModule } from '../eid-module.ts';
import { apiOf, oidcModule } from '../oidc/oidc-module.ts';
import type { OidcRow } from '../oidc/oidc-row.ts';
import { ownSettingsOf } from '../oidc/row-settings.ts';
import { type Settings, timeoutOf } from '../oidc/settings.ts';
import { biometricsApi } from './biometrics-api.ts';
import { callerEid } from './caller-eid.ts';

/** The provider of BankID with biometrics. That of production is in the customer's agreement. */
const TEST_ISSUER = 'https://current.aletheia-test.idtech.no';

const BIOMETRICS = {
  biometricsIssuer: {
    doc: `The issuer of BankID with biometrics, for calls of customers. \`${TEST_ISSUER}\` (test) if absent.`,
    form: /^https?:\/\/[^?#@\s]+$/,
    isRequired: false,
  },
};

/** Norwegian BankID: the row's pages in the browser, and an order for calls of customers. */
export function noBankIdModule(
  given: OidcRow,
): EidModule<{ readonly redirect: RedirectEid; readonly order: OrderEid }> {
  const row = { ...given, settings: { ...given.settings, ...BIOMETRICS } };
  const ofRow = oidcModule(row);
  const validated = (tenant: unknown): Settings => ofRow.settings.validateSync(tenant);
  const issuerOf = (tenant: Settings) => ownSettingsOf(row, tenant).biometricsIssuer ?? TEST_ISSUER;
  return {
    ...ofRow,

    open(settings, runtime) {
      const { redirect } = ofRow.open(settings, runtime);
      const tenant = halved(validated(settings));
      const realm = apiOf(row, tenant, runtime);
      const biometrics = apiOf(row, { ...tenant, issuer: issuerOf(tenant) }, runtime);
      const { clientId } = tenant;
      const { clock, newId } = runtime;
      const api = biometricsApi({ realm, biometrics, clientId, clock });
      return { redirect, order: callerEid({ row, api, clock, newId }) };
    },

    isSimulated: (settings) =>
      ofRow.isSimulated(settings) || /^http:|simulator/i.test(issuerOf(validated(settings))),
  };
}

/** The two providers share the time-out of one step. */
function halved(tenant: Settings): Settings {
  return { ...tenant, timeoutSeconds: timeoutOf(tenant) / 2000 };
}
