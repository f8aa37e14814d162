import type { Device } from '../../domain/authentication.ts';
import type { EidOffer, EidVariant, Input } from '../../domain/eid-offer.ts';
import type { Intent, ShownText } from '../../domain/intent.ts';
import type { Language } from '../../domain/language.ts';
import type { Login, StartFailure } from '../../domain/login.ts';
import { encodeText } from '../../domain/message-text.ts';
import type { Ending, Stage } from '../../domain/progress.ts';
import { purposeOf } from '../../domain/purpose.ts';
import type { IdentifyRequest, InputValues, LaunchData, SignRequest } from '../../ports/eid.ts';
import type { ChannelEid } from '../order/offered-eid.ts';
import { orderRequest } from '../order/start-order.ts';

/** The browser in front of the page. */
export interface UserAgent {
  readonly ip: string;
  readonly userAgent: string | undefined;
  /** The language of the pages that it is shown. */
  readonly language: Language;
  /**
   * The secret that the browser got with the page, before any start. A start thus belongs to it even if the response is
   * lost. Undefined when it got none.
   */
  readonly browserSecret?: string | undefined;
  /** What the person typed in it for this start. */
  readonly input?: InputValues | undefined;
}

/** The state of the page. `finished` and `refused` redirect the browser instead. */
export type LoginView =
  | ChooseEidView
  | ChooseView
  | ConfirmView
  | InputView
  | DepartView
  | WaitingView
  | EndedView
  | { readonly step: 'finished' }
  | { readonly step: 'refused'; readonly why: Ending };

/** The person chooses the eID. */
export interface ChooseEidView {
  readonly step: 'choose-eid';
  readonly choices: readonly EidVariant[];
}

/** The person chooses the device. */
export interface ChooseView {
  readonly step: 'choose';
}

/** The acr value names the device; the person's click starts the order. */
export interface ConfirmView {
  readonly step: 'confirm';
  readonly device: Device;
  /** The first view starts the order, without a click. Never for a signature: its text is read first. */
  readonly startsAtOnce: boolean;
}

/** The person types what the start needs. */
export interface InputView {
  readonly step: 'input';
  readonly inputs: readonly Input[];
}

/** The person continues on the eID's own pages, and has not returned. */
export interface DepartView {
  readonly step: 'depart';
  readonly url: string;
  /** The page goes there by itself: only the answer to the start does, so that no page loops. */
  readonly leaves: boolean;
}

/** An order is pending: the person has not answered. */
export interface WaitingView {
  readonly step: 'waiting';
  readonly device: Device;
  readonly stage: Stage;
  readonly hintCode: string;
  /** Present until the app has found the order. */
  readonly launchData: LaunchData | undefined;
  /** The person has finished in the app; the app has not returned to this browser yet. */
  readonly awaitsReturn: boolean;
  /**
   * The seconds until the QR code is no longer renewed, or until the person's phone must have answered. Undefined where
   * only the eID knows them.
   */
  readonly secondsLeft?: number | undefined;
}

/** The attempt ended, or none could be started; the person may try again or leave. */
export interface EndedView {
  readonly step: 'ended';
  readonly device: Device;
  readonly why: Ending | StartFailure;
  /** The eID's hint code; undefined when we ended the attempt. */
  readonly hintCode: string | undefined;
}

/** The eID that serves a login: the requested one, or another one through which that identifies. */
export type Serving = Pick<ChannelEid, 'variant' | 'through'>;

/** The acr value and scope for the eID that serves. */
export function requestedFrom(login: Login, { variant, through }: Serving) {
  return { acr: variant.acr, scope: [...login.scope, ...(through?.scopes ?? [])] };
}

/** The part of an attempt that is the same for every attempt of a login. */
export function authenticationOfLogin(
  login: Login,
  { variant, through }: Serving,
  { input }: Pick<UserAgent, 'input'> = {},
) {
  const { tenantId, issuer, clientId, id, supportCode, acr, scope, idToken } = login;
  // The intent of a later attempt has the answers of this one.
  const { typed: _before, ...requested } = login.intent;
  const typed = input?.nationalNumber;
  const intent: Intent = {
    ...requested,
    ...(typed !== undefined && { typed }),
    ...(through !== undefined && { via: variant.acr }),
  };
  const copied = { tenantId, issuer, clientId, supportCode, acr, intent, scope, idToken };
  return { ...copied, channel: 'browser', loginId: id, addressFrom: 'browser' } as const;
}

/** The number of the person whom the application names, where the request may send it to the eID. */
export function personOf({ intent, isRequestAuthenticated }: Login): string | undefined {
  return isRequestAuthenticated ? intent.person : undefined;
}

/**
 * The request to the eID for one browser login. It names a person only when the application authenticated the request.
 * A start that names a person ends that person's other order. Otherwise the answer is compared with the named person.
 */
export function orderRequestOfLogin(
  login: Login,
  userAgent: UserAgent,
  how: { readonly offer: EidOffer; readonly device: Device; readonly returnUrl?: string },
): IdentifyRequest | SignRequest {
  const { intent } = login;
  const person = personOf(login);
  const text =
    how.device === 'other' ? textOnOtherDevice(login, userAgent, how.offer) : intent.text;
  return orderRequest(
    { ...intent, text, person },
    {
      endUserIp: userAgent.ip,
      device: how.device,
      returnUrl: how.returnUrl,
      browser: { referringDomain: new URL(login.issuer).hostname, userAgent: userAgent.userAgent },
      acr: login.acr,
      scope: login.scope,
      language: userAgent.language,
      application: login.applicationName,
      input: userAgent.input ?? {},
    },
  );
}

/**
 * An attacker may relay the QR code of another page to the person. So the app shows the purpose and the application,
 * unless the request has its own message.
 */
function textOnOtherDevice(
  { intent, applicationName }: Login,
  { language }: UserAgent,
  { texts }: EidOffer,
): ShownText | undefined {
  const { kind, action, text } = intent;
  if (text?.visible !== undefined || texts[kind]?.message === undefined) return text;
  const visible = encodeText(purposeOf(action, applicationName, language)).base64;
  return { visible, format: 'plaintext', nonVisible: text?.nonVisible };
}

/** The page to which the eID's app returns the person, with a secret that only the app receives. */
export function returnUrlOf(login: Pick<Login, 'issuer' | 'id'>, nonce: string): string {
  return `${login.issuer}/login/${login.id}/return?nonce=${nonce}`;
}
