import type { Context } from 'koa';
import Provider, {
  type Adapter,
  type AdapterPayload,
  type InteractionResults,
} from 'oidc-provider';
import { type Authentication, mayBeConsumed } from '../../../domain/authentication.ts';
import { secondsOf } from '../../../domain/lifetimes.ts';
import { type Domain, sessionSeconds } from '../../../domain/tenant.ts';
import type { LeaseRequest, LoginLookup } from '../../../ports/authentications.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Pseudonyms } from '../../../ports/persons.ts';
import { type CurrentLogin, contextOf } from '../request-context.ts';
import { isStillGood } from '../requests/authorization-request.ts';
import type { Params } from '../requests/request-checks.ts';
import { artifactKind } from '../storage/artifact-adapter.ts';
import type { RequestCache } from '../storage/grant-adapter.ts';

/** A login's result as it is stored. */
interface LoginResult extends InteractionResults {
  /** The catalogue key of its error. */
  readonly key?: string;
}

/** Logins. One that ended well stays until its result is given away, whatever the library thinks. */
export function loginAdapter({
  logins,
  currentLogins,
}: {
  /** Where logins are stored. */
  readonly logins: Adapter;
  readonly currentLogins: CurrentLogins;
}): Adapter {
  return {
    ...logins,
    async find(id) {
      const { ctx } = Provider;
      const login = ctx ? currentLogins.findOnce(ctx, id) : currentLogins.find(id);
      return (await login)?.payload;
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
  readonly resultOf: ResultOf;
}

type WithRequest = Pick<Context, 'req'>;

/** The logins of a domain with their latest attempts, in one read. */
export interface CurrentLogins {
  /**
   * Undefined when there is none, and when its application may not ask for it any more. With `asking`, the look holds
   * the right to ask the eID if that is due.
   */
  find(id: string, leaseRequest?: LeaseRequest): Promise<CurrentLogin | undefined>;
  /** The same for one request, however often it asks; what it finds of the attempt is remembered with it. */
  findOnce(ctx: WithRequest, id: string): Promise<CurrentLogin | undefined>;
}

/** Puts together what is stored of a login and what its attempt says. */
export function currentLogins(deps: CurrentLoginsDeps): CurrentLogins {
  const { domain, configuration, loginLookup, cache, resultOf } = deps;
  const kind = artifactKind(domain, 'Interaction');
  return { find, findOnce };

  async function find(id: string, leaseRequest?: LeaseRequest): Promise<CurrentLogin | undefined> {
    const login = await loginLookup.find(kind, id, leaseRequest);
    if (login === undefined) return undefined;
    const { stored, snapshot } = login;
    const params = (stored.payload.params ?? {}) as Params;
    if (!isStillGood(params, { domain, configuration })) return undefined;
    const isStored = stored.payload.result !== undefined;
    const result =
      isStored || snapshot === undefined ? undefined : await resultOf(snapshot.attempt, params);
    return { payload: { ...stored.payload, jti: id, ...(result && { result }) }, snapshot };
  }

  function findOnce(ctx: WithRequest, id: string): Promise<CurrentLogin | undefined> {
    const { logins } = contextOf(ctx);
    const login = logins.get(id) ?? findFor(ctx, id);
    logins.set(id, login);
    return login;
  }

  async function findFor(ctx: WithRequest, id: string): Promise<CurrentLogin | undefined> {
    const login = await find(id);
    if (login?.snapshot !== undefined) cache.remember(ctx, login.snapshot.attempt);
    return login;
  }
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
export function makeResultOf({
  domain,
  pseudonyms,
}: {
  readonly domain: Domain;
  readonly pseudonyms: Pseudonyms;
}): ResultOf {
  return async function resultOf(attempt, params) {
    const { id, progress, intent, device } = attempt;
    if (progress.state !== 'identified' || !mayBeConsumed(attempt)) return undefined;
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

/** The library's own model of a login. */
export type Interaction = InstanceType<Provider['Interaction']>;

/** Makes it of what is kept of the login, as the library's `find` does; undefined when the login has expired. */
export function interactionOf(
  provider: Provider,
  payload: AdapterPayload,
): Interaction | undefined {
  const interaction: Interaction = Reflect.construct(provider.Interaction, [payload.jti, payload]);
  return interaction.isExpired ? undefined : interaction;
}
