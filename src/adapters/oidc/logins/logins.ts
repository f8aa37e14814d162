import type { IncomingMessage, ServerResponse } from 'node:http';

import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';

import { type Acr, parseAcr } from '../../../domain/acr.ts';
import type { Intent } from '../../../domain/intent.ts';
import { intentOf } from '../../../domain/intent-of.ts';
import { secondsOf } from '../../../domain/lifetimes.ts';
import { NO_HINT } from '../../../domain/login-hint.ts';
import { parseLoginHint } from '../../../domain/parse-login-hint.ts';
import type { Ending } from '../../../domain/progress.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Login, StartTrouble } from '../../../flows/browser-login/login.ts';
import type { Authentications } from '../../../ports/authentications.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Configuration } from '../../../ports/directory.ts';
import type { Pseudonyms } from '../../../ports/pseudonyms.ts';
import { oauthErrorOf } from '../errors/oauth-errors.ts';
import { idTokenOf } from '../requests/id-token-of.ts';
import { originOf } from '../requests/origin-of.ts';

interface Deps {
  readonly provider: Provider;
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly authentications: Authentications;
  readonly pseudonyms: Pseudonyms;
  readonly clock: Clock;
}

/** How a login ended, for the library. */
export type LoginEnd =
  /** `withoutSession`: it came without cookies, so no browser is to be remembered. */
  | { readonly authenticationId: string; readonly withoutSession?: true }
  | { readonly why: Ending | StartTrouble };

type Identified = Extract<LoginEnd, { readonly authenticationId: string }>;

type Params = Readonly<Record<string, string | undefined>>;

/** The logins that wait for their persons, as the browser's cookie names them. */
export interface Logins {
  /** The login of this browser's cookie and this URL. Undefined when there is none. */
  find(req: IncomingMessage, res: ServerResponse): Promise<Login | undefined>;
  /** Ends the login; answers the URL on our origin where the browser goes on. Undefined when it is over already. */
  finish(req: IncomingMessage, res: ServerResponse, end: LoginEnd): Promise<string | undefined>;
}

/** The library's interactions as logins. */
export function logins(deps: Deps): Logins {
  const { provider, domain, configuration, authentications, pseudonyms, clock } = deps;
  return { find, finish };

  async function find(req: IncomingMessage, res: ServerResponse): Promise<Login | undefined> {
    const interaction = await interactionOf(req, res);
    if (interaction === undefined || loginIdIn(req.url) !== interaction.uid) return undefined;
    const params = interaction.params as Params;
    const application = configuration.application(domain, params.client_id ?? '');
    const acr = parseAcr(params.acr_values ?? '');
    if (application === undefined || acr === undefined) return undefined;
    return {
      id: interaction.uid,
      tenantId: domain.tenantId,
      issuer: domain.issuer,
      clientId: application.clientId,
      applicationName: application.name,
      acr,
      intent: intentIn(params, acr),
      scope: params.scope?.split(' ') ?? [],
      idToken: idTokenOf(params.response_type),
      uiLocales: params.ui_locales?.split(' ') ?? [],
      returnsTo: originOf(params.redirect_uri ?? ''),
    };
  }

  /** Judged when the request came: a refusal here is a fault of ours. */
  function intentIn({ login_hint: text }: Params, acr: Acr): Intent {
    const hint = text === undefined ? NO_HINT : parseLoginHint(text);
    return intentOf(hint, { acr, door: 'browser', now: clock() });
  }

  async function finish(req: IncomingMessage, res: ServerResponse, end: LoginEnd) {
    const interaction = await interactionOf(req, res);
    if (interaction === undefined) return undefined;
    // Who cancelled stays cancelled, whatever another tab finds out later.
    if (interaction.result?.error !== undefined) return interaction.returnTo;
    interaction.result =
      'why' in end ? await ended(interaction.uid, end.why) : await identified(end);
    await interaction.persist();
    return interaction.returnTo;
  }

  /** The attempt is named for our log: it had none when the eID would not start. */
  async function ended(loginId: string, why: Ending | StartTrouble) {
    const attempt = await authentications.findLatest(loginId);
    const eid = attempt && { authenticationId: attempt.id };
    return { ...oauthErrorOf(why), eid };
  }

  async function identified({ authenticationId, withoutSession }: Identified) {
    const login = await authentications.find(authenticationId);
    if (login?.progress.state !== 'identified') {
      throw new Error(`authentication ${authenticationId} has no identity to hand out`);
    }
    const { identity, at } = login.progress;
    const { tenantId } = domain;
    return {
      login: {
        accountId: await pseudonyms.subjectOf(tenantId, identity.scheme, identity.nationalId),
        acr: login.acr,
        amr: [...identity.amr],
        ts: secondsOf(at),
        remember:
          domain.singleSignOn !== undefined &&
          login.intent.kind === 'authentication' &&
          withoutSession === undefined,
      },
      // One login answers every prompt.
      consent: {},
      consent_revoke: {},
      eid: { authenticationId },
    };
  }

  async function interactionOf(req: IncomingMessage, res: ServerResponse) {
    try {
      return await provider.interactionDetails(req, res);
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  }
}

function loginIdIn(url: string | undefined): string | undefined {
  return /^\/login\/([\w-]+)/.exec(url ?? '')?.[1];
}
