import type Provider from 'oidc-provider';

import { spacesInAnswers } from './answers/spaces-in-answers.ts';
import { unavailableAnswers } from './answers/unavailable-answers.ts';
import { makeUnderstandRawBasic } from './clients/raw-basic.ts';
import { cors } from './cross-origin/cors.ts';
import { useEmbeddedLogins } from './embedded/use-embedded-logins.ts';
import { errorUri } from './errors/error-uri.ts';
import type { Logins } from './logins/logins.ts';
import { unfinishedLogin } from './logins/unfinished-login.ts';
import { usePolledRequests } from './polled/polled-requests.ts';
import type { ProviderParts } from './provider-deps.ts';
import { appLinks } from './published/app-links.ts';
import { clientDiscovery } from './published/client-discovery.ts';
import { keptDocuments } from './published/kept-documents.ts';
import { keySet } from './published/key-set.ts';
import { sdkConfiguration } from './published/sdk-configuration.ts';
import { bigForms } from './requests/big-forms.ts';
import { exactPaths } from './requests/exact-paths.ts';
import { interactionId } from './requests/interaction-id.ts';
import { dropLongState } from './requests/long-state.ts';
import { acrPrefix } from './requests/path-prefix.ts';
import { postedAuthorization } from './requests/posted-authorization.ts';
import { requestShapes } from './requests/request-shapes.ts';
import { freshSession } from './sessions/fresh-session.ts';
import { logout } from './sessions/logout.ts';
import { finishExchanges } from './storage/exchanges.ts';

/** What the middlewares need. */
export interface PassageParts extends ProviderParts {
  readonly logins: Logins;
}

/** What stands before the library. A request passes it from the first to the last, its answer the other way. */
export function useMiddlewares(provider: Provider, parts: PassageParts): void {
  const { domain, configuration } = parts;
  // Around everything: a script may read whatever is refused behind it.
  provider.use(cors);
  provider.use(unavailableAnswers(parts));
  provider.use(keptDocuments(domain, configuration));
  provider.use(finishExchanges(parts.exchanges));
  // Around all that writes a URL into an answer.
  provider.use(spacesInAnswers);
  provider.use(errorUri(provider, domain));

  // These lead a request to where the library serves it; the ones behind them know the library's paths alone.
  provider.use(acrPrefix(domain));
  usePolledRequests(provider, parts);
  // A posted request becomes the GET that it stands for before anybody reads its query.
  provider.use(postedAuthorization);
  provider.use(bigForms);
  provider.use(dropLongState);
  provider.use(makeUnderstandRawBasic(parts));
  provider.use(requestShapes);
  provider.use(interactionId);

  // A login that goes back to its page must leave the browser's session alone.
  provider.use(unfinishedLogin({ provider, ...parts }));
  provider.use(freshSession({ provider, ...parts }));

  // In place of the library's, or around them.
  provider.use(logout({ provider, ...parts }));
  provider.use(clientDiscovery(domain, configuration));
  provider.use(keySet);
  provider.use(sdkConfiguration(domain, configuration));
  provider.use(appLinks(domain, configuration));

  // Nearest to the library: one of these logins goes on by the library's own resume, past those that serve browsers.
  useEmbeddedLogins(provider, { ...parts, ...parts.embedded });
  provider.use(exactPaths);
}
