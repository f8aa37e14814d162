import { decodeJwt } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';

import { parseAcr } from '../../../domain/acr.ts';
import type { Authentication, IdentifiedAuthentication } from '../../../domain/authentication.ts';
import { lifetimes, secondsOf } from '../../../domain/lifetimes.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Resumption } from '../../../flows/single-sign-on/resume-session.ts';
import type { SingleSignOn } from '../../../flows/single-sign-on/single-sign-on.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { contextOf } from '../request-context.ts';
import { idTokenOf } from '../requests/authorization-request.ts';
import { browserIntentOf, eidOfferOf, type Params } from '../requests/request-checks.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly singleSignOn: SingleSignOn;
  readonly clock: Clock;
}

/** The session of the browser that sends the request. */
export interface Sessions {
  /** Begins it with the login that this request finishes, when that login is to be remembered. */
  begin(ctx: KoaContextWithOIDC, login: Authentication): Promise<void>;
  /** Answers this request from it. Undefined when the person must log in, also after too many answers from it. */
  resume(ctx: KoaContextWithOIDC): Promise<IdentifiedAuthentication | undefined>;
}

/** Connects the library's sessions with our single sign-on. */
export function sessions({ domain, configuration, singleSignOn, clock }: Deps): Sessions {
  return {
    async begin({ oidc: { session, result } }, login) {
      const { progress } = login;
      if (!result?.login?.remember || session === undefined) return;
      if (progress.state !== 'identified') return;
      // A part of an identity is nobody that a session could remember.
      if (configuration.catalogue.offerOf(login.acr)?.through !== undefined) return;
      await singleSignOn.begin({ domain, id: session.uid }, { ...login, progress });
    },

    async resume(ctx) {
      const { session } = ctx.oidc;
      const resumption = resumptionOf(ctx);
      if (session === undefined || resumption === undefined) return undefined;
      const authentication = await singleSignOn.resume({ domain, id: session.uid }, resumption);
      if (authentication !== undefined) addRequestedAcr(ctx, authentication);
      return authentication;
    },
  };

  /** Undefined when the request itself demands a login. */
  function resumptionOf(ctx: KoaContextWithOIDC): Resumption | undefined {
    const { oidc } = ctx;
    const { session, client, prompts } = oidc;
    const params = oidc.params as Params;
    const subject = session?.accountId;
    const acr = parseAcr(params.acr_values ?? '');
    if (client === undefined || subject === undefined || acr === undefined) return undefined;
    if ([...prompts].some((prompt) => prompt !== 'none')) return undefined;
    const context = contextOf(ctx);
    if ((idTokenHintSubject(oidc) ?? subject) !== subject) {
      context.sessionFault = 'session-other-person';
      return undefined;
    }
    return {
      onRefused(reason) {
        context.sessionFault = reason;
      },
      clientId: client.clientId,
      subject,
      acr,
      offer: eidOfferOf(acr, configuration),
      intent: browserIntentOf(params, acr, { configuration, now: clock() }),
      scope: params.scope?.split(' ') ?? [],
      idToken: idTokenOf(params.response_type),
      maxAge: params.max_age === undefined ? undefined : Number(params.max_age),
    };
  }
}

/** The person whom `id_token_hint` names. The library validated the token when the request came. */
export function idTokenHintSubject({ params }: KoaContextWithOIDC['oidc']): string | undefined {
  const idTokenHint = params?.id_token_hint;
  return typeof idTokenHint === 'string' ? decodeJwt(idTokenHint).sub : undefined;
}

/** The session has the acr of the exact service that was used. The token names the requested one. */
function addRequestedAcr({ oidc }: KoaContextWithOIDC, { acr }: Authentication): void {
  setAcr(oidc, acr);
}

/** Sets what the library reads as `acr`: of a request its property is a getter. */
export function setAcr(source: object, acr: string): void {
  Object.defineProperty(source, 'acr', { value: acr, configurable: true });
}

/** The remaining lifetime of a session, in seconds. It counts from the use of the eID, not from the last request. */
export interface SessionLifetime {
  (ctx: unknown, session: { readonly loginTs?: number | undefined }): number;
}

/** The lifetime on this domain. */
export function makeSessionLifetime({ singleSignOn }: Domain, clock: Clock): SessionLifetime {
  return function sessionLifetime(_ctx, { loginTs }) {
    if (singleSignOn === undefined || loginTs === undefined) return lifetimes.login;
    return Math.max(1, loginTs + singleSignOn - secondsOf(clock()));
  };
}
