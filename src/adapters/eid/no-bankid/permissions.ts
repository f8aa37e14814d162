import * as oidc from 'openid-client';

import { Failure } from '../../../domain/failure.ts';
import { parseJsonObject } from '../../../domain/json.ts';
import { secondsOf } from '../../../domain/lifetimes.ts';
import type { NewId } from '../../../ports/runtime.ts';
import { answerOf } from '../protocols/https/json-call.ts';

/** The purpose that BankID shows to the person. */
const TYPE = 'customerServiceCall.v1';
/** In seconds: the person may decide for so long. */
const VALID = 900;

/** A request for a permission of one person. */
export interface PermissionRequest {
  readonly provider: oidc.Configuration;
  /** Our access token. */
  readonly token: string;
  /** The national number. */
  readonly person: string;
  readonly newId: NewId;
  readonly now: Date;
}

/** A registered permission. */
export interface Permission {
  /** Names the person and the purpose to the CIBA endpoint. */
  readonly permissionToken: string;
  /** The words that the person chooses in the app. */
  readonly bindingMessage: string;
}

/**
 * Registers the purpose and the person. Nothing reaches the person yet.
 * @throws {Failure} eid-refused-request, eid-unavailable; and the errors of the library
 */
export async function registerPermission(request: PermissionRequest): Promise<Permission> {
  const { provider, token, person, newId, now } = request;
  const { permissions_endpoint: endpoint } = provider.serverMetadata();
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) {
    const detail = 'the issuer has no permissions_endpoint';
    const facts = { settings: 'biometricsIssuer', what: detail };
    throw new Failure('eid-misconfigured', { detail, reason: 'eid-settings-unfit', facts });
  }
  const statement = JSON.stringify({ nonce: newId(), id: newId() });
  const body = {
    type: TYPE,
    loa: 'sub',
    iat: secondsOf(now),
    exp: secondsOf(now) + VALID,
    permission: Buffer.from(statement).toString('base64'),
    intents: ['ciba'],
    loginHint: [{ scheme: 'nnin', value: person }],
  };
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
  const response = await oidc.fetchProtectedResource(
    provider,
    token,
    new URL(endpoint),
    'POST',
    JSON.stringify(body),
    headers,
  );
  return permissionIn(response);
}

async function permissionIn(response: Response): Promise<Permission> {
  const { status } = response;
  const { permissionToken, bindingMessage, error } = parseJsonObject(await response.text()) ?? {};
  if (status >= 400 && status < 500 && status !== 429) {
    const word = typeof error === 'string' && /^[a-z_]{1,60}$/i.test(error) ? error : undefined;
    const facts = { answer: answerOf(status, word) };
    const found = { reason: 'eid-refused-parameters', facts } as const;
    const hintCode = word === undefined ? {} : { hintCode: word };
    const detail = `permission: ${status}`;
    throw new Failure('eid-refused-request', { detail, ...found, ...hintCode });
  }
  if (status >= 300 || typeof permissionToken !== 'string' || typeof bindingMessage !== 'string') {
    const facts = { answer: answerOf(status, undefined) };
    const found = { reason: 'eid-out-of-order', facts } as const;
    throw new Failure('eid-unavailable', { detail: `permission: ${status}`, ...found });
  }
  return { permissionToken, bindingMessage };
}
