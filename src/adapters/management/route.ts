import type { ActContext, Permission, Principal } from '../../domain/administrator.ts';
import type { Actor } from '../../domain/management-event.ts';
import type { Plan } from '../../management/configuration/plan.ts';
import type { JsonSchema } from './json-schema.ts';

/** The methods of the API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A parameter of the path or the query. A query parameter is absent unless `required`. */
export interface Parameter {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly required?: boolean;
}

/** The body that a route accepts. */
export interface RouteBody {
  readonly types: readonly string[];
  readonly schema: JsonSchema;
  /** Settings, which the rules of the configuration file check; any other body is checked by its schema. */
  readonly isSettings?: boolean;
  /** The change is planned alone, never done. */
  readonly isPlanOnly?: boolean;
  /** What the problem of a body that is too big says of its parts: `A logo has at most 64 kB.` */
  readonly limits?: string;
  /** A request without a body is accepted; it counts as an empty mapping. */
  readonly optional?: boolean;
}

/** One answer of a route. */
export interface RouteAnswer {
  readonly description: string;
  /** By media type; absent: no body. */
  readonly content?: Readonly<Record<string, JsonSchema>>;
  readonly hasEtag?: boolean;
  readonly hasLocation?: boolean;
}

/** One operation of the API: its only declaration. The description of the API is generated from it. */
export interface Route {
  /** The operation's id in the description: `listApplications`. */
  readonly name: string;
  readonly method: Method;
  /** For the router: `/api/tenants/:tenant/applications`. */
  readonly path: string;
  readonly summary: string;
  /**
   * What the caller must be allowed to do. `public`: no authentication. `anybody`: every principal; the
   * handler shows each its own part.
   */
  readonly permission: Permission | 'public' | 'anybody';
  readonly params?: Readonly<Record<string, Parameter>>;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly body?: RouteBody;
  /** The request must name, in `If-Match`, the version of the object that it changes. */
  readonly isConditional?: boolean;
  /** The answers of success; those of failure follow from the rest. */
  readonly answers: Readonly<Record<number, RouteAnswer>>;
  /** Statuses of failure beside the usual ones. */
  readonly problems?: readonly (404 | 406 | 409 | 412 | 422)[];
  readonly handle: (request: ApiRequest) => Promise<ApiAnswer>;
}

/** A checked request. */
export interface ApiRequest {
  readonly principal: Principal;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body: unknown;
  /** The media type of the body. */
  readonly bodyType: string | undefined;
  /** The entity tags of `If-Match`; undefined where the route is not conditional. */
  readonly ifMatch: readonly string[] | undefined;
  /** The reason that the caller gives for a change. */
  readonly reason: string | undefined;
  /** The media type that the caller prefers among these; undefined when it accepts none. */
  readonly accepts: (types: readonly string[]) => string | undefined;
  /**
   * Judges the act again, now that its object is known.
   * @throws {ApiProblem} 401 for a login that is too old, 403 or 404
   */
  readonly authorize: (context: ActContext) => void;
  /** The second person, who approved the request of the principal. */
  readonly approvedBy?: Actor | undefined;
  /** What that person saw: no other change is done. */
  readonly onlyPlan?: Plan | undefined;
  /** Ends the session of the cookie, and removes the cookie. */
  readonly endSession: () => Promise<void>;
}

/** What a handler answers. */
export interface ApiAnswer {
  readonly status: number;
  /** A value for JSON; a text for other types. */
  readonly body?: unknown;
  readonly type?: string;
  readonly etag?: string;
  readonly location?: string;
  /** In place of the usual ones, or beside them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Finds who calls. Undefined: nobody that is known; the answer is 401. */
export interface Authenticate {
  (request: CallerFacts): Promise<Principal | undefined>;
}

/** The parts of a request that say who calls. */
export interface CallerFacts {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The token of `Authorization: Bearer`. */
  readonly bearer: string | undefined;
}

/** Types the declaration of a route. */
export function defineRoute(route: Route): Route {
  return route;
}
