import { isJsonObject, type JsonObject } from '../../../../domain/json.ts';

/** How the person's app got the order. */
export type FlowType = 'QR' | 'Web2App' | 'Notification';

/** An order, as it is stored with the attempt. */
export type SmartIdOrder = Session | NoAccount;

/** Smart-ID has no account for the named person. The order ends at its first collect, as other failures do. */
interface NoAccount {
  readonly kind: 'no-account';
}

/** A session at Smart-ID, with everything that its signature covers. */
export interface Session {
  readonly kind: 'session';
  readonly sessionId: string;
  /** Base64. */
  readonly rpChallenge: string;
  /** Byte for byte as it was sent. */
  readonly relyingPartyName: string;
  /** Empty unless we are registered as a broker. */
  readonly brokeredRpName: string;
  /** Base64, as it was sent. */
  readonly interactions: string;
  /** As it was sent; empty without one. */
  readonly initialCallbackUrl: string;
  /** The flows that were offered to the person. */
  readonly flows: readonly FlowType[];
  /** Undefined for a pushed order. */
  readonly link: LinkSeed | undefined;
}

/** The parts of device links. */
export interface LinkSeed {
  readonly sessionToken: string;
  /** Base64. Never leaves the server: it is enough to make links for the order's whole life. */
  readonly sessionSecret: string;
  readonly deviceLinkBase: string;
  /** ISO 639-2, of the page that opens without the app. */
  readonly language: string;
  /** When the answer to the order arrived, in milliseconds since the epoch. */
  readonly startedAt: number;
}

/** The facts of a session that its answer does not contain. */
export type SessionFacts = Omit<Session, 'kind' | 'sessionId' | 'link'> &
  Pick<LinkSeed, 'language' | 'startedAt'>;

/** The order to store when Smart-ID has no account for the person. */
export const NO_ACCOUNT: JsonObject = { kind: 'no-account' };

/** Reads the answer to a start; returns the order to store. Undefined when the answer is no session. */
export function orderOf(answer: JsonObject, facts: SessionFacts): JsonObject | undefined {
  const { language, startedAt, ...sent } = facts;
  const { sessionID, sessionToken, sessionSecret, deviceLinkBase } = answer;
  const isPushed = sent.flows.includes('Notification');
  const order = {
    kind: 'session',
    sessionId: sessionID ?? null,
    ...sent,
    flows: [...sent.flows],
    ...(!isPushed && {
      link: {
        sessionToken: sessionToken ?? null,
        sessionSecret: sessionSecret ?? null,
        deviceLinkBase: deviceLinkBase ?? null,
        language,
        startedAt,
      },
    }),
  };
  return parse(order) === undefined ? undefined : order;
}

/** Reads a stored order. */
export function parseOrder(stored: JsonObject): SmartIdOrder {
  const order = parse(stored);
  if (order === undefined) throw new Error('a stored order is not one of Smart-ID');
  return order;
}

const SESSION_ID = /^[\da-f-]{36}$/i;
const TOKEN = /^[A-Za-z\d_-]{24,256}$/;
const BASE64 = /^[A-Za-z\d+/]{22,}={0,2}$/;
const LINK_BASE = /^https?:\/\/[^?#\s]+$/;
const FLOWS: readonly FlowType[] = ['QR', 'Web2App', 'Notification'];

function parse(order: JsonObject): SmartIdOrder | undefined {
  if (order.kind === 'no-account') return { kind: 'no-account' };
  const { sessionId, rpChallenge, relyingPartyName, interactions, initialCallbackUrl } = order;
  if (!isText(sessionId, SESSION_ID) || !isText(rpChallenge, BASE64)) return undefined;
  if (!isText(relyingPartyName) || !isText(interactions, BASE64)) return undefined;
  const { brokeredRpName } = order;
  if (typeof brokeredRpName !== 'string' || typeof initialCallbackUrl !== 'string')
    return undefined;
  if (!Array.isArray(order.flows)) return undefined;
  const given = order.flows;
  const flows = FLOWS.filter((flow) => given.includes(flow));
  const link = order.link === undefined ? undefined : parseLink(order.link);
  if (link === undefined && !flows.includes('Notification')) return undefined;
  const names = { relyingPartyName, brokeredRpName };
  const sent = { rpChallenge, ...names, interactions, initialCallbackUrl };
  return { kind: 'session', sessionId, ...sent, flows, link };
}

function parseLink(link: unknown): LinkSeed | undefined {
  if (!isJsonObject(link)) return undefined;
  const { sessionToken, sessionSecret, deviceLinkBase, language, startedAt } = link;
  if (!isText(sessionToken, TOKEN) || !isText(sessionSecret, BASE64)) return undefined;
  if (!isText(deviceLinkBase, LINK_BASE) || !isText(language)) return undefined;
  if (typeof startedAt !== 'number') return undefined;
  return { sessionToken, sessionSecret, deviceLinkBase, language, startedAt };
}

function isText(value: unknown, form = /./): value is string {
  return typeof value === 'string' && form.test(value);
}
