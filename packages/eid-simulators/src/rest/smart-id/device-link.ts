import { createHmac, timingSafeEqual } from 'node:crypto';

import { Refusal } from '../../shared/refusal.ts';

/** Everything about a session that the code of its links covers. */
export interface LinkedSession {
  /** The first word of everything that is signed. */
  readonly scheme: string;
  readonly rpChallenge: string;
  readonly relyingPartyName: string;
  readonly brokeredRpName: string;
  readonly interactions: string;
  readonly initialCallbackUrl: string;
  readonly sessionToken: string;
  /** Base64. */
  readonly sessionSecret: string;
  readonly deviceLinkBase: string;
  readonly startedAt: Date;
}

/** A link as the app reads it: every part, in exactly this order. */
const LINK =
  /^\?deviceLinkType=(QR|Web2App)(?:&elapsedSeconds=(\d{1,6}))?&sessionToken=(\w+)&sessionType=auth&version=1\.0&lang=([a-z]{3})&authCode=([\w-]{43})$/;

/** A QR code may be on its way for a few seconds. A code of the future is not of this session. */
const MAX_AGE_SECONDS = 5;
const MAX_AHEAD_SECONDS = 1;

/** A link, before anything about it is known to be true. */
export interface ReadLink {
  readonly type: 'QR' | 'Web2App';
  readonly sessionToken: string;
}

/** The token of a link. @throws {Refusal} malformed_link */
export function readLink({ search }: Pick<URL, 'search'>): ReadLink {
  const [, type, seconds, sessionToken] = LINK.exec(search) ?? [];
  const isQr = type === 'QR';
  if (sessionToken === undefined || isQr !== (seconds !== undefined)) {
    throw new Refusal('malformed_link', 'The link is not one of Smart-ID');
  }
  return { type: isQr ? 'QR' : 'Web2App', sessionToken };
}

/**
 * Checks a link as Smart-ID's server does when the app sends it.
 * @throws {Refusal} malformed_link, wrong_qr_code, stale_qr_code
 */
export function checkLink(
  { search }: Pick<URL, 'search'>,
  session: LinkedSession,
  now: Date,
): void {
  const [, type, seconds, , , authCode = ''] = LINK.exec(search) ?? [];
  const isQr = type === 'QR';
  if (!isQr && session.initialCallbackUrl === '') {
    throw new Refusal('malformed_link', 'A link on the same device needs an initialCallbackUrl');
  }
  const unprotected = `${session.deviceLinkBase}${search.slice(0, search.lastIndexOf('&'))}`;
  const callback = isQr ? '' : session.initialCallbackUrl;
  const expected = authCodeOf(unprotected, { ...session, initialCallbackUrl: callback });
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(authCode))) {
    throw new Refusal('wrong_qr_code', 'The authCode of the link is wrong');
  }
  if (!isQr) return;
  const age = (now.getTime() - session.startedAt.getTime()) / 1000 - Number(seconds);
  if (age > MAX_AGE_SECONDS || age < -MAX_AHEAD_SECONDS) {
    throw new Refusal('stale_qr_code', `The QR code is ${Math.round(age)} seconds old`);
  }
}

/** The code of a link that is complete but for the code. */
export function authCodeOf(
  unprotectedLink: string,
  session: Omit<LinkedSession, 'sessionToken' | 'deviceLinkBase' | 'startedAt'>,
): string {
  const payload = Buffer.concat([
    field(session.scheme),
    field('ACSP_V2'),
    field(session.rpChallenge),
    field(Buffer.from(session.relyingPartyName).toString('base64')),
    field(Buffer.from(session.brokeredRpName).toString('base64')),
    field(session.interactions),
    field(session.initialCallbackUrl),
    Buffer.from(unprotectedLink),
  ]);
  const hmac = createHmac('sha256', Buffer.from(session.sessionSecret, 'base64'));
  return hmac.update(payload).digest('base64url');
}

function field(text: string): Buffer {
  return Buffer.from(`${text}|`);
}
