import { makeDomainHandler, makeLogFaults } from '../adapters/http/domain-handler.ts';
import { errorPages } from '../adapters/http/error-pages.ts';
import { loginPages } from '../adapters/http/login/login-pages.ts';
import { localizedErrorPage, loggedOutPage } from '../adapters/http/login/pages/error-pages.ts';
import type { Serve } from '../adapters/http/request-handler.ts';
import { contentSecurityPolicy } from '../adapters/http/security-headers.ts';
import { publishedKeys } from '../adapters/key-sets/published-keys.ts';
import { entryNamed } from '../adapters/oidc/errors/catalogue.ts';
import { openIdProvider } from '../adapters/oidc/provider.ts';
import { guardedFetch } from '../adapters/outbound/guarded-request.ts';
import { newSigningKey, sha256Id } from '../adapters/system/random.ts';
import type { RequestLimits } from '../ports/admission.ts';
import type { Flows } from './make-flows.ts';
import type { OfDomain } from './once-for-each-domain.ts';
import type { State } from './open-state.ts';
import type { Runtime } from './surroundings.ts';

/** What serves one domain: its provider, the pages of its logins, and the pages that explain errors. */
export function makeDomainHandlers(
  state: State & { readonly requestLimits: RequestLimits },
  flows: Flows,
  { clock, newId, log }: Runtime,
): OfDomain<Serve> {
  const onFault = makeLogFaults(log);
  const shared = {
    ...state,
    ...flows,
    clock,
    newId,
    log,
    onFault,
    newSigningKey,
    attemptIdOf: sha256Id,
    contentSecurityPolicy,
    errorPage: localizedErrorPage,
    loggedOutPage,
    publishedKeys: publishedKeys({ fetchText: guardedFetch(), clock, log }),
  };
  return async function domainHandlerOf(domain, configuration) {
    const { handle, logins } = await openIdProvider(domain, configuration, shared);
    const pages = loginPages({ ...shared, ...flows.browser, logins });
    return makeDomainHandler({
      provider: handle,
      pages,
      errorPages: errorPages(entryNamed),
      onFault,
    });
  };
}
