import type { Context } from 'koa';
import Provider, {
  type Adapter,
  type AdapterPayload,
  type InteractionResults,
} from 'oidc-provider';
import { parseAcr } from '../../../domain/acr.ts';
import { type Authentication, mayBeConsumed } from '../../../domain/authentication.ts';
import { secondsOf } from '../../../domain/lifetimes.ts';
import { withFreeCode } from '../../../domain/support-code.ts';
import { type Domain, sessionSeconds } from '../../../domain/tenant.ts';
import type { LeaseRequest, LoadedLogin, LoginLookup } from '../../../ports/authentications.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Pseudonyms } from '../../../ports/persons.ts';
import type { Clock, NewSupportCode } from '../../../ports/runtime.ts';
import { type CurrentLogin, contextOf } from '../request-context.ts';
import { isStillAllowed } from '../requests/authorization-request.ts';
import type { Params } from '../requests/request-checks.ts';
import { artifactKind, artifactOf, type Upsert } from '../storage/artifact-adapter.ts';
import type { RequestCache } from '../storage/grant-adapter.ts';
import { showSupportCode } from '../support-code.ts';

/** A login's stored result. */
interface LoginResult extends InteractionResults {
  /** The catalogue key of its error. */
  readonly key?: string;
}

interface LoginAdapterDeps extends BeginDeps {
  /** Where logins are stored. */
  readonly logins: Adapter;
  readonly currentLogins: CurrentLogins;
}

interface BeginDeps {
  readonly domain: Domain;
  readonly loginLookup: Pick<LoginLookup, 'begin'>;
  readonly newSupportCode: NewSupportCode;
  readonly clock: Clock;
}

/**
 * Stores a new login with its support code, which the answer names. Without a link to the browser's session, each login can
 * be finished, whatever happens to that session in another tab.
 */
async function begin(
  { id, payload, expiresIn }: Upsert,
  { domain, loginLookup, newSupportCode, clock }: BeginDeps,
): Promise<void> {
  const { ctx } = Provider;
  const { session: _session, ...detached } = payload;
  const params = (payload.params ?? {}) as Params;
  const kind = artifactKind(domain, 'Interaction');
  const at = clock();
  const artifact = artifactOf(kind, { id, payload: detached, expiresIn }, at);
  const { tenantId, issuer } = domain;
  const facts = {
    tenantId,
    issuer,
    clientId: params.client_id ?? '',
    acr: parseAcr(params.acr_values ?? ''),
    at,
    state: params.state,
    reference: ctx?.response.get('X-Request-Id'),
  };
  const code = await withFreeCode(newSupportCode(), newSupportCode, async (free) => {
    await loginLookup.begin(artifact, { ...facts, code: free });
    return free;
  });
  if (ctx !== undefined) showSupportCode(ctx, code);
}

/** Logins. A successful one is stored until its result is consumed, although the library destroys it before. */
export function loginAdapter({ logins, currentLogins, ...beginning }: LoginAdapterDeps): Adapter {
  return {
    ...logins,
    async upsert(id, payload, expiresIn) {
      // Only a login that has ended is stored a second time.
      if (payload.result !== undefined) return logins.upsert(id, payload, expiresIn);
      await begin({ id, payload, expiresIn }, beginning);
      return undefined;
    },
    async find(id) {
      const { ctx } = Provider;
      const login = await (ctx ? currentLogins.loadOnce(ctx, id) : currentLogins.load(id));
      if (ctx !== undefined) showSupportCode(ctx, login?.supportCode);
      return login?.payload;
    },
    async destroy(id) {
      const { ctx } = Provider;
      const result = ctx?.oidc.entities.Interaction?.result as LoginResult | undefined;
      if (result?.login === undefined) await logins.destroy(id);
      // The library throws the stored error next, as one of its own.
      if (ctx !== undefined && result?.key !== undefined) contextOf(ctx).endingKey = result.key;
    },
  };
}

interface CurrentLoginsDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly loginLookup: LoginLookup;
  readonly cache: RequestCache;
  readonly interactionResultOf: InteractionResultOf;
}

type WithRequest = Pick<Context, 'req'>;

