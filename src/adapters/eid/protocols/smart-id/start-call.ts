import { Failure } from '../../../../domain/failure.ts';
import type { JsonObject } from '../../../../domain/json.ts';
import type { Language } from '../../../../domain/language.ts';
import type { IdentifyRequest, StartRequest } from '../../../../ports/eid.ts';
import { interactionsOf } from './interactions.ts';
import type { FlowType, SessionFacts } from './order.ts';

/** The identifiers of the service at Smart-ID. */
export interface RelyingParty {
  readonly uuid: string;
  readonly name: string;
  readonly brokeredName: string;
}

/** A call that starts a session, and what must be stored of it. */
export interface StartCall {
  readonly path: string;
  readonly body: JsonObject;
  readonly facts: Omit<SessionFacts, 'startedAt'>;
}

interface Context {
  readonly country: string;
  readonly relyingParty: RelyingParty;
  /** 64 random bytes in base64. */
  readonly rpChallenge: string;
}

/** The hash of the signature, and its length in bytes. */
export const HASH = { name: 'SHA-512', node: 'sha512', bytes: 64 } as const;

/**
 * The call for a request. A named person gets a push on another device. On the same device, and without a name, the
 * person opens a device link.
 * @throws {Failure} eid-refused-request: an order that Smart-ID does not have
 */
export function startCall(request: StartRequest, context: Context): StartCall {
  if (request.kind !== 'identify') {
    throw new Failure('eid-refused-request', { detail: `no orders of the kind ${request.kind}` });
  }
  const { country, relyingParty, rpChallenge } = context;
  const { person } = request;
  const flows = flowsOf(request);
  const flow = flows.includes('Notification') ? 'notification' : 'device-link';
  const interactions = interactionsOf(request, flow);
  const initialCallbackUrl = flows.includes('Web2App') ? (request.returnUrl ?? '') : '';
  const about = person === undefined ? 'anonymous' : `etsi/PNO${country}-${person}`;
  return {
    path: `/authentication/${flow}/${about}`,
    body: {
      relyingPartyUUID: relyingParty.uuid,
      relyingPartyName: relyingParty.name,
      certificateLevel: 'QUALIFIED',
      signatureProtocol: 'ACSP_V2',
      signatureProtocolParameters: {
        rpChallenge,
        signatureAlgorithm: 'rsassa-pss',
        signatureAlgorithmParameters: { hashAlgorithm: HASH.name },
      },
      interactions,
      ...(initialCallbackUrl !== '' && { initialCallbackUrl }),
      ...(flow === 'notification' && { vcType: 'numeric4' }),
    },
    facts: {
      rpChallenge,
      relyingPartyName: relyingParty.name,
      brokeredRpName: relyingParty.brokeredName,
      interactions,
      initialCallbackUrl,
      flows,
      language: LANGUAGES[request.language] ?? 'eng',
    },
  };
}

/**
 * The app returns only to a page of ours, on the same device. An application with a page of its own can give us no
 * parameters of a return: its person scans a QR code.
 */
function flowsOf({ device, returnUrl, person }: IdentifyRequest): readonly FlowType[] {
  if (device === 'same' && returnUrl !== undefined) return ['Web2App'];
  return person === undefined ? ['QR'] : ['Notification'];
}

/** ISO 639-2, of the page that a link opens without the app. */
const LANGUAGES: Readonly<Partial<Record<Language, string>>> = {
  en: 'eng',
  et: 'est',
  lv: 'lav',
  lt: 'lit',
};
