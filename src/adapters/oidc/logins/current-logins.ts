import type { AdapterPayload } from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import type { Look } from '../../../ports/authentications.ts';
import type { Configuration } from '../../../ports/directory.ts';
import type { Asking, LoginLookup } from '../../../ports/login-lookup.ts';
import { isStillGood } from '../requests/is-still-good.ts';
import type { Params } from '../requests/request-checks.ts';
import { artifactKind } from '../storage/artifact-kind.ts';
import type { RequestMemo } from '../storage/request-memo.ts';
import type { ResultOf } from './login-result.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly loginLookup: LoginLookup;
  readonly memo: RequestMemo;
  readonly resultOf: ResultOf;
}

/** A login as it now stands. */
export interface CurrentLogin {
  /**
   * As the library keeps it, with its result: an error is stored, and stays; a person is read from the latest attempt.
   */
  readonly payload: AdapterPayload;
  readonly look: Look | undefined;
}

/** The logins of a domain with their latest attempts, in one read. */
export interface CurrentLogins {
  /**
   * Undefined when there is none, and when its application may not ask for it any more. With `asking`, the look holds
   * the right to ask the eID if that is due.
   */
  find(id: string, asking?: Asking): Promise<CurrentLogin | undefined>;
  /** The same for one request, however often it asks; what it finds of the attempt is remembered with it. */
  findOnce(request: object, id: string): Promise<CurrentLogin | undefined>;
}

/** Puts together what is stored of a login and what its attempt says. */
export function currentLogins(deps: Deps): CurrentLogins {
  const { domain, configuration, loginLookup, memo, resultOf } = deps;
  const kind = artifactKind(domain, 'Interaction');
  const found = new WeakMap<object, Map<string, Promise<CurrentLogin | undefined>>>();
  return { find, findOnce };

  async function find(id: string, asking?: Asking): Promise<CurrentLogin | undefined> {
    const login = await loginLookup.find(kind, id, asking);
    if (login === undefined) return undefined;
    const { stored, look } = login;
    const params = (stored.payload.params ?? {}) as Params;
    if (!isStillGood(params, { domain, configuration })) return undefined;
    const isStored = stored.payload.result !== undefined;
    const result =
      isStored || look === undefined ? undefined : await resultOf(look.attempt, params);
    return { payload: { ...stored.payload, jti: id, ...(result && { result }) }, look };
  }

  function findOnce(request: object, id: string): Promise<CurrentLogin | undefined> {
    const ofRequest = found.get(request) ?? new Map<string, Promise<CurrentLogin | undefined>>();
    found.set(request, ofRequest);
    const login = ofRequest.get(id) ?? findFor(request, id);
    ofRequest.set(id, login);
    return login;
  }

  async function findFor(request: object, id: string): Promise<CurrentLogin | undefined> {
    const login = await find(id);
    if (login?.look !== undefined) memo.remember(request, login.look.attempt);
    return login;
  }
}
