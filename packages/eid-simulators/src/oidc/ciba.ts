import { text } from 'node:stream/consumers';

import type { Context, Middleware } from 'koa';
import Provider, { type Client, type Configuration, errors } from 'oidc-provider';

import type { Clock } from '../shared/clock.ts';
import { newUuid, type Random } from '../shared/random.ts';
import type { Login } from '../world/login.ts';
import type { Logins } from '../world/logins.ts';
import { personsOf } from '../world/persons.ts';
import { bindingWords, parsePermission } from './permissions.ts';
import type { CibaRules, OidcProfile } from './profile.ts';
import { PERMISSIONS } from './routes.ts';

interface Deps {
  readonly profile: OidcProfile;
  readonly issuer: string;
  readonly logins: Logins;
  readonly clock: Clock;
  readonly random: Random;
}

/** A registered permission; its login begins with the request at the CIBA endpoint. */
interface Permission {
  readonly login: Omit<Login, 'startedAt' | 'decision' | 'application'>;
  readonly words: string;
  isUsed: boolean;
}

/** A request whose application polls. */
interface Waiting {
  readonly loginId: string;
  polledAt: Date | undefined;
}

const GRANTS = ['client_credentials', 'urn:openid:params:grant-type:ciba'];

/** The scopes of permissions and of CIBA. */
export const CIBA_SCOPES = ['permissions/client', 'permissions/ciba'];

/** The additions to a provider whose clients may request authentications by CIBA (OpenID CIBA Core 1.0, poll mode). */
export interface Ciba {
  readonly scopes: readonly string[];
  readonly grants: readonly string[];
  readonly features: NonNullable<Configuration['features']>;
  /** True for a login that has begun by CIBA. */
  isOf(loginId: string): boolean;
  /** Serves the permissions, and all that the library lacks. */
  readonly middleware: Middleware;
}

