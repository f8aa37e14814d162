import type { IncomingMessage, ServerResponse } from 'node:http';

import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';

import { parseAcr } from '../../domain/acr.ts';
import type { Ending } from '../../domain/progress.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Login, StartTrouble } from '../../flows/browser-login/login.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Configuration } from '../../ports/directory.ts';
import type { Pseudonyms } from '../../ports/pseudonyms.ts';
import { oauthErrorOf } from './oauth-errors.ts';
import { originOf } from './origin-of.ts';

interface Deps {
  readonly provider: Provider;
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly authentications: Authentications;
  readonly pseudonyms: Pseudonyms;
}

/** How a login ended, for the library. */
export type LoginEnd =
  | { readonly authenticationId: string }
  | { readonly why: Ending | StartTrouble };

/** The logins that wait for their persons, as the browser's cookie names them. */
export interface Logins {
  /** The login of this browser's cookie and this URL. Undefined when there is none. */
  find(req: IncomingMessage, res: ServerResponse): Promise<Login | undefined>;
  /** Ends the login; answers the URL on our origin where the browser goes on. Undefined when it is over already. */
  finish(req: IncomingMessage, res: ServerResponse, end: LoginEnd): Promise<string | undefined>;
}

/** The library's interactions as logins. */
export function logins(deps: Deps): Logins {
  const { provider, domain, configuration, authentications, pseudonyms } = deps;
  return { find, finish };

  async function find(req: IncomingMessage, res: ServerResponse): Promise<Login | undefined> {
    const interaction = await interactionOf(req, res);
    if (interaction === undefined || loginIdIn(req.url) !== interaction.uid) return undefined;
    const params = interaction.params as Readonly<Record<string, string>>;
    const application = configuration.application(domain, params.client_id ?? '');
    const acr = parseAcr(params.acr_values ?? '');
    if (application === undefined || acr === undefined) return undefined;
    return {
      id: interaction.uid,
      issuer: domain.issuer,
      clientId: application.clientId,
      applicationName: application.name,
      acr,
      uiLocales: params.ui_locales?.split(' ') ?? [],
      returnsTo: originOf(params.redirect_uri ?? ''),
    };
  }

  async function finish(req: IncomingMessage, res: ServerResponse, end: LoginEnd) {
    const interaction = await interactionOf(req, res);
    if (interaction === undefined) return undefined;
    // Who cancelled stays cancelled, whatever another tab finds out later.
    if (interaction.result?.error !== undefined) return interaction.returnTo;
    interaction.result = 'why' in end ? { ...oauthErrorOf(end.why) } : await identified(end);
    await interaction.persist();
    return interaction.returnTo;
  }

  async function identified({ authenticationId }: { readonly authenticationId: string }) {
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
        ts: Math.floor(+at / 1000),
        remember: false,
      },
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
