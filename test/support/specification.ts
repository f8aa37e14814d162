import { approveLogin, finish, logIn, QR_ACR, type UserAgent } from '@eid-broker/testing/log-in';
import { basic, codeFields, type JsonAnswer, postToken } from '@eid-broker/testing/token-endpoint';
import type { BackchannelBroker } from './backchannel-broker.ts';
import { startBroker } from './broker.ts';
import { makeClientKeys, SECRETS } from './security-broker.ts';

/** The redirect URI of all applications of test/fixtures/specification.yaml. */
export const CALLBACK = 'https://app.example.com/cb';

/** RFC 7636 appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** The parameters of a request; an undefined one is omitted. */
export type Params = Readonly<Record<string, string | undefined>>;

/** A request of each browser flow with only the required parameters. */
export const REQUESTS = {
  'Authorization Code': {
    response_type: 'code',
    client_id: 'dynamic',
    redirect_uri: CALLBACK,
    acr_values: QR_ACR,
    scope: 'openid',
  },
  PKCE: {
    response_type: 'code',
    client_id: 'spa',
    redirect_uri: CALLBACK,
    acr_values: QR_ACR,
    scope: 'openid',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  },
  Implicit: {
    response_type: 'id_token',
    client_id: 'page',
    redirect_uri: CALLBACK,
    acr_values: QR_ACR,
    scope: 'openid',
  },
  'code id_token': {
    response_type: 'code id_token',
    client_id: 'dynamic',
    redirect_uri: CALLBACK,
    acr_values: QR_ACR,
    scope: 'openid',
  },
} as const satisfies Readonly<Record<string, Params>>;

/** Starts the service with the applications of the specification's fixture. */
export async function startSpecificationBroker(): Promise<BackchannelBroker> {
  const keys = await makeClientKeys();
  const variables = () => ({ WEB_SECRET: SECRETS.web, CLIENT_JWKS: keys.jwks });
  const broker = await startBroker('test/fixtures/specification.yaml', { variables });
  return { ...broker, keys };
}

/** The response of the token endpoint for a login of a confidential application. */
export async function tokensFor(broker: BackchannelBroker, params: Params): Promise<JsonAnswer> {
  const request = { ...REQUESTS['Authorization Code'], ...params };
  const connection = await logIn(broker, request);
  const code = connection.searchParams.get('code') ?? '';
  return postToken(broker, codeFields(code), basic(request.client_id ?? '', SECRETS.web));
}

/** The last response of a login before the browser returns to the application. */
export async function answerOf(broker: BackchannelBroker, params: Params, userAgent?: UserAgent) {
  const approved = await approveLogin(broker, params, userAgent === undefined ? {} : { userAgent });
  return finish(approved.userAgent, approved.page);
}

/** The content of an element of BankID's signed XML in the claim `evidence`. */
export function signedIn(evidence: unknown, name: string): string | undefined {
  const xml = Buffer.from(String(evidence), 'base64').toString();
  return new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(xml)?.[1];
}
