import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { type Acr, parseAcr } from '../../../domain/acr.ts';
import type { Intent } from '../../../domain/intent.ts';
import { lifetimes, secondsAfter } from '../../../domain/lifetimes.ts';
import type { Login, StartFailure } from '../../../domain/login.ts';
import type { Ending } from '../../../domain/progress.ts';
import { SUPPORT_CODE_HEADER, shownSupportCode } from '../../../domain/support-code.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { RequestLimits } from '../../../ports/admission.ts';
import type { LeaseRequest } from '../../../ports/authentications.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { LoginPurpose, PendingLogins } from '../../../ports/pending-logins.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { oauthErrorOf } from '../errors/oauth-errors.ts';
import type { CurrentLogin } from '../request-context.ts';
import { idTokenOf } from '../requests/authorization-request.ts';
import { browserIntentOf, type Params } from '../requests/request-checks.ts';
import { originOf } from '../response-modes/response-shapes.ts';
import { type CurrentLogins, type Interaction, interactionOf } from './login-adapter.ts';

interface Deps {
  readonly provider: Provider;
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly currentLogins: CurrentLogins;
  readonly requestLimits: Pick<RequestLimits, 'count'>;
  readonly clock: Clock;
}

/** The library's interactions as logins. */
export function logins(deps: Deps): PendingLogins<IncomingMessage, ServerResponse> {
  const { provider, domain, configuration, currentLogins, requestLimits, clock } = deps;
  return { load, whyMissing, end, resumeUrlOf: (id) => `${ENDPOINTS.authorization}/${id}` };

  async function load(req: IncomingMessage, res: ServerResponse, purpose: LoginPurpose) {
    const id = loginIdOf(req, res);
    if (id === undefined || loginIdIn(req.url) !== id) return undefined;
    // Before the database is read; only the browser with the login's cookie gets here.
    if (purpose === 'poll') requestLimits.count('login', id);
    const current = await (purpose === 'poll'
      ? currentLogins.loadAndLease(id, leaseRequest())
      : currentLogins.load(id));
    const interaction = current && interactionOf(provider, current.payload);
    if (interaction === undefined) return undefined;
    const code = current?.supportCode;
    if (code !== undefined) res.setHeader(SUPPORT_CODE_HEADER, shownSupportCode(code));
    const login = loginIn(interaction, current);
    return login && { login, snapshot: current?.snapshot, resumeUrl: pathOf(interaction.returnTo) };
  }

  function whyMissing(req: IncomingMessage, res: ServerResponse) {
    const id = loginIdOf(req, res);
    return id !== undefined && loginIdIn(req.url) === id ? 'login-gone' : 'cookie-missing';
  }

  function loginIn(
    { uid: id, params: sent, trusted }: Interaction,
    current: CurrentLogin | undefined,
  ): Login | undefined {
    const authentication = current?.snapshot?.authentication;
    const params = sent as Params;
    const application = configuration.application(domain, params.client_id ?? '');
    const acr = parseAcr(params.acr_values ?? '');
    if (application === undefined || acr === undefined) return undefined;
    let intent = authentication?.intent;
    return {
      id,
      supportCode: current?.supportCode,
      tenantId: domain.tenantId,
      issuer: domain.issuer,
      domain,
      clientId: application.clientId,
      applicationName: application.name,
      acr,
      // The library lists the parameters of a request that was pushed with client authentication, or signed.
      isRequestAuthenticated: trusted !== undefined && trusted.length > 0,
      // An attempt has the intent that was validated for it; without one it is read once, where a page needs it.
      get intent() {
        intent ??= intentIn(params, acr);
        return intent;
      },
      scope: params.scope?.split(' ') ?? [],
      idToken: idTokenOf(params.response_type),
      uiLocales: params.ui_locales?.split(' ') ?? [],
      returnsTo: originOf(params.redirect_uri ?? ''),
    };
  }

  /** The login hint was validated with the request: a refusal here is a defect. */
  function intentIn(params: Params, acr: Acr): Intent {
    return browserIntentOf(params, acr, { configuration, now: clock() });
  }

  async function end(req: IncomingMessage, res: ServerResponse, why: Ending | StartFailure) {
    const ending = await readAgain(req, res);
    if (ending === undefined) return undefined;
    const { interaction, authentication, resumeUrl } = ending;
    // A cancelled login stays cancelled, whatever another tab reads later.
    if (interaction.result?.error !== undefined) return resumeUrl;
    // The attempt is named for our log: there is none when the eID would not start.
    const eid = authentication && { authenticationId: authentication.id };
    interaction.result = { ...oauthErrorOf(why), eid };
    await interaction.persist();
    return resumeUrl;
  }

  /** It may have ended since it was found, and a consumed result must not come back. */
  async function readAgain(req: IncomingMessage, res: ServerResponse) {
    const id = loginIdOf(req, res);
    const current = id === undefined ? undefined : await currentLogins.load(id);
    const interaction = current && interactionOf(provider, current.payload);
    if (interaction === undefined) return undefined;
    const authentication = current?.snapshot?.authentication;
    return { interaction, authentication, resumeUrl: pathOf(interaction.returnTo) };
  }

  /** From the signed cookie that the library set when the login began. */
  function loginIdOf(req: IncomingMessage, res: ServerResponse): string | undefined {
    const { cookies } = provider.createContext(req, res);
    return cookies.get(provider.cookieName('interaction'), { signed: true });
  }

  function leaseRequest(): LeaseRequest {
    const now = clock();
    return { now, leaseUntil: secondsAfter(now, lifetimes.collectLease) };
  }
}

function loginIdIn(url: string | undefined): string | undefined {
  return /^\/login\/([\w-]+)/.exec(url ?? '')?.[1];
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}
