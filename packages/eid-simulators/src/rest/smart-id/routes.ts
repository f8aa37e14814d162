import { setTimeout as sleep } from 'node:timers/promises';

import { Refusal } from '../../shared/refusal.ts';
import type { Login } from '../../world/login.ts';
import type { RestCall, RestReply, RestRoom, RestRoutes, ServicePlace } from '../rest-profile.ts';
import { checkLink, readLink } from './device-link.ts';
import { makeOcspResponder } from './ocsp-responder.ts';
import { makePersonCertificates } from './person-certificates.ts';
import { badRequest, problem } from './problems.ts';
import { checkedRequest, demoRelyingParty, type Flow } from './request-checks.ts';
import {
  callbackUrl,
  endResultOf,
  failedStatus,
  newSession,
  type Session,
  signedStatus,
  verificationCode,
} from './sessions.ts';

/** The endpoints in faults and statistics. */
export const endpoints = ['anonymous', 'device-link', 'notification', 'session', 'ocsp'] as const;
type Endpoint = (typeof endpoints)[number];

/** How long a person has, and how long a finished session is kept. No public document has these figures. */
const LIFETIME_SECONDS = 120;
const KEPT_SECONDS = 300;
const LOOK_EVERY_MS = 25;

/** The word for a person who confirms with a certificate that was revoked meanwhile. */
const REVOKED = 'CERTIFICATE_REVOKED';

