import { makeReadArrival } from '../adapters/http/client-address.ts';
import { requestEntrance } from '../adapters/http/entrance.ts';
import { makeTurnAway } from '../adapters/http/overload-responses.ts';
import { requestPlaces } from '../adapters/http/places.ts';
import { frontDoor } from '../adapters/http/request-handler.ts';
import { entryNamed } from '../adapters/oidc/errors/catalogue.ts';
import type { RequestLimits } from '../flows/request-limits/request-limits.ts';
import type { Meter } from '../ports/metrics.ts';
import type { PresentRequests } from '../ports/present-requests.ts';
import type { Flows } from './make-flows.ts';
import { makeSiteOf } from './make-site-of.ts';
import { onceForEachDomain } from './once-for-each-domain.ts';
import type { State } from './open-state.ts';
import type { Surroundings } from './surroundings.ts';

interface Serving {
  readonly state: State & { readonly requestLimits: RequestLimits };
  readonly flows: Flows;
  readonly requests: PresentRequests;
  readonly meter: Meter;
  readonly isDraining: () => boolean;
}

/** What every request meets first, and behind it the site of each domain. */
export function makeDoor(
  { state, flows, requests, meter, isDraining }: Serving,
  surroundings: Surroundings,
) {
  const { environment, log } = surroundings;
  const siteOf = onceForEachDomain(makeSiteOf(state, flows, surroundings));
  return frontDoor({
    ...{ directory: state.directory, requestLimits: state.requestLimits },
    ...{ requests, meter, isDraining },
    readArrival: makeReadArrival(environment.trustedProxies),
    places: requestPlaces(),
    entrance: requestEntrance(),
    turnAway: makeTurnAway({ explain: entryNamed, log }),
    serve: async (req, res, admission) => {
      const site = await siteOf(admission.domain, admission.configuration);
      return site(req, res, admission);
    },
  });
}
