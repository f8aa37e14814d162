import type Provider from 'oidc-provider';

import type { Artifacts } from '../../../ports/artifacts.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { NewId } from '../../../ports/ids.ts';
import { answerInJson } from '../answers/json-answer.ts';
import type { EmbeddedDeps } from './embedded-deps.ts';
import { embeddedEndpoints } from './embedded-endpoints.ts';
import { judgeScripts } from './judge-script.ts';
import { keptLogins } from './kept-logins.ts';
import { openEmbedded } from './open-embedded.ts';

type Deps = Omit<EmbeddedDeps, 'keptLogins'> & {
  readonly artifacts: Artifacts;
  readonly newId: NewId;
  readonly clock: Clock;
};

/** Teaches a provider logins whose page is the application's own. Nearest to the library of all that stands before it. */
export function useEmbeddedLogins(provider: Provider, deps: Deps): void {
  const { domain, configuration } = deps;
  judgeScripts(provider, domain, configuration);
  answerInJson(provider);
  const embedded = { ...deps, keptLogins: keptLogins(deps) };
  provider.use(embeddedEndpoints(embedded));
  provider.use(openEmbedded(embedded));
}
