import type { IncomingMessage, ServerResponse } from 'node:http';

import { makeReadArrival } from './adapters/http/arrival.ts';
import { frontDoor } from './adapters/http/front-door.ts';
import { healthEndpoints } from './adapters/http/health.ts';
import { pendingMigrations } from './adapters/postgres/migrate.ts';
import { makeFlows } from './composition/make-flows.ts';
import { makeSiteOf } from './composition/make-site-of.ts';
import { onceForEachDomain } from './composition/once-for-each-domain.ts';
import { openState, type State } from './composition/open-state.ts';
import { purgeState } from './composition/purge-state.ts';
import type { Surroundings } from './composition/surroundings.ts';

/** The service, ready to be put behind a listening socket. */
export interface Service {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** For the operator's port. */
  health(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** From now on not ready: the load balancer should look elsewhere. */
  drain(): void;
  /** Forgets what expired; call it now and then, from any replica. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

/** The one place where adapters are built and handed to the flows. */
export async function composeService(surroundings: Surroundings): Promise<Service> {
  const { environment, clock, newId, log } = surroundings;
  const state = await openState(surroundings);
  const flows = makeFlows(state, surroundings);
  const siteOf = onceForEachDomain(makeSiteOf(state, flows, surroundings));
  await makeSigningKeys(state);

  const readArrival = makeReadArrival(environment.trustedProxies);
  let isDraining = false;
  return {
    handle: frontDoor({
      ...{ directory: state.directory, readArrival, newId, log },
      serve: async (req, res, admission) => {
        const site = await siteOf(admission.domain, admission.configuration);
        return site(req, res, admission);
      },
    }),
    health: healthEndpoints({
      obstacle: async () => (isDraining ? 'draining' : missingMigrations(state)),
    }),
    drain: () => {
      isDraining = true;
    },
    purge: () => purgeState(state, clock(), () => !isDraining),
    close: () => state.pool.end(),
  };
}

/** Making keys takes a while: nobody's first login should wait for it. */
async function makeSigningKeys({ directory, signingKeys }: State): Promise<void> {
  const { domains } = await directory.current();
  await Promise.all(domains.map(({ issuer }) => signingKeys.of(issuer)));
}

async function missingMigrations({ pool }: State): Promise<string | undefined> {
  const pending = await pendingMigrations(pool);
  return pending.length > 0 ? `migrations: ${pending.join(', ')}` : undefined;
}
