import type { IncomingMessage, ServerResponse } from 'node:http';

import type Provider from 'oidc-provider';

import type { PendingLogins } from '../../ports/pending-logins.ts';
import { appLinks } from './app-links.ts';
import {
  useBackchannelRequests,
  useBackchannelRoutes,
} from './backchannel/backchannel-requests.ts';
import { makeUnderstandRawBasic } from './clients/basic-credentials.ts';
import { cors } from './cors.ts';
import { useEmbeddedLogins } from './embedded/open-embedded.ts';
import { errorUri } from './errors/error-uri.ts';
import { unfinishedLogin } from './logins/interaction-policy.ts';
import type { ProviderParts } from './provider-deps.ts';
import { bigForms, postedAuthorization } from './requests/forms.ts';
import { acrPrefix, exactPaths } from './requests/paths.ts';
import { dropLongState } from './requests/request-checks.ts';
import { interactionId, requestShapes } from './requests/response-shapes.ts';
import { unavailableAnswers } from './response-modes/error-response.ts';
import { spacesInAnswers } from './response-modes/response-modes.ts';
import { freshSession } from './sessions/fresh-session.ts';
import { logout } from './sessions/logout.ts';
import { finishExchanges } from './storage/code-exchange.ts';
import { cachedDocuments, clientDiscovery, keySet, sdkConfiguration } from './well-known.ts';

/** What the middlewares need. */
export interface PassageParts extends ProviderParts {
  readonly logins: PendingLogins<IncomingMessage, ServerResponse>;
}

/** What stands before the library. A request passes it from the first to the last, its answer the other way. */
export function useMiddlewares(provider: Provider, parts: PassageParts): void {
  const { domain, configuration } = parts;
  // Around everything: a script may read whatever is refused behind it.
  provider.use(cors);
  provider.use(unavailableAnswers(parts));
  provider.use(cachedDocuments(domain, configuration));
  provider.use(finishExchanges);
  // Around all that writes a URL into an answer.
  provider.use(spacesInAnswers);
  provider.use(errorUri(provider, domain));

  // These lead a request to where the library serves it; the ones behind them know the library's paths alone.
  provider.use(acrPrefix(domain));
  useBackchannelRequests(provider, parts);
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
  useBackchannelRoutes(provider, parts);

  // Nearest to the library: one of these logins goes on by the library's own resume, past those that serve browsers.
  useEmbeddedLogins(provider, { ...parts, ...parts.embedded });
  provider.use(exactPaths);
}