/** Smart-ID's API, as far as it authenticates, with the OCSP responder of its certificates. */
export function smartIdRoutes(room: RestRoom): RestRoutes<Endpoint> {
  const { clock, random, pki } = room;
  const certificates = makePersonCertificates({ pki, random, ocspUrl: `${room.address}/ocsp` });
  const responder = makeOcspResponder({ certificates, authority: pki.customerAuthority });
  const sessions = new Map<string, Session>();
  const results = new Map<string, Promise<object>>();

  return {
    endpoints: {
      anonymous: start('/v3/authentication/device-link/anonymous', 'device-link'),
      'device-link': start('/v3/authentication/device-link/etsi/:id', 'device-link'),
      notification: start('/v3/authentication/notification/etsi/:id', 'notification'),
      session: { method: 'GET', path: '/v3/session/:id', answer: status },
      ocsp: { method: 'POST', path: '/ocsp', answer: answerOcsp },
    },

    openLink(link) {
      const { type, sessionToken } = readLink(link);
      const session = [...sessions.values()].find((each) => each.sessionToken === sessionToken);
      if (session === undefined) throw new Refusal('unknown_qr_code', 'No session has this token');
      checkLink(link, session, clock());
      if (session.opened !== undefined) throw new Refusal('already_used', 'The link was opened');
      if (isOver(session)) throw new Refusal('order_over', 'The session is over');
      const loginId = waitForPerson(session);
      sessions.set(session.id, { ...session, opened: { flowType: type, loginId } });
      return {
        loginId,
        returnUrl: ({ decision }) =>
          type === 'Web2App' ? callbackUrl(session, decision) : undefined,
      };
    },
  };

  function start(path: string, flow: Flow) {
    return {
      method: 'POST' as const,
      path,
      answer({ parameters, contentType, body }: RestCall): RestReply {
        if (!/^application\/json *(;|$)/.test(contentType))
          throw problem(415, 'Unsupported Media Type');
        const request = checkedRequest(body, flow);
        const person = parameters.id === undefined ? undefined : personOf(parameters.id);
        const about = { flow, person, deviceLinkBase: room.appUrl, startedAt: clock(), random };
        const session = newSession(request, about);
        if (flow === 'device-link') {
          sessions.set(session.id, session);
          const { id: sessionID, sessionToken, sessionSecret, deviceLinkBase } = session;
          return { status: 200, body: { sessionID, sessionToken, sessionSecret, deviceLinkBase } };
        }
        const opened = { flowType: 'Notification', loginId: waitForPerson(session) } as const;
        sessions.set(session.id, { ...session, opened });
        return { status: 200, body: { sessionID: session.id } };
      },
    };
  }

  function personOf(id: string) {
    if (!/^(?:PNO|PAS|IDC)[A-Z]{2}-[\dA-Za-z-]+$/.test(id)) throw badRequest('id');
    const person = room.persons.find(
      ({ country, nationalNumber }) => id === `PNO${country}-${nationalNumber}`,
    );
    if (person === undefined) throw problem(404, 'Not Found');
    return person;
  }

  /** A login is pending once it reached the app. */
  function waitForPerson({ request, person, flow }: Session): string {
    return room.start({
      application: request.relyingPartyName,
      level: 'QUALIFIED',
      text: request.interaction.text,
      action: request.interaction.type,
      ...(person !== undefined && { person }),
      ...(flow === 'notification' && { verificationCode: verificationCode(request) }),
    });
  }

  async function status({ parameters, query, signal }: RestCall): Promise<RestReply> {
    const id = String(parameters.id);
    const end = performance.now() + patienceOf(query);
    for (;;) {
      const session = sessions.get(id);
      if (session === undefined || isForgotten(session)) throw problem(404, 'Not Found');
      const result = resultOf(session);
      if (result !== undefined) return { status: 200, body: await result };
      const left = end - performance.now();
      if (left <= 0 || signal.aborted) return { status: 200, body: { state: 'RUNNING' } };
      await sleep(Math.min(LOOK_EVERY_MS, left));
    }
  }

  /** Decided once: a repeated question gets the same answer. */
  function resultOf(session: Session): Promise<object> | undefined {
    const known = results.get(session.id);
    if (known !== undefined) return known;
    const login = session.opened && room.find(session.opened.loginId);
    const isDecided = login?.decision !== undefined;
    if (!isDecided && !isOver(session)) return undefined;
    const result = isDecided
      ? decided(session, login)
      : Promise.resolve(failedStatus('TIMEOUT', session));
    results.set(session.id, result);
    return result;
  }

  async function decided(session: Session, { decision, person }: Login): Promise<object> {
    if (decision === undefined) throw new Error('a login without a decision');
    const endResult = endResultOf(decision);
    const isRevoked = endResult === REVOKED;
    if (endResult !== 'OK' && !isRevoked) return failedStatus(endResult, session);
    const confirming = decision.kind === 'approved' ? decision.person : (person ?? room.persons[0]);
    if (confirming === undefined) throw new Error('the world has no persons');
    const identity = await certificates.forPerson(confirming);
    if (isRevoked) responder.revoke(identity);
    return signedStatus(session, confirming, identity);
  }

  async function answerOcsp({ bytes, contentType }: RestCall): Promise<RestReply> {
    const isRequest = contentType === 'application/ocsp-request';
    const body = isRequest ? await responder.respond(bytes, clock()) : undefined;
    if (body === undefined) throw problem(400, 'Bad Request');
    return { status: 200, body, contentType: 'application/ocsp-response' };
  }

  function isOver({ startedAt }: Session): boolean {
    return ageOf(startedAt) > LIFETIME_SECONDS;
  }

  function isForgotten({ startedAt }: Session): boolean {
    return ageOf(startedAt) > LIFETIME_SECONDS + KEPT_SECONDS;
  }

  function ageOf(time: Date): number {
    return (clock().getTime() - time.getTime()) / 1000;
  }
}

/** The settings of a service. */
export function serviceSettings({ address, pki }: ServicePlace) {
  return {
    apiUrl: `${address}/v3`,
    relyingPartyName: demoRelyingParty.name,
    relyingPartyUuid: demoRelyingParty.uuid,
    personAuthorities: pki.customerAuthority.certificate.toString(),
  };
}

const USUAL_PATIENCE_MS = 60_500;

function patienceOf(query: URLSearchParams): number {
  const given = query.get('timeoutMs');
  if (given === null) return USUAL_PATIENCE_MS;
  const milliseconds = Number(given);
  const isInside =
    Number.isInteger(milliseconds) && milliseconds >= 1000 && milliseconds <= 120_000;
  if (!isInside) throw badRequest('timeoutMs');
  return milliseconds;
}
