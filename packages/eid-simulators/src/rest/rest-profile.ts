import type { Pki } from '../bankid/pki/pki.ts';
import type { Clock } from '../shared/clock.ts';
import type { Random } from '../shared/random.ts';
import type { Login } from '../world/login.ts';
import type { Logins } from '../world/logins.ts';
import type { Country, Person } from '../world/persons.ts';
import type { OpenedLink } from '../world/world.ts';

/** One eID with a REST protocol of its own. */
export interface RestProfile<Endpoint extends string = string> {
  /** Its name in scripts, and the first segment of its paths. */
  readonly name: string;
  readonly title: string;
  /** Whose persons have it. */
  readonly countries: readonly Country[];
  /** Refuses connections without a client certificate of the simulator's authority. */
  readonly clientCertificate: boolean;
  /** The names of its endpoints in faults and statistics. */
  readonly endpoints: readonly Endpoint[];
  /** The eID's response to a request that reaches no endpoint. */
  refuse(reason: RestFault): RestReply;
  /** The settings of a service beside the address and the certificates, by their names. */
  serviceSettings?(place: ServicePlace): Readonly<Record<string, unknown>>;
  /** Called at the first request. What the routes keep is theirs. */
  open(room: RestRoom): RestRoutes<Endpoint> | Promise<RestRoutes<Endpoint>>;
}

/** Why a request reaches no endpoint, or an endpoint no answer. */
export type RestFault = 'no-certificate' | 'unknown-path' | 'wrong-method' | 'too-large' | 'bug';

/** The endpoints, and the links that a person's app opens. */
export interface RestRoutes<Endpoint extends string = string> {
  readonly endpoints: Readonly<Record<Endpoint, RestRoute>>;
  /** Opens a link or QR code that leads to `<appUrl>`. @throws {Refusal} where the app refuses */
  openLink?(link: URL): OpenedLink;
}

/** One endpoint. */
export interface RestRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the name of the profile: `/session/:id`. */
  readonly path: string;
  /** @throws {RestError} the eID's error response */
  answer(call: RestCall): RestReply | Promise<RestReply>;
}

/** One request. */
export interface RestCall {
  /** The values of `:name` in the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Lower case, as received; empty if absent. */
  readonly contentType: string;
  /** The body as received, in UTF-8; empty if absent. */
  readonly body: string;
  /** The same, as it is. */
  readonly bytes: Buffer;
  /** The name in the client certificate, if it has one of the simulator's authority. */
  readonly relyingParty: string | undefined;
  /** Aborted when the caller is gone: for long polls. */
  readonly signal: AbortSignal;
}

/** One response. An object is sent as JSON, except for bytes. */
export interface RestReply {
  readonly status: number;
  readonly body: object | string | Buffer | undefined;
  /** `application/json` if absent. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error response, thrown inside of an endpoint. */
export class RestError extends Error {
  readonly reply: RestReply;
  constructor(reply: RestReply) {
    super(`responds with ${reply.status}`);
    this.reply = reply;
  }
}

/** What is known of an eID before it opens. */
export type ServicePlace = Pick<RestRoom, 'address' | 'appUrl' | 'pki'>;

/** What one opened eID is given. */
export interface RestRoom {
  /** `https://localhost:3014/smart-id`, without a slash at its end. */
  readonly address: string;
  /** The page that opens links, in the person's browser. The eID adds a query. */
  readonly appUrl: string;
  readonly clock: Clock;
  readonly random: Random;
  /** The simulator's authorities, for persons' certificates and signatures. */
  readonly pki: Pki;
  /** The people of its countries. */
  readonly persons: readonly Person[];
  /** Starts a login, which then waits for its person; returns its id, a new UUID. */
  start(login: LoginRequest): string;
  /** Only logins of this eID. */
  find(id: string): Login | undefined;
  /** See `Logins`. */
  readonly decided: Logins['decided'];
}

/** A login as the eID starts it. */
export type LoginRequest = Pick<Login, 'application' | 'level'> &
  Partial<Pick<Login, 'text' | 'action' | 'person' | 'verificationCode' | 'clientId'>>;
