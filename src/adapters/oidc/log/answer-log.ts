import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

import type { AttemptIdOf } from '../../../ports/ids.ts';
import type { Log } from '../../../ports/log.ts';
import { REQUEST_STARTED } from '../polled/polled-endpoints.ts';
import { authenticationOf } from './authentication-of.ts';

interface Deps {
  readonly log: Log;
  readonly attemptIdOf: AttemptIdOf;
}

/** The events of answers that give a person, or the way to one, to an application. */
const ANSWERS_TOLD = ['authorization.success', 'grant.success', REQUEST_STARTED] as const;

/** Every answer with a result leaves one entry that its reference finds. `authentication` then finds the event. */
export function logAnswers(provider: Provider, { log, attemptIdOf }: Deps): void {
  for (const at of ANSWERS_TOLD) {
    // The types list each event by itself, all of ours with this argument.
    provider.on(at as 'grant.success', (ctx: KoaContextWithOIDC) =>
      log.info('request.answered', {
        at,
        reference: ctx.response.get('X-Request-Id'),
        client: ctx.oidc.client?.clientId,
        authentication: authenticationOf(ctx, attemptIdOf),
      }),
    );
  }
}
