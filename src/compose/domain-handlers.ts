import {
  makeDomainHandler,
  makeLogFaults,
  type OfDomain,
} from '../adapters/http/domain-handler.ts';
import { errorExplanations } from '../adapters/http/error-explanations.ts';
import { brandsOf } from '../adapters/http/login/brands.ts';
import type { LoginPagesDeps } from '../adapters/http/login/login-context.ts';
import { loginPages } from '../adapters/http/login/login-pages.ts';
import { localizedErrorPage, loggedOutPage } from '../adapters/http/login/pages/error-pages.ts';
import { type Frame, setFrame } from '../adapters/http/login/pages/frame.ts';
import type { Serve } from '../adapters/http/request-handler.ts';
import { type RootLinks, rootPage } from '../adapters/http/root-page.ts';
import { contentSecurityPolicy } from '../adapters/http/security-headers.ts';
import { publishedKeys } from '../adapters/key-sets/published-keys.ts';
import { DISCOVERY, OPENAPI } from '../adapters/oidc/endpoints.ts';
import { entryNamed } from '../adapters/oidc/errors/catalogue.ts';
import { openIdProvider } from '../adapters/oidc/provider.ts';
import type { ProviderDeps } from '../adapters/oidc/provider-deps.ts';
import { guardedFetch } from '../adapters/outbound/guarded-request.ts';
import { sha256Id } from '../adapters/system/random.ts';
import type { Flows } from '../flows/flows.ts';

/** The same for every provider and page. */
const SHARED = {
  authenticationIdOf: sha256Id,
  contentSecurityPolicy,
};

/** The pages that the OpenID Provider shows itself, within the frame of their domain. */
function pagesWithin(frame: Frame): Pick<ProviderDeps, 'errorPage' | 'loggedOutPage'> {
  return {
    errorPage(ctx, facts) {
      setFrame(ctx, frame);
      return localizedErrorPage(ctx, facts);
    },
    loggedOutPage(ctx, uiLocales) {
      setFrame(ctx, frame);
      return loggedOutPage(ctx, uiLocales);
    },
  };
}

const DOCUMENTS = { discoveryPath: DISCOVERY, descriptionPath: OPENAPI };

/** The parts that all domains share. */
export interface DomainDeps
  extends Omit<
      ProviderDeps,
      keyof typeof SHARED | keyof ReturnType<typeof pagesWithin> | 'onFault' | 'publishedKeys'
    >,
    Pick<LoginPagesDeps, 'configurationSource' | 'loginTimelines'> {
  readonly browser: Flows['browser'];
  readonly environment: Omit<RootLinks, 'discoveryPath' | 'descriptionPath'>;
}

/** Builds what serves one domain: its OpenID Provider, its login pages, and the pages that explain errors. */
export function domainHandlers(deps: DomainDeps): OfDomain<Serve> {
  const { clock, log, browser, environment } = deps;
  const onFault = makeLogFaults(log);
  const shared = {
    ...deps,
    ...SHARED,
    onFault,
    publishedKeys: publishedKeys({ fetchText: guardedFetch(), clock, log }),
  };
  return async (domain, configuration) => {
    const brands = brandsOf(domain, configuration);
    const frame = { environment: domain.environment, brand: brands.own };
    const pages = pagesWithin(frame);
    const { handle, logins } = await openIdProvider(domain, configuration, { ...shared, ...pages });
    return makeDomainHandler({
      provider: handle,
      pages: loginPages({
        ...shared,
        ...browser,
        logins,
        brands,
        tenantId: domain.tenantId,
        issuer: domain.issuer,
      }),
      errorExplanations: errorExplanations(entryNamed),
      frame,
      rootPage: rootPage(domain, { ...environment, ...DOCUMENTS }),
      onFault,
    });
  };
}
