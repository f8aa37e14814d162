import type { Login } from '../../world/login.ts';
import {
  type RestCall,
  RestError,
  type RestReply,
  type RestRoom,
  type RestRoutes,
  type ServicePlace,
} from '../rest-profile.ts';
import { makeOcspResponder } from '../smart-id/ocsp-responder.ts';
import { makePersonCertificates } from '../smart-id/person-certificates.ts';
import { checkRequest, errorReply, type MobileIdRequest, relyingParty } from './requests.ts';
import { makeSimCards, type SimCards } from './sim-cards.ts';

/** The endpoints of Mobile-ID in use. */
export const endpoints = ['authentication', 'session', 'ocsp'] as const;

/** One of them. */
export type MobileIdEndpoint = (typeof endpoints)[number];

/** The word for a person who approves with a certificate that was revoked meanwhile. */
const REVOKED = 'CERTIFICATE_REVOKED';

/** In seconds: until the person's answer, and until a session is forgotten. */
const ANSWER_SECONDS = 120;
const SESSION_SECONDS = 300;
const WAIT_MS = { usual: 10_000, least: 1_000, most: 60_000 } as const;

/** What a session signs; a person without Mobile-ID has none. */
interface Session {
  readonly request: MobileIdRequest;
  readonly isClient: boolean;
}

/** Mobile-ID's routes, with the OCSP responder of its certificates. */
export function mobileIdRoutes(room: RestRoom): RestRoutes<MobileIdEndpoint> {
  const { clock, persons, pki, random } = room;
  const sessions = new Map<string, Session>();
  const ocspUrl = `${room.address}/ocsp`;
  const cards = makeSimCards({ pki, random, ocspUrl });
  const { forResponder } = makePersonCertificates({ pki, random, ocspUrl });
  const responder = makeOcspResponder({
    certificates: { forResponder, isIssued: cards.isIssued },
    authority: pki.customerAuthority,
  });

  function start(body: string): RestReply {
    const request = checkRequest(body, clock());
    const { nationalIdentityNumber, phoneNumber, displayText, hash } = request;
    const person = persons.find(
      (one) => one.nationalNumber === nationalIdentityNumber && one.phoneNumber === phoneNumber,
    );
    const sessionID = room.start({
      application: request.relyingPartyName,
      level: 'high',
      verificationCode: verificationCode(hash),
      ...(displayText !== undefined && { text: displayText }),
      ...(person !== undefined && { person }),
    });
    sessions.set(sessionID, { request, isClient: person !== undefined });
    return { status: 200, body: { sessionID } };
  }

  async function session(id: string, wait: number, signal: AbortSignal): Promise<RestReply> {
    const found = sessions.get(id);
    const isOver = ageOf(room.find(id)) > SESSION_SECONDS;
    if (found === undefined || isOver) {
      throw new RestError(errorReply(404, 'SessionID not found', clock()));
    }
    if (!found.isClient) return ended('NOT_MID_CLIENT');
    const login =
      ageOf(room.find(id)) > ANSWER_SECONDS ? room.find(id) : await room.decided(id, wait, signal);
    return statusOf(login, found.request);
  }

  async function statusOf(login: Login | undefined, request: MobileIdRequest): Promise<RestReply> {
    const { decision } = login ?? {};
    switch (decision?.kind) {
      case 'approved':
        return signed(await cards.sign(decision.person, request.hash, request.hashType));
      case 'aborted':
        return ended('USER_CANCELLED');
      case 'failed':
        return decision.word === REVOKED ? signedByRevoked(request) : ended(decision.word);
      case undefined:
        return ageOf(login) > ANSWER_SECONDS ? ended('TIMEOUT') : reply({ state: 'RUNNING' });
    }
  }

  async function signedByRevoked(request: MobileIdRequest): Promise<RestReply> {
    const person = persons.find((one) => one.nationalNumber === request.nationalIdentityNumber);
    if (person === undefined) return ended('NOT_MID_CLIENT');
    responder.revoke(await cards.of(person));
    return signed(await cards.sign(person, request.hash, request.hashType));
  }

  async function answerOcsp({ bytes, contentType }: RestCall): Promise<RestReply> {
    const isRequest = contentType === 'application/ocsp-request';
    const body = isRequest ? await responder.respond(bytes, clock()) : undefined;
    if (body === undefined) throw new RestError(errorReply(400, 'no OCSP request', clock()));
    return { status: 200, body, contentType: 'application/ocsp-response' };
  }

  function ageOf(login: Login | undefined): number {
    if (login === undefined) return Number.POSITIVE_INFINITY;
    return (clock().getTime() - login.startedAt.getTime()) / 1000;
  }

  function signed({ cert, ...signature }: Awaited<ReturnType<SimCards['sign']>>): RestReply {
    return reply({ state: 'COMPLETE', result: 'OK', signature, cert });
  }

  function ended(result: string): RestReply {
    return reply({ state: 'COMPLETE', result });
  }

  function reply(members: object): RestReply {
    const time = clock().toISOString().slice(0, 19);
    return { status: 200, body: { ...members, time, traceId: '5d1f7b9e3a2c4d60' } };
  }

  return {
    endpoints: {
      authentication: {
        method: 'POST',
        path: '/mid-api/authentication',
        answer: ({ body }) => start(body),
      },
      session: {
        method: 'GET',
        path: '/mid-api/authentication/session/:id',
        answer: ({ parameters, query, signal }) =>
          session(parameters.id ?? '', waitIn(query.get('timeoutMs')), signal),
      },
      ocsp: { method: 'POST', path: '/ocsp', answer: answerOcsp },
    },
  };
}

/** The settings of a service. */
export function serviceSettings({ address, pki }: ServicePlace) {
  return {
    apiUrl: `${address}/mid-api`,
    relyingPartyName: relyingParty.name,
    relyingPartyUuid: relyingParty.uuid,
    personAuthorities: pki.customerAuthority.certificate.toString(),
  };
}

/** The code that the phone shows: 13 bits of the hash. */
function verificationCode(hash: Buffer): string {
  const bits = [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const code = Number.parseInt(`${bits.slice(0, 6)}${bits.slice(-7)}`, 2);
  return String(code).padStart(4, '0');
}

function waitIn(timeoutMs: string | null): number {
  const wanted = timeoutMs === null ? WAIT_MS.usual : Number(timeoutMs);
  return Math.min(Math.max(wanted || WAIT_MS.least, WAIT_MS.least), WAIT_MS.most);
}
