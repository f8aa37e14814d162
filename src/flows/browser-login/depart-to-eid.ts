import type { Authentication, PendingAuthentication } from '../../domain/authentication.ts';
import { attemptEnd, type EidOffer } from '../../domain/eid-offer.ts';
import type { Login } from '../../domain/login.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { RedirectEid } from '../../ports/eid.ts';
import type { Clock, NewId, NewSupportCode } from '../../ports/runtime.ts';
import type { Vault } from '../../ports/vault.ts';
import type { ChannelEid } from '../order/offered-eid.ts';
import { beginWithCode, eidRequest } from '../order/start-order.ts';
import { stateFor } from './callback-state.ts';
import { authenticationOfLogin, requestedFrom, type UserAgent } from './login.ts';

interface Deps {
  readonly authentications: Pick<Authentications, 'begin' | 'findLatest'>;
  readonly vault: Pick<Vault, 'hash'>;
  readonly newId: NewId;
  readonly newSupportCode: NewSupportCode;
  readonly clock: Clock;
}

/** Begins an attempt at an eID's own pages. */
export interface DepartToEid {
  /**
   * Does nothing when an attempt of this login is pending already: then `departure` is undefined.
   * @throws {Failure} as `RedirectEid.begin`
   */
  (login: Login, userAgent: UserAgent, eid: ChannelEid<RedirectEid>): Promise<Departed>;
}

/** The result of a start. */
export interface Departed {
  /** The latest attempt of the login, this one or another; undefined when it is purged. */
  readonly authentication: Authentication | undefined;
  /** The secret for this browser's cookie, without which no answer is accepted. */
  readonly browserSecret: string | undefined;
  /** The URL at the eID to which the browser goes now. */
  readonly departure: string | undefined;
}

/** The path on our origin to which an eID returns the browser. */
function callbackPathOf({ name }: Pick<EidOffer, 'name'>): string {
  return `/callback/${name}`;
}

/**
 * Nothing reaches the person before the browser follows the URL, so the attempt is stored afterwards. It is never
 * collected: only the browser brings its answer.
 */
export function makeDepartToEid({
  authentications,
  vault,
  newId,
  newSupportCode,
  clock,
}: Deps): DepartToEid {
  return async function departToEid(login, userAgent, offered) {
    const { eid, offer } = offered;
    const createdAt = clock();
    const expiresAt = attemptEnd(offer, 'redirect', createdAt);
    const browserSecret = userAgent.browserSecret ?? newId();
    const names = { issuer: login.issuer, loginId: login.id, authenticationId: newId() };
    const { intent, applicationName: application } = login;
    const { acr, scope } = requestedFrom(login, offered);
    const { text, person } = intent;
    const { url, kept } = await eid.begin(
      {
        ...eidRequest(intent, { acr, scope, language: userAgent.language, application }),
        text,
        person: login.isRequestAuthenticated ? person : undefined,
        state: stateFor(names, browserSecret, vault),
      },
      `${login.issuer}${callbackPathOf(offer)}`,
    );
    const pending: PendingAuthentication = {
      ...authenticationOfLogin(login, offered),
      id: names.authenticationId,
      device: 'same',
      returnNonce: newId(),
      browserSecret,
      createdAt,
      expiresAt,
      returned: undefined,
      consumedAt: undefined,
      progress: {
        state: 'pending',
        stage: 'first-interaction',
        hintCode: '',
        order: { url, kept },
        collectAfter: expiresAt,
      },
    };
    const begun = await beginWithCode(authentications, pending, newSupportCode);
    if (begun !== undefined) {
      return { authentication: begun, browserSecret, departure: url };
    }
    const authentication = await authentications.findLatest(login.id);
    return { authentication, browserSecret: undefined, departure: undefined };
  };
}
