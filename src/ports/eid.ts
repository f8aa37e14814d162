import type { Acr } from '../domain/acr.ts';
import type { CallInitiator } from '../domain/application.ts';
import type { Device } from '../domain/authentication.ts';
import type { Action, ShownText } from '../domain/intent.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Language } from '../domain/language.ts';
import type { Progress } from '../domain/progress.ts';
import type { Environment } from '../domain/tenant.ts';

/**
 * One national eID, opened with one tenant's credentials. The person uses an app; the service starts an order, shows its
 * launch data, and collects its progress.
 */
export interface OrderEid {
  readonly kind: 'order';
  /** The eID's hint code of an order before its first query; absent when it has none. */
  readonly firstHintCode?: string;
  /** The fewest seconds between two collects of an order; absent: the usual interval. */
  readonly collectInterval?: number;
  /** True: an order gives its final answer again, for a while. Absent: once. */
  readonly repeatsAnswers?: true;
  /** True: `collect` needs the parameters of the return from an app on the same device. Absent: they are dropped. */
  readonly readsReturn?: true;
  /** True: an order that names nobody reaches nobody, and ends by itself. Absent: a check must cancel the one it starts. */
  readonly endsUnopened?: true;
  /**
   * Queries the eID for an order that does not exist, for an eID whose orders always reach a person. It proves the connection
   * alone. Called by checks only.
   * @throws {Failure} eid-unavailable, eid-misconfigured
   */
  ping?(): Promise<void>;
  /**
   * Starts an order. An adapter never retries it: a start is not idempotent. `eid-misconfigured` also when the settings
   * cannot verify the requested evidence.
   * @throws {Failure} eid-unavailable, eid-refused-request, eid-busy-with-person, eid-misconfigured. `values.seconds` of
   *   eid-unavailable: the eID's `Retry-After`
   */
  start(request: StartRequest): Promise<JsonObject>;
  /**
   * Collects the order once. An eID without `repeatsAnswers` gives a final answer only once: the caller stores it. An
   * identity has the requested evidence, verified; otherwise the order ended `unverified`. `returned` are the query
   * parameters with which the app on the same device returned the person; undefined before the return. An eID that needs
   * them leaves the order pending until then.
   * @throws {Failure} eid-unavailable (to be retried later; `values.seconds` as in `start`), eid-misconfigured
   */
  collect(order: JsonObject, returned?: ReturnParameters): Promise<Progress>;
  /**
   * Cancels the order. Never rejects, also for a finished or unknown order, or an unavailable eID. Absent: the eID cannot
   * cancel, and an abandoned order expires by itself.
   */
  cancel?(order: JsonObject): Promise<void>;
  /** What the eID decides of a phone authentication; absent: the service decides everything. Pure. */
  phoneTerms?(order: JsonObject): PhoneTerms;
  /**
   * The launch data of the order at this second; undefined for an order that is pushed to the app. An opened order keeps
   * its launch data, which no longer opens it. Pure.
   */
  launchData(order: JsonObject, at: Date): LaunchData | undefined;
  /** True when an app has opened the order, by this hint code: its launch data is then no longer shown. Pure. */
  isOpened(hintCode: string): boolean;
  /** The eID's recommended text for a hint code. Pure. */
  texts(hintCode: string, context: StatusTextContext): string;
  /** The certificates of the connection to the eID, as far as they are known, and the keys that end. */
  certificates(): readonly EidCertificate[];
  /**
   * Closes its connections after the calls in flight. The eID is not used afterwards. A repeat does nothing.
   */
  close(): Promise<void>;
}

/**
 * One national eID, opened with one tenant's credentials. The person's browser goes to the eID's own pages and returns to
 * a callback of ours.
 */
