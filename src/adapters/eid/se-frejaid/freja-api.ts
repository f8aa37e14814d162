import { type JsonObject, parseJsonObject } from '../../../domain/json.ts';
import {
  type HttpsAnswer,
  type HttpsClient,
  type HttpsServer,
  httpsClient,
  retryAfterIn,
} from '../protocols/https/https-client.ts';
import type { JsonAnswer, StatusFault } from '../protocols/https/json-call.ts';

/** Freja has the same three calls for both. */
export type Operation = 'authentication' | 'sign';

/** The calls of an order. */
export type CallName = 'start' | 'result' | 'cancel';

/** Freja's Relying Party API. */
export interface FrejaApi extends Pick<HttpsClient, 'serverCertificate' | 'close'> {
  /** Makes one call, exactly once. Never rejects: a fault is a value. */
  post(operation: Operation, call: CallName, request: JsonObject): Promise<FrejaAnswer>;
}

/** A fault with Freja's code; undefined when the answer had none. */
export interface FrejaFault extends StatusFault {
  readonly code: number | undefined;
}

/** Freja's answer to a call. */
export type FrejaAnswer = JsonAnswer<FrejaFault>;

/** Freja's address and our credentials. */
export interface FrejaConnection extends Pick<HttpsServer, 'secureContext' | 'timeoutMs'> {
  readonly url: string;
  /** The relying party in whose name an integrator calls. */
  readonly relyingPartyId: string | undefined;
}

/** The path of each call, and the name of its parameter. */
const CALLS: Readonly<Record<Operation, Readonly<Record<CallName, readonly [string, string]>>>> = {
  authentication: {
    start: ['/authentication/1.0/initAuthentication', 'initAuthRequest'],
    result: ['/authentication/1.0/getOneResult', 'getOneAuthResultRequest'],
    cancel: ['/authentication/1.0/cancel', 'cancelAuthRequest'],
  },
  sign: {
    start: ['/sign/1.0/initSignature', 'initSignRequest'],
    result: ['/sign/1.0/getOneResult', 'getOneSignResultRequest'],
    cancel: ['/sign/1.0/cancel', 'cancelSignRequest'],
  },
};

/** The member of requests and answers with the reference of an order. */
export const REFERENCES = { authentication: 'authRef', sign: 'signRef' } as const;

// Two photos and signed data of the greatest size stay below it.
const MAX_RESPONSE_BYTES = 24 * 1024 * 1024;

/** The calls to Freja over mutual TLS. */
export function frejaApi({ url, relyingPartyId, ...connection }: FrejaConnection): FrejaApi {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  const client = httpsClient({ origin, ...connection, maxResponseBytes: MAX_RESPONSE_BYTES });
  return {
    async post(operation, call, request) {
      const [path, parameter] = CALLS[operation][call];
      const encoded = Buffer.from(JSON.stringify(request)).toString('base64');
      const suffix = relyingPartyId === undefined ? '' : `&relyingPartyId=${relyingPartyId}`;
      const answer = await client.call({
        method: 'POST',
        path: base + path,
        // Freja names its parameters as a form does, and wants this media type all the same.
        headers: { 'content-type': 'application/json' },
        body: `${parameter}=${encoded}${suffix}`,
      });
      if (answer.statusCode !== undefined) return readAnswer(parameter, answer);
      const { reason, cause } = answer;
      return fault({ detail: `${parameter}: ${reason}`, cause });
    },
    serverCertificate: client.serverCertificate,
    close: client.close,
  };
}

function readAnswer(parameter: string, { statusCode, headers, text }: HttpsAnswer): FrejaAnswer {
  if (statusCode === 204) return { body: {} };
  const body = parseJsonObject(text);
  if (statusCode === 200) {
    const detail = `${parameter}: 200 without a JSON object`;
    return body === undefined ? fault({ statusCode, detail }) : { body };
  }
  const code = typeof body?.code === 'number' ? body.code : undefined;
  const detail = `${parameter}: ${statusCode}${code === undefined ? '' : `, code ${code}`}`;
  return fault({ code, statusCode, retryAfter: retryAfterIn(headers), detail });
}

function fault(facts: Partial<FrejaFault> & Pick<FrejaFault, 'detail'>): { fault: FrejaFault } {
  return { fault: { code: undefined, statusCode: undefined, retryAfter: undefined, ...facts } };
}
