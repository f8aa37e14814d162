import type { TriedEndpoint } from '../../api/try-login.ts';

/** What a person sets of a request without a browser. */
export interface BackChannelValues {
  readonly issuer: string;
  readonly scope: string;
  readonly acr: string;
  readonly loginHint: string;
  readonly callInitiator: string;
  readonly bindingMessage: string;
  readonly endUserIp: string;
}

/** A flow without a browser. */
export type BackChannelFlow = 'ciba' | 'headless';

/** The parameters that begin it, without those that are empty. */
export function startParameters(
  flow: BackChannelFlow,
  values: BackChannelValues,
): Readonly<Record<string, string>> {
  const { scope, acr, loginHint, callInitiator, bindingMessage, endUserIp } = values;
  const all: Readonly<Record<string, string>> =
    flow === 'ciba'
      ? {
          scope,
          acr_values: acr,
          login_hint: loginHint,
          callInitiator,
          binding_message: bindingMessage,
        }
      : { scope, acr_values: acr, end_user_ip: endUserIp, login_hint: loginHint };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** The parameters of a poll; undefined when the start was refused. */
export function pollParameters(
  flow: BackChannelFlow,
  started: unknown,
): Readonly<Record<string, string>> | undefined {
  const name = flow === 'ciba' ? 'auth_req_id' : 'headless_req_id';
  const id: unknown = Object(started)[name];
  if (typeof id !== 'string') return undefined;
  const grant = flow === 'ciba' ? 'urn:openid' : 'urn:grn';
  return { grant_type: `${grant}:params:grant-type:${flow}`, [name]: id };
}

/** The endpoint that begins the flow has its name. */
export function startEndpoint(flow: BackChannelFlow): TriedEndpoint {
  return flow;
}

const POLL_MS = 5_000;
/** A QR code changes each second. Polls faster than one a second are refused. */
const QR_POLL_MS = 1_100;

/** In how many milliseconds to poll again, beside this QR code; undefined: the answer is final. */
export function nextPollIn(answer: unknown, qrData?: string): number | undefined {
  const error: unknown = Object(answer).error;
  const pause = pollPause(qrData);
  if (error === 'authorization_pending') return pause;
  return error === 'slow_down' ? 2 * pause : undefined;
}

/** Between two polls, in milliseconds. */
export function pollPause(qrData: string | undefined): number {
  return qrData ? QR_POLL_MS : POLL_MS;
}

/** The QR code that the person shall scan now, of the start or of the latest poll; empty: none any more. */
export function qrDataIn(answer: unknown): string | undefined {
  const data: unknown = Object(Object(answer).acr_data).qrData;
  return typeof data === 'string' ? data : undefined;
}