export interface RedirectEid {
  readonly kind: 'redirect';
  /**
   * Prepares a departure. Repeatable: nothing reaches the person before the browser follows the URL, and each call has its
   * own URL and secrets. `callback` is the address of ours to which the eID returns.
   * @throws {Failure} eid-unavailable (`values.seconds`: the eID's `Retry-After`), eid-refused-request, eid-misconfigured
   */
  begin(request: RedirectRequest, callback: string): Promise<Departure>;
  /**
   * The outcome of an answer at the callback. Once for each `kept`: the eID redeems an answer only once, so that every
   * failure is final. Never throws a `Failure`. A wrong or unreadable answer is `lost` or `unverified`, an error of the
   * eID `failed`, the person's abort `declined`. The caller compares the person with the named one.
   */
  finish(kept: JsonObject, answer: RedirectAnswer): Promise<RedirectOutcome>;
  /** The certificates of the connection to the eID, as far as they are known, and the keys that end. */
  certificates(): readonly EidCertificate[];
  /** Closes its connections after the calls in flight. The eID is not used afterwards. A repeat does nothing. */
  close(): Promise<void>;
}

/** The parts of every request to an eID. */
export interface EidRequest {
  readonly acr: Acr;
  /** The granted scopes of the application. */
  readonly scope: readonly string[];
  readonly language: Language;
  readonly action: Action;
  /** The application's name, for eIDs that show it. */
  readonly application: string;
  /** The values of the eID's own directives in the request, by their names. */
  readonly directives: Readonly<Record<string, string>>;
}

/** A login or signature at the eID's own pages. */
export interface RedirectRequest extends EidRequest {
  readonly text: ShownText | undefined;
  /** The national id of the only person who may answer; undefined: any person. */
  readonly person: string | undefined;
  /** Our identifier of the attempt, which the eID returns unchanged: unguessable, and used once. */
  readonly state: string;
}

/** The start of a visit to the eID. */
export interface Departure {
  /** The eID's page. */
  readonly url: string;
  /** The secrets that `finish` needs, such as nonce and code verifier. Stored encrypted with the attempt. */
  readonly kept: JsonObject;
}

/** The request with which the browser arrives at the callback. */
export interface RedirectAnswer {
  /** The query parameters. A request that repeats one is no answer. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The address of the request, with its query. */
  readonly url: string;
}

/** The final outcome of a visit. */
export type RedirectOutcome = Exclude<Progress, { readonly state: 'pending' }>;

/** One national eID, of either kind. */
export type Eid = OrderEid | RedirectEid;

/** An eID as it was opened: of one kind, or of both, each for the channels of its row. */
export interface OpenedEid {
  readonly order?: OrderEid | undefined;
  readonly redirect?: RedirectEid | undefined;
}

/** A certificate with its expiry, or something else of the settings that ends. */
export interface EidCertificate {
  /**
   * `client`: our own. `authority`: a trusted root. `server`: the eID's, as of the last handshake. `signer`: the eID's, for what it
   * signs. `own-key`, `provider-key`: a key with an end, of ours and of the eID. `entity-statement`: the eID's metadata.
   */
  readonly use:
    | 'client'
    | 'authority'
    | 'server'
    | 'signer'
    | 'own-key'
    | 'provider-key'
    | 'entity-statement';
  /** The subject of the certificate, the id of the key, or the issuer of the statement. */
  readonly name: string;
  readonly expiresAt: Date;
  /** Present when its extended key usage does not allow this use. */
  readonly isUnfit?: boolean;
}

/** A client certificate as an operator gives it: PEM texts, or a PKCS#12 file in base64. */
export interface GivenCertificate {
  readonly certificate?: string | undefined;
  readonly privateKey?: string | undefined;
  readonly pkcs12?: string | undefined;
  readonly passphrase?: string | undefined;
}

/** A fault of an eID's settings. */
export interface SettingFault {
  /** Below the settings: `clientCertificate.passphrase`. */
  readonly path: string;
  /** What is wrong, and what was found. Never a secret. */
  readonly message: string;
}

