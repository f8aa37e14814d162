import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Context } from 'koa';
import Provider, { type Client, type KoaContextWithOIDC } from 'oidc-provider';

import type { Application } from '../../../domain/application.ts';
import type { Failure } from '../../../domain/failure.ts';
import { LANGUAGE_TAGS, languageOf } from '../../../domain/language.ts';
import { lifetimes, secondsAfter } from '../../../domain/lifetimes.ts';
import type { Login } from '../../../domain/login.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { AdvanceLogin } from '../../../flows/browser-login/advance-login.ts';
import type { CancelLogin } from '../../../flows/browser-login/cancel-login.ts';
import type { UserAgent } from '../../../flows/browser-login/login.ts';
import type { StartEmbeddedLogin } from '../../../flows/browser-login/start-login.ts';
import type { Artifacts } from '../../../ports/artifacts.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Log } from '../../../ports/log.ts';
import type { LoginPurpose, PendingLogin, PendingLogins } from '../../../ports/pending-logins.ts';
import type { Clock, NewId } from '../../../ports/runtime.ts';
import { validateOrigin } from '../cors.ts';
import { libraryErrorOf, setRetryAfter, withOAuthErrorsSync } from '../errors/oauth-errors.ts';
import { type NoteRefusal, type Refused, shownSupportCodeIn } from '../support-code.ts';

/** The operations on a login whose page is the application's own. */
export interface EmbeddedFlows {
  readonly startEmbeddedLogin: StartEmbeddedLogin;
  readonly advanceLogin: AdvanceLogin;
  readonly cancelLogin: CancelLogin;
}

/** The dependencies of its endpoints. */
export interface EmbeddedDeps extends EmbeddedFlows {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly logins: PendingLogins<IncomingMessage, ServerResponse>;
  readonly storedLogins: StoredLogins;
  readonly noteRefusal: NoteRefusal;
  readonly log: Log;
}

/** The part of a login that a browser would hold in its cookies. */
export interface StoredLogin {
  /** The library's id of the login. */
  readonly id: string;
  readonly clientId: string;
  /** As a Cookie header. */
  readonly cookies: string;
}

/** Logins of callers that hold no cookies. */
export interface StoredLogins {
  /** Returns the secret by which the caller reaches its login from then on. */
  store(login: StoredLogin): Promise<string>;
  /** Undefined for a secret that was not issued on this domain, and some time after the login. */
  find(secret: string): Promise<StoredLogin | undefined>;
}

interface Deps {
  readonly domain: Domain;
  readonly artifacts: Artifacts;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** Stores them encrypted, under a hash of the secret. */
export function storedLogins({ domain, artifacts, newId, clock }: Deps): StoredLogins {
  const kind = `${domain.issuer} EmbeddedLogin`;
  return {
    async store(login) {
      const secret = newId();
      const expiresAt = secondsAfter(clock(), lifetimes.login);
      const payload = { ...login };
      await artifacts.put({ kind, id: secret, grantId: undefined, expiresAt, payload });
      return secret;
    },

    async find(secret) {
      const found = await artifacts.find(kind, secret);
      const { id, clientId, cookies } = found?.payload ?? {};
      if (typeof id !== 'string' || typeof clientId !== 'string') return undefined;
      return typeof cookies === 'string' ? { id, clientId, cookies } : undefined;
    },
  };
}

/** Loads the login with the cookies that the library gave it; undefined when the login is over. */
export async function loadEmbeddedLogin(
  ctx: Context,
  { id, cookies }: StoredLogin,
  {
    logins,
    purpose,
  }: {
    readonly logins: PendingLogins<IncomingMessage, ServerResponse>;
    readonly purpose: LoginPurpose;
  },
): Promise<PendingLogin | undefined> {
  const { url } = ctx.req;
  ctx.req.headers.cookie = cookies;
  ctx.req.url = `/login/${id}`;
  const found = await logins.load(ctx.req, ctx.res, purpose);
  ctx.req.url = url;
  return found;
}

/**
 * Validates a request with `response_mode=json` once that is read, pushed or not. Its page must be the application's,
 * and the browser's session does not count. The script gets every refusal, also when its application may not use the
 * mode.
 */
export function makeValidateScript({
  domain,
  configuration,
}: Pick<EmbeddedDeps, 'domain' | 'configuration'>) {
  return function validateScript(client: Client, mode: string, next: () => boolean): boolean {
    const { ctx } = Provider;
    const application = configuration.application(domain, client.clientId);
    if (mode !== 'json' || ctx === undefined || application === undefined) return next();
    validate(ctx, application);
    try {
      return next();
    } finally {
      Object.assign(ctx.oidc.params ?? {}, { response_mode: mode });
    }
  };
}

function validate(ctx: KoaContextWithOIDC, application: Application): void {
  withOAuthErrorsSync(() => validateOrigin(ctx, application));
  if (ctx.oidc.route !== 'authorization') return;
  // Read-only in the types; the library itself sets it for each request.
  Object.assign(ctx.oidc, { session: new ctx.oidc.provider.Session() });
}

/** The endpoints of the scripts in timelines. */
export const EMBEDDED_ENDPOINT = 'embedded';

/** The log's facts of a refusal that did not come through the library. */
export interface RefusalFacts {
  readonly reference: string;
  readonly support_code: string | undefined;
  readonly key: string;
  readonly code: string;
  readonly description: string | undefined;
  readonly detail: string | undefined;
}

/** A request that is not the library's is described. */
type Noting = Pick<EmbeddedDeps, 'noteRefusal'> & { readonly refused?: Refused };

/** Sends a script the error that the library would have sent, and notes it; returns the facts to log. */
export function sendRefusal(
  ctx: Context,
  failure: Failure,
  { noteRefusal, refused }: Noting,
): RefusalFacts {
  const refusal = libraryErrorOf(failure);
  const { key, status, error, error_description, error_detail } = refusal;
  noteRefusal(ctx, refusal, refused);
  ctx.status = status;
  if (failure.code === 'too-many-requests') setRetryAfter(ctx, failure.values.seconds);
  ctx.body = { error, error_description };
  const reference = ctx.response.get('X-Request-Id');
  const support_code = shownSupportCodeIn(ctx);
  const facts = { reference, support_code, key, code: error };
  return { ...facts, description: error_description, detail: error_detail };
}

/** The person's device, from the headers of the page's request. */
export function userAgentOf(
  ctx: Context,
  { uiLocales, acr }: Login,
  { catalogue }: Pick<Configuration, 'catalogue'>,
): UserAgent {
  const { languages = [] } = catalogue.offerOf(acr) ?? {};
  const browserTag = ctx.acceptsLanguages(...LANGUAGE_TAGS);
  return {
    ip: ctx.get('X-Forwarded-For'),
    userAgent: ctx.get('User-Agent') || undefined,
    language: languageOf({ uiLocales, browserTag, languages }),
  };
}