/** The logins of a domain with their latest attempts, in one read. */
export interface CurrentLogins {
  /** Undefined when there is none, and when its application may no longer have its result. */
  load(id: string): Promise<CurrentLogin | undefined>;
  /** The same, and acquires the lease for a poll of the eID if one is due. */
  loadAndLease(id: string, request: LeaseRequest): Promise<CurrentLogin | undefined>;
  /** Reads it once for a request, and caches its attempt for that request. */
  loadOnce(ctx: WithRequest, id: string): Promise<CurrentLogin | undefined>;
}

/** Joins the stored login with the state of its latest attempt. */
export function currentLogins(deps: CurrentLoginsDeps): CurrentLogins {
  const { domain, configuration, loginLookup, cache, interactionResultOf } = deps;
  const kind = artifactKind(domain, 'Interaction');
  return {
    load: async (id) => current(id, await loginLookup.load(kind, id)),
    loadAndLease: async (id, request) =>
      current(id, await loginLookup.loadAndLease(kind, id, request)),
    loadOnce,
  };

  async function current(
    id: string,
    login: LoadedLogin | undefined,
  ): Promise<CurrentLogin | undefined> {
    if (login === undefined) return undefined;
    const { stored, snapshot } = login;
    const params = (stored.payload.params ?? {}) as Params;
    if (!isStillAllowed(params, { domain, configuration })) return undefined;
    const isStored = stored.payload.result !== undefined;
    const result =
      isStored || snapshot === undefined
        ? undefined
        : await interactionResultOf(snapshot.authentication, params);
    const payload = { ...stored.payload, jti: id, ...(result && { result }) };
    return { payload, supportCode: login.supportCode, snapshot };
  }

  function loadOnce(ctx: WithRequest, id: string): Promise<CurrentLogin | undefined> {
    const { logins } = contextOf(ctx);
    const login = logins.get(id) ?? loadFor(ctx, id);
    logins.set(id, login);
    return login;
  }

  async function loadFor(ctx: WithRequest, id: string): Promise<CurrentLogin | undefined> {
    const login = await current(id, await loginLookup.load(kind, id));
    if (login?.snapshot !== undefined) cache.remember(ctx, login.snapshot.authentication);
    return login;
  }
}

/** The result of a successful login, as the library stores it. */
export interface InteractionResultOf {
  /** Undefined while no person is identified, or while the result may not be consumed. */
  (authentication: Authentication, params: Params): Promise<InteractionResults | undefined>;
}

/**
 * Reads the result from the attempt, its only place. A consumed attempt still has it, so that a second request gets the
 * error that the login is over.
 */
export function makeInteractionResultOf({
  domain,
  pseudonyms,
}: {
  readonly domain: Domain;
  readonly pseudonyms: Pseudonyms;
}): InteractionResultOf {
  return async function interactionResultOf(authentication, params) {
    const { id, progress, intent, device } = authentication;
    if (progress.state !== 'identified' || !mayBeConsumed(authentication)) return undefined;
    const { identity, at } = progress;
    const { tenantId } = domain;
    const isOfBrowser = intent.kind === 'authentication' && hasCookies(params);
    // A directive may allow a person whom a request without it refuses.
    const isUsual = intent.directives === undefined;
    return {
      login: {
        accountId: await pseudonyms.subjectOf(tenantId, identity.scheme, identity.personId),
        acr: authentication.acr,
        amr: [...identity.amr],
        ts: secondsOf(at),
        remember: isOfBrowser && isUsual && sessionSeconds(domain, device) !== undefined,
      },
      // One login answers every prompt.
      consent: {},
      consent_revoke: {},
      eid: { authenticationId: id, endsSession: isOfBrowser },
    };
  };
}

/** False for a script that shows the login itself: it holds no cookies, so there is no browser to remember. */
function hasCookies({ response_mode: mode }: Params): boolean {
  return mode !== 'json';
}

/** The library's own model of a login. */
export type Interaction = InstanceType<Provider['Interaction']>;

/** Makes it of the stored login, as the library's `find` does; undefined when the login has expired. */
export function interactionOf(
  provider: Provider,
  payload: AdapterPayload,
): Interaction | undefined {
  const interaction: Interaction = Reflect.construct(provider.Interaction, [payload.jti, payload]);
  return interaction.isExpired ? undefined : interaction;
}
