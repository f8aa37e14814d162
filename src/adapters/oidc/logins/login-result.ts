import type { InteractionResults } from 'oidc-provider';

import { type Authentication, mayBeHandedOut } from '../../../domain/authentication.ts';
import { secondsOf } from '../../../domain/lifetimes.ts';
import { type Domain, sessionSeconds } from '../../../domain/tenant.ts';
import type { Pseudonyms } from '../../../ports/pseudonyms.ts';
import type { Params } from '../requests/request-checks.ts';

interface Deps {
  readonly domain: Domain;
  readonly pseudonyms: Pseudonyms;
}

/** How a login ended well, as the library wants to hear it. */
export interface ResultOf {
  /** Undefined while nobody is identified, or the person may not leave us. */
  (attempt: Authentication, params: Params): Promise<InteractionResults | undefined>;
}

/**
 * Reads the result from the attempt, which is the truth about it: nothing is stored beside. One that was handed out has
 * it still, so that whoever comes a second time hears that the login is over.
 */
export function makeResultOf({ domain, pseudonyms }: Deps): ResultOf {
  return async function resultOf(attempt, params) {
    const { id, progress, intent, device } = attempt;
    if (progress.state !== 'identified' || !mayBeHandedOut(attempt)) return undefined;
    const { identity, at } = progress;
    const { tenantId } = domain;
    const isOfBrowser = intent.kind === 'authentication' && hasCookies(params);
    return {
      login: {
        accountId: await pseudonyms.subjectOf(tenantId, identity.scheme, identity.nationalId),
        acr: attempt.acr,
        amr: [...identity.amr],
        ts: secondsOf(at),
        remember: isOfBrowser && sessionSeconds(domain, device) !== undefined,
      },
      // One login answers every prompt.
      consent: {},
      consent_revoke: {},
      eid: { authenticationId: id, endsSession: isOfBrowser },
    };
  };
}

/** Without them no browser is to be remembered: a script that shows the login itself keeps none. */
function hasCookies({ response_mode: mode }: Params): boolean {
  return mode !== 'json';
}