/** What a client certificate is. Names are distinguished names: `CN=…, O=…`. */
export interface InspectedCertificate {
  /** Undefined: none could be read. */
  readonly certificate: CertificateFacts | undefined;
  /** Its issuers, as they were given with it, the nearest first. */
  readonly chain: readonly Pick<CertificateFacts, 'subject' | 'issuer' | 'notAfter'>[];
  /** Undefined: one of the two could not be read. */
  readonly keyMatches: boolean | undefined;
  /** Of the eID, where the issuer's name shows it. */
  readonly environment: Environment | undefined;
  /** Why it could not serve. Paths begin at the certificate: `passphrase`. */
  readonly faults: readonly SettingFault[];
}

/** The facts of one certificate. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** In hexadecimal. */
  readonly serialNumber: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** An order to start, by its kind. */
export type StartRequest = IdentifyRequest | SignRequest | PhoneRequest;

/** The query parameters that the eID's app adds to the return URL. A repeated parameter is left out. */
export type ReturnParameters = Readonly<Record<string, string>>;

/** Each undefined member is for the service to decide. */
export interface PhoneTerms {
  /** The words that the caller reads out, and the person compares in the app. */
  readonly bindingMessage: string | undefined;
  /** The seconds between two polls of the application. */
  readonly interval: number | undefined;
  /** The lifetime of the order in seconds. */
  readonly expiresIn: number | undefined;
}

/** An identification of a person, on a page of ours or of the application. */
export interface IdentifyRequest extends EidRequest {
  readonly kind: 'identify';
  /** The address of the person's device, IPv4 or IPv6. */
  readonly endUserIp: string;
  readonly device: Device | undefined;
  /** Where the app sends the person when done (same device only). */
  readonly returnUrl: string | undefined;
  readonly text: ShownText | undefined;
  /** The national id of the only person who may answer; undefined: any person. */
  readonly person: string | undefined;
  /** Request evidence with the identity, which the eID's adapter verifies. A signature always has it. */
  readonly evidence: boolean;
  /** Request the eID's risk assessment with the identity, if the eID has one. */
  readonly risk: boolean;
  readonly browser: BrowserTraits | undefined;
  /** At least the `inputs` of the variant. */
  readonly input: InputValues;
}

/** What the person typed on our page, or the authenticated request named. */
export interface InputValues {
  /** As the eID writes it. */
  readonly nationalNumber?: string;
  /** E.164: `+` and digits. */
  readonly phoneNumber?: string;
}

/** A signature of a text. */
export interface SignRequest extends Omit<IdentifyRequest, 'kind' | 'text'> {
  readonly kind: 'sign';
  readonly text: ShownText;
}

/** An identification during a phone call; the order is pushed to the person's app. */
export interface PhoneRequest extends EidRequest {
  readonly kind: 'phone';
  /** The national id of the person to call, as the eID writes it. */
  readonly person: string;
  /** Undefined for an eID that does not show it. */
  readonly callInitiator: CallInitiator | undefined;
  /** The binding message; undefined for an eID that words it itself. */
  readonly text: ShownText | undefined;
  readonly evidence: boolean;
}

/** The data about the browser for the eID's risk assessment. */
export interface BrowserTraits {
  /** The host name of the page. */
  readonly referringDomain: string;
  readonly userAgent: string | undefined;
}

/** The data that opens the order in the app: a QR code for another device, a link on the same. */
export interface LaunchData {
  /** The text of the QR code for this second. */
  readonly qrData: string | undefined;
  readonly autoStartToken: string | undefined;
  /** Opens the app by an https link (phones). */
  readonly appLink: string | undefined;
  /** Opens the app by its own scheme (desktops). */
  readonly desktopLink: string | undefined;
  /** Digits that our page and the person's phone both show, for the person to compare. */
  readonly verificationCode: string | undefined;
}

/** The situation in which a text is shown. */
export interface StatusTextContext {
  readonly language: Language;
  readonly device: Device;
  /** The page runs on a phone or tablet. */
  readonly mobile: boolean;
  /** The attempt, or its start, is over: an unknown hint code then means a failure, else that it goes on. */
  readonly ended: boolean;
}
