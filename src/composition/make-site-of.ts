import { contentSecurityPolicy } from '../adapters/http/content-security-policy.ts';
import { errorPages } from '../adapters/http/errors/error-pages.ts';
import type { Serve } from '../adapters/http/front-door.ts';
import { makeLogFaults } from '../adapters/http/log-faults.ts';
import { loginPages } from '../adapters/http/login/login-pages.ts';
import { localizedErrorPage } from '../adapters/http/login/pages/localized-error-page.ts';
import { loggedOutPage } from '../adapters/http/login/pages/logged-out-page.ts';
import { makeSite } from '../adapters/http/site.ts';
import { publishedKeys } from '../adapters/key-sets/published-keys.ts';
import { entryNamed } from '../adapters/oidc/errors/find-entry.ts';
import { openIdProvider } from '../adapters/oidc/open-id-provider.ts';
import { guardedFetch } from '../adapters/outbound/guarded-fetch.ts';
import { sha256Id } from '../adapters/system/ids.ts';
import { newSigningKey } from '../adapters/system/new-signing-key.ts';
import type { RequestLimits } from '../flows/request-limits/request-limits.ts';
import type { Flows } from './make-flows.ts';
import type { OfDomain } from './once-for-each-domain.ts';
import type { State } from './open-state.ts';
import type { Surroundings } from './surroundings.ts';

/** What serves one domain: its provider, the pages of its logins, and the pages that explain errors. */
export function makeSiteOf(
  state: State & { readonly requestLimits: RequestLimits },
  flows: Flows,
  { clock, newId, log }: Surroundings,
): OfDomain<Serve> {
  const onFault = makeLogFaults(log);
  const shared = {
    ...{ ...state, ...flows, clock, newId, log, onFault },
    ...{ newSigningKey, attemptIdOf: sha256Id },
    ...{ contentSecurityPolicy, errorPage: localizedErrorPage, loggedOutPage },
    publishedKeys: publishedKeys({ fetchText: guardedFetch(), clock, log }),
  };
  return async function siteOf(domain, configuration) {
    const { handle, logins } = await openIdProvider(domain, configuration, shared);
    const pages = loginPages({ ...shared, ...flows.browser, logins });
    return makeSite({ provider: handle, pages, errorPages: errorPages(entryNamed), onFault });
  };
}
