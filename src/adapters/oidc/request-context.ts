import type { IncomingMessage } from 'node:http';

import type { AdapterPayload } from 'oidc-provider';

import type { Acr } from '../../domain/acr.ts';
import type { Authentication } from '../../domain/authentication.ts';
import type { RefusalReason } from '../../domain/login-timeline.ts';
import type { SupportCode } from '../../domain/support-code.ts';
import type { Artifact } from '../../ports/artifacts.ts';
import type { AuthenticationSnapshot } from '../../ports/authentications.ts';

/** The state of one request, from the first middleware to the last adapter that the library calls. */
export interface RequestContext {
  /** The eID service that the path names before the endpoint; absent when it names none. */
  prefixAcr?: Acr;
  /** A state was too long, and was taken out of the query. */
  hasLongState?: boolean;
  /** The query came as a posted form. A page that reloads itself would lose it. */
  isPosted?: boolean;
  /** The request came without a nonce and has one of ours until it is stored. */
  hasPlaceholderNonce?: boolean;
  /** Whether the page that sends the request is the application's; absent until it is checked. */
  originTrust?: OriginTrust;
  /** The client's request limit has counted this request. */
  isClientCounted?: boolean;
  /** The exchange for which no access token is stored yet. Only `storage/code-exchange.ts` sets and reads it. */
  pendingExchange?: Exchange | undefined;
  /** The `jti` of a signed CIBA or headless request. */
  requestObjectJti?: string;
  /** The catalogue key of the login's ending, once the library has only its error left to throw. */
  endingKey?: string;
  /** Why the pushed request that it names is not there. */
  pushedFault?: RefusalReason;
  /** The application that pushed it, and the login that used it. */
  pushed?: { readonly clientId?: string | undefined; readonly loginId?: string | undefined };
  /** The code that it names, as it was issued. For the timeline of a refusal alone, as are the next three. */
  foundCode?: AdapterPayload;
  /** Why the session of the browser does not answer. */
  sessionFault?: RefusalReason;
  /** Why the access token that it sent is not valid. */
  tokenFault?: RefusalReason;
  /** The fields of a body whose type is not accepted. */
  misreadFields?: Readonly<Record<string, unknown>>;
  /** The catalogue key of the error that the authorization endpoint answers with. */
  errorKey?: string;
  /** The attempts that were read, by their ids. */
  readonly authentications: Map<string, Authentication>;
  /** The logins that were read or are being read, by their ids. */
  readonly logins: Map<string, Promise<CurrentLogin | undefined>>;
}

/** Whether the page that sends a request is the application's. */
export type OriginTrust = 'registered' | 'unregistered';

/** The exchange of a code, or of the result of a CIBA or headless request, for an access token. */
export interface Exchange {
  /** Stores the token and consumes what it is exchanged for: both or neither. @throws when another request was first */
  store(token: Artifact): Promise<void>;
  /** Consumes a code although the request ends without an access token. Absent for a result: it stays usable. */
  consumeWithoutToken?(): Promise<void>;
}

/** A login with its latest attempt. */
export interface CurrentLogin {
  /** As the library stores it, with its result: a stored error stays; a person is read from the latest attempt. */
  readonly payload: AdapterPayload;
  readonly supportCode: SupportCode | undefined;
  readonly snapshot: AuthenticationSnapshot | undefined;
}

const CONTEXT = Symbol('request context');

interface WithContext extends IncomingMessage {
  [CONTEXT]?: RequestContext;
}

/** The context of a request: koa and the library make several objects for it, all of which have its `req`. */
export function contextOf({ req }: { readonly req: IncomingMessage }): RequestContext {
  const request: WithContext = req;
  request[CONTEXT] ??= { authentications: new Map(), logins: new Map() };
  return request[CONTEXT];
}