/** The rules of a profile in effect. The access token of the client stands for its credentials. */
export function makeCiba(rules: CibaRules, deps: Deps): Ciba {
  const { profile, issuer, logins, clock, random } = deps;
  const permissions = new Map<string, Permission>();
  const waiting = new Map<string, Waiting>();

  return {
    scopes: CIBA_SCOPES,
    grants: GRANTS,
    isOf: (loginId) => [...permissions.values()].some(({ login }) => login.id === loginId),
    features: {
      clientCredentials: { enabled: true },
      ciba: {
        enabled: true,
        deliveryModes: ['poll'],
        async processLoginHint() {
          throw new errors.InvalidRequest('login_hint is not supported');
        },
        async processLoginHintToken(_ctx, token) {
          const permission = permissions.get(token ?? '');
          if (permission === undefined || permission.isUsed) {
            throw new errors.ExpiredLoginHintToken('the permission is unknown or used');
          }
          return permission.login.id;
        },
        async validateBindingMessage(ctx, message) {
          const { words } = permissions.get(String(ctx.oidc.params?.login_hint_token)) ?? {};
          if (message !== words) throw new errors.InvalidBindingMessage('not of the permission');
        },
        async validateRequestContext() {},
        async verifyUserCode() {},
        async triggerAuthenticationDevice(ctx, request, account, client) {
          const permission = permissions.get(String(ctx.oidc.params?.login_hint_token));
          if (permission === undefined) throw new errors.InvalidRequest('no permission');
          permission.isUsed = true;
          const application = client.clientName ?? client.clientId;
          logins.start({ ...permission.login, application });
          waiting.set(request.jti, { loginId: account.accountId, polledAt: undefined });
          const { expiresIn, interval } = rules;
          ctx.body = { ...(ctx.body as object), expires_in: expiresIn, interval };
        },
      },
    },

    async middleware(context, next) {
      const provider = providerOf(context);
      if (context.path === PERMISSIONS) return register(context, provider);
      if (context.path === profile.routes.token) {
        if (!(await acceptBearer(context, provider))) return refuseToken(context);
        if (await isTooFast(context, provider)) return;
      }
      if (context.path === rules.route) {
        const token = await tokenOf(context, provider);
        const isAllowed = token?.scope?.split(' ').includes('permissions/ciba') === true;
        if (!isAllowed || !(await acceptBearer(context, provider))) return refuseToken(context);
      }
      await next();
      if (context.path === '/.well-known/openid-configuration') {
        const own = { permissions_endpoint: `${issuer}${PERMISSIONS}` };
        context.body = { ...(context.body as object), ...own };
      }
    },
  };

  /** Checks the permission as far as it is documented, and makes its words. */
  async function register(context: Context, provider: Provider): Promise<void> {
    const token = await tokenOf(context, provider);
    if (!token?.scope?.split(' ').includes('permissions/client')) return refuseToken(context);
    const asked = parsePermission(await text(context.req), rules, clock());
    const person = personsOf(profile.country).find(
      ({ nationalNumber }) => nationalNumber === asked.number,
    );
    if (asked.fault !== undefined || person === undefined) {
      context.status = asked.fault === undefined ? 404 : 400;
      context.body = { error: asked.fault ?? 'unknown_user' };
      return;
    }
    const [id, permissionToken] = [newUuid(random), random(32).toString('base64url')];
    const words = bindingWords(random);
    const level = profile.assurance.usual;
    const login = {
      ...{ id: newUuid(random), profile: profile.name, clientId: token.clientId ?? '' },
      ...{ scope: '', level, person, action: asked.type, verificationCode: words },
    };
    permissions.set(permissionToken, { login, words, isUsed: false });
    context.body = { id, permissionToken, bindingMessage: words };
  }

  /** Brings the person's decision to the library, and refuses a poll before the interval is over. */
  async function isTooFast(context: Context, provider: Provider): Promise<boolean> {
    const body = await text(context.req);
    Object.assign(context.req, { body });
    const requestId = new URLSearchParams(body).get('auth_req_id') ?? '';
    const request = waiting.get(requestId);
    if (request === undefined) return false;
    const { polledAt, loginId } = request;
    const now = clock();
    request.polledAt = now;
    if (polledAt !== undefined && now.getTime() < polledAt.getTime() + rules.interval * 1000) {
      context.status = 400;
      context.body = { error: 'slow_down' };
      return true;
    }
    const login = logins.find(loginId);
    const end = (login?.startedAt.getTime() ?? 0) + rules.expiresIn * 1000;
    if (login?.decision !== undefined) await settle(provider, requestId, login);
    else if (now.getTime() >= end) {
      await provider.backchannelResult(requestId, new errors.ExpiredToken('nobody decided'));
    } else return false;
    waiting.delete(requestId);
    return false;
  }

  async function settle(provider: Provider, requestId: string, login: Login): Promise<void> {
    if (login.decision?.kind !== 'approved') {
      const why = login.decision?.kind === 'failed' ? login.decision.word : 'aborted';
      await provider.backchannelResult(requestId, new errors.AccessDenied(why));
      return;
    }
    const request = await provider.BackchannelAuthenticationRequest.find(requestId);
    const grant = new provider.Grant({ clientId: login.clientId, accountId: login.id });
    grant.addOIDCScope(String(request?.params?.scope ?? ''));
    const { assurance } = profile;
    const acr = assurance.words[login.level] ?? login.level;
    await provider.backchannelResult(requestId, await grant.save(), {
      acr,
      amr: [...assurance.amr],
      authTime: Math.floor(clock().getTime() / 1000),
    });
  }
}

function providerOf(context: Context): Provider {
  const { app } = context;
  if (!(app instanceof Provider)) throw new Error('no provider serves this request');
  return app;
}

async function tokenOf(context: Context, provider: Provider) {
  const [, token] = /^Bearer (\S+)$/i.exec(context.get('Authorization')) ?? [];
  return token === undefined ? undefined : provider.ClientCredentials.find(token);
}

/** The library authenticates the client of the token by its secret. False for an unknown token. */
async function acceptBearer(context: Context, provider: Provider): Promise<boolean> {
  if (!/^Bearer /i.test(context.get('Authorization'))) return true;
  const token = await tokenOf(context, provider);
  const client: Client | undefined =
    token?.clientId === undefined ? undefined : await provider.Client.find(token.clientId);
  if (client === undefined) return false;
  const pair = [client.clientId, client.clientSecret ?? ''].map(encodeURIComponent).join(':');
  context.req.headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  return true;
}

function refuseToken(context: Context): void {
  context.status = 401;
  context.set('WWW-Authenticate', 'Bearer error="invalid_token"');
  context.body = { error: 'invalid_token' };
}
