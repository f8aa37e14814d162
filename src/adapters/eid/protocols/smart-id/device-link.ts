import { createHash, createHmac } from 'node:crypto';

import type { FlowType, LinkSeed, Session } from './order.ts';

type LinkedSession = Pick<
  Session,
  'rpChallenge' | 'relyingPartyName' | 'brokeredRpName' | 'interactions' | 'initialCallbackUrl'
> & { readonly link: LinkSeed };

const VERSION = '1.0';

/** The text of the QR code for one second. Smart-ID checks that it is fresh. */
export function qrLink(session: LinkedSession, at: Date, scheme: string): string {
  // This replica's clock may be a little behind that of the replica that started the order.
  const seconds = Math.max(0, Math.floor((at.getTime() - session.link.startedAt) / 1000));
  const unprotected = linkOf(session.link, 'QR', `&elapsedSeconds=${seconds}`);
  return withAuthCode(unprotected, { ...session, initialCallbackUrl: '' }, scheme);
}

/** The link that opens the app on the same device. It does not change. */
export function web2AppLink(session: LinkedSession, scheme: string): string {
  return withAuthCode(linkOf(session.link, 'Web2App', ''), session, scheme);
}

function linkOf({ deviceLinkBase, sessionToken, language }: LinkSeed, type: FlowType, age: string) {
  const fixed = `&sessionType=auth&version=${VERSION}&lang=${language}`;
  return `${deviceLinkBase}?deviceLinkType=${type}${age}&sessionToken=${sessionToken}${fixed}`;
}

function withAuthCode(unprotected: string, session: LinkedSession, scheme: string): string {
  const payload = [
    scheme,
    'ACSP_V2',
    session.rpChallenge,
    base64(session.relyingPartyName),
    base64(session.brokeredRpName),
    session.interactions,
    session.initialCallbackUrl,
    unprotected,
  ].join('|');
  const key = Buffer.from(session.link.sessionSecret, 'base64');
  const authCode = createHmac('sha256', key).update(payload).digest('base64url');
  return `${unprotected}&authCode=${authCode}`;
}

/** The bytes that the person's key signs (ACSP_V2). */
export function signedText(
  session: Omit<LinkedSession, 'link'>,
  signed: {
    readonly scheme: string;
    readonly serverRandom: string;
    readonly userChallenge: string;
    readonly interactionTypeUsed: string;
    readonly flowType: FlowType;
  },
): Buffer {
  const isSameDevice = signed.flowType === 'Web2App';
  const parts = [
    signed.scheme,
    'ACSP_V2',
    signed.serverRandom,
    session.rpChallenge,
    signed.userChallenge,
    base64(session.relyingPartyName),
    base64(session.brokeredRpName),
    createHash('sha256').update(session.interactions).digest('base64'),
    signed.interactionTypeUsed,
    isSameDevice ? session.initialCallbackUrl : '',
    signed.flowType,
  ];
  return Buffer.from(parts.join('|'));
}

/** The code of a pushed order, which our page shows and the person finds in the app. */
export function verificationCode(rpChallenge: string): string {
  const hash = createHash('sha256').update(Buffer.from(rpChallenge, 'base64')).digest();
  return String(hash.readUInt16BE(hash.length - 2) % 10_000).padStart(4, '0');
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
