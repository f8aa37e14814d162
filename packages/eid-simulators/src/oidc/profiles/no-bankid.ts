import { BANKID_ID_TOKEN, BANKID_USERINFO, BIOMETRICS, CODE_DEVICE } from '../bankid-dialect.ts';
import type { OidcProfile } from '../profile.ts';
import { bankIdRoutes } from '../routes.ts';

/** Norwegian BankID. */
export const noBankId: OidcProfile = {
  name: 'no-bankid',
  title: 'BankID (Norway)',
  country: 'NO',
  routes: bankIdRoutes,
  clientAuthMethods: ['client_secret_basic'],
  requires: { pkce: false, pushedRequest: false },
  signingAlgorithm: 'RS256',
  lifetimes: { idToken: 300, accessToken: 300, code: 60, pushedRequest: 60, login: 600 },
  parameters: {
    acr_values: { words: [BIOMETRICS, CODE_DEVICE] },
    login_hint: { pattern: /^(?:BID|BIS)?(?::\d{11})?$/ },
    ui_locales: { words: ['nb', 'en'] },
  },
  request: { level: 'acr_values' },
  assurance: { words: {}, usual: BIOMETRICS, claims: ['acr'], amr: ['BankID'] },
  idToken: BANKID_ID_TOKEN,
  userinfo: BANKID_USERINFO,
  // One issuer stands for both of the real ones.
  serviceSettings: (issuer) => ({ biometricsIssuer: issuer }),
  abort: { error: 'access_denied', description: 'The user cancelled' },
  ciba: { route: '/bc-authorize', types: ['customerServiceCall.v1'], expiresIn: 900, interval: 3 },
};
