import type { Acr } from '../domain/acr.ts';
import type { CallInitiator } from '../domain/application.ts';
import type { Device } from '../domain/authentication.ts';
import type { ShownText } from '../domain/intent.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Language } from '../domain/language.ts';
import type { Progress } from '../domain/progress.ts';

/**
 * What one national eID offers us, opened with one tenant's credentials. The person uses an app; we start
 * an order, show what helps the person to find it, and collect its progress.
 */
export interface Eid {
  /** What people call it, for our pages. */
  readonly title: string;
  /** The eID's hint of an order before its first query; absent when it has none. */
  readonly firstHint?: string;
  /**
   * Starts an order. Never repeated by itself: a start is not idempotent. `eid-misconfigured` also when evidence is
   * asked for that the settings give no means to verify.
   * @throws {Failure} eid-unavailable, eid-refused-request, eid-busy-with-person, eid-misconfigured. `names.seconds` of
   *   eid-unavailable: it asks to be left alone for so long
   */
  start(request: StartRequest): Promise<JsonObject>;
  /**
   * Asks once how the order stands. The eID gives a final answer only once: the caller stores it. An identity whose
   * evidence was asked for comes with it, verified, or the order ended `unverified`.
   * @throws {Failure} eid-unavailable (ask again later; `names.seconds` as of `start`), eid-misconfigured
   */
  collect(order: JsonObject): Promise<Progress>;
  /** Ends the order. Always succeeds: a finished or unknown order, or an eID that is down, is fine. */
  cancel(order: JsonObject): Promise<void>;
  /**
   * What the person needs to open the order, at this second; undefined for one that is pushed to the app. An order
   * that was opened keeps its clues, of no use to anybody. Pure.
   */
  launchData(order: JsonObject, at: Date): LaunchData | undefined;
  /** Whether an app has found the order, by this hint: its launch data is then no longer shown. Pure. */
  isOpened(hint: string): boolean;
  /** The eID's recommended words for a hint. Pure. */
  texts(hint: string, about: StatusTexts): string;
  /** What the connection to the eID rests on, as far as it is known by now. */
  certificates(): readonly EidCertificate[];
  /**
   * Closes its connections once the calls in flight have finished; it is not called afterwards. A repeat does
   * nothing.
   */
  close(): Promise<void>;
}

/** A certificate, and until when it holds. */
export interface EidCertificate {
  /** `client`: our own. `authority`: whom we trust. `server`: the eID's, as it was last shown to us. */
  readonly use: 'client' | 'authority' | 'server';
  /** Whose it is, as it says itself. */
  readonly name: string;
  readonly expiresAt: Date;
}

/** An order to start, by its kind. */
export type StartRequest = LoginRequest | SignRequest | PhoneRequest;

/** Identify yourself, in front of a screen of ours or of the application. */
export interface LoginRequest {
  readonly kind: 'login';
  /** The address of the person's device, IPv4 or IPv6. */
  readonly endUserIp: string;
  readonly device: Device | undefined;
  /** Where the app sends the person when done (same device only). */
  readonly returnUrl: string | undefined;
  readonly text: ShownText | undefined;
  /** The national id of the person who must answer; undefined when any person may. */
  readonly person: string | undefined;
  /** The identity shall come with evidence, which the eID's adapter verifies. A signature always does. */
  readonly evidence: boolean;
  /** The identity shall come with the eID's risk assessment, where the eID makes one. */
  readonly risk: boolean;
  readonly browser: BrowserTraits | undefined;
}

/** Sign a text. */
export interface SignRequest extends Omit<LoginRequest, 'kind' | 'text'> {
  readonly kind: 'sign';
  readonly text: ShownText;
}

/** Identify yourself during a phone call; the order is pushed to the person's app. */
export interface PhoneRequest {
  readonly kind: 'phone';
  /** The national id of the person to call, as the eID writes it. */
  readonly person: string;
  readonly callInitiator: CallInitiator;
  readonly text: ShownText;
  readonly evidence: boolean;
}

/** What the eID's risk assessment may know of the browser. */
export interface BrowserTraits {
  /** Host name of the page. */
  readonly referringDomain: string;
  readonly userAgent: string | undefined;
}

/** How the person finds the order: by a QR code on another device, by a link on the same one. */
export interface LaunchData {
  /** The text of the QR code for this very second. */
  readonly qrData: string | undefined;
  readonly autoStartToken: string | undefined;
  /** Opens the app by an https link (phones). */
  readonly appLink: string | undefined;
  /** Opens the app by its own scheme (desktops). */
  readonly desktopLink: string | undefined;
}

/** In which situation the words are read. */
export interface StatusTexts {
  readonly language: Language;
  readonly device: Device;
  /** The page runs on a phone or tablet. */
  readonly mobile: boolean;
  /** The attempt, or its start, is over: an unknown hint then means a failure, else that it goes on. */
  readonly ended: boolean;
}

/** One eID as the registry knows it, before a tenant's settings open it. */
export interface EidOffer {
  /** The name of its folder: `<country>-<eid>`. */
  readonly name: string;
  /** What each acr value leaves to the person. */
  readonly variants: readonly EidVariant[];
  /** The claims it can release. */
  readonly claims: readonly string[];
  /** The scopes, beside `openid`, for which it releases claims. */
  readonly scopes: readonly string[];
}

/** One acr value of an eID. */
export interface EidVariant {
  readonly acr: Acr;
  /** The device that the acr decides on; undefined: the person chooses. */
  readonly device: Device | undefined;
  /** Our page starts the order by itself, without a click. */
  readonly startsAtOnce: boolean;
}
