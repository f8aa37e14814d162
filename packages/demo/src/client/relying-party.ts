import * as oidc from 'openid-client';

import { authorizationParameters } from './authorization-parameters.ts';
import { type DemoFlow, demoApplications } from './demo-applications.ts';
import type { LoginChoice, PendingLogin } from './login-choice.ts';

type Claims = Readonly<Record<string, unknown>>;

/** A finished login with all its checks. */
export interface Proof {
  readonly choice: LoginChoice;
  readonly clientId: string;
  /** The ID token's claims. */
  readonly claims: Claims;
  /** The response of the userinfo endpoint; absent in the implicit flow, which has no access token. */
  readonly userinfo?: Claims;
  readonly idToken: string;
  /** One sentence for each passed check. */
  readonly checks: readonly string[];
}

/** The OpenID Connect side of the demo client. */
export interface RelyingParty {
  /** The authorization URL, and the values to store until the response. */
  begin(choice: LoginChoice): Promise<{ readonly url: URL; readonly pending: PendingLogin }>;
  /** @throws errors of openid-client for an invalid response */
  finish(pending: PendingLogin, callback: URL): Promise<Proof>;
}

/** Uses the issuer like any relying party, from its discovery document. */
export function makeRelyingParty(issuer: string, redirectUri: string): RelyingParty {
  const configurations = new Map<DemoFlow, Promise<oidc.Configuration>>();

  /** Discovered on the first login; a failure is not cached. */
  function configurationOf(flow: DemoFlow): Promise<oidc.Configuration> {
    const known = configurations.get(flow);
    if (known !== undefined) return known;
    const found = discover(issuer, flow);
    configurations.set(flow, found);
    found.catch(() => configurations.delete(flow));
    return found;
  }

  return {
    async begin(choice) {
      const configuration = await configurationOf(choice.flow);
      const pending = makePending(choice);
      const parameters = await authorizationParameters(pending, redirectUri);
      return { url: oidc.buildAuthorizationUrl(configuration, parameters), pending };
    },

    async finish(pending, callback) {
      const { choice } = pending;
      const configuration = await configurationOf(choice.flow);
      const result = await readersByFlow[choice.flow](configuration, pending, callback);
      const { acr } = result.userinfo ?? result.claims;
      if (acr !== choice.acr) throw new WrongAcr(choice.acr, acr);
      const checks = checksPassed(pending, { issuer, idToken: result.idToken });
      return { choice, clientId: demoApplications[choice.flow].clientId, ...result, checks };
    },
  };
}

/** The token is valid, but its acr is not the requested one. */
class WrongAcr extends Error {
  readonly code = 'acr_mismatch';

  constructor(expected: string, got: unknown) {
    super(`${expected} was asked for, and the ID token says ${String(got)}`);
  }
}

function discover(issuer: string, flow: DemoFlow): Promise<oidc.Configuration> {
  const { clientId, secret } = demoApplications[flow];
  const authentication = secret === undefined ? oidc.None() : oidc.ClientSecretBasic(secret);
  const execute = [
    // Plain http is for localhost only; the signature is verified although the token comes from the token endpoint.
    oidc.allowInsecureRequests,
    oidc.enableNonRepudiationChecks,
    ...(flow === 'hybrid' ? [oidc.useCodeIdTokenResponseType] : []),
    ...(flow === 'implicit' ? [oidc.useIdTokenResponseType] : []),
  ];
  return oidc.discovery(new URL(issuer), clientId, {}, authentication, { execute, timeout: 10 });
}

function makePending(choice: LoginChoice): PendingLogin {
  return {
    choice,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    ...(choice.flow === 'pkce' && { verifier: oidc.randomPKCECodeVerifier() }),
  };
}

type LoginResult = Pick<Proof, 'claims' | 'userinfo' | 'idToken'>;
type ReadTokens = (
  config: oidc.Configuration,
  pending: PendingLogin,
  callback: URL,
) => Promise<LoginResult>;

const byCode: ReadTokens = async (configuration, { state, nonce, verifier }, callback) => {
  const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
    ...(verifier !== undefined && { pkceCodeVerifier: verifier }),
  });
  const { id_token: idToken = '', access_token: accessToken } = tokens;
  const claims = { ...tokens.claims() };
  const userinfo = await oidc.fetchUserInfo(configuration, accessToken, String(claims.sub));
  return { claims, userinfo, idToken };
};

const fromFragment: ReadTokens = async (configuration, { state, nonce }, callback) => {
  const claims = await oidc.implicitAuthentication(configuration, callback, nonce, {
    expectedState: state,
  });
  const idToken = new URLSearchParams(callback.hash.slice(1)).get('id_token') ?? '';
  return { claims, idToken };
};

const readersByFlow: Readonly<Record<DemoFlow, ReadTokens>> = {
  code: byCode,
  pkce: byCode,
  hybrid: byCode,
  implicit: fromFragment,
};

interface Facts {
  readonly issuer: string;
  readonly idToken: string;
}

/** One sentence for each check that a finished login has passed. */
export function checksPassed(
  { choice, verifier }: PendingLogin,
  { issuer, idToken }: Facts,
): readonly string[] {
  const { alg, kid } = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString());
  return [
    'state: the answer belongs to the login that this browser began',
    `signature: ${alg}, by the key ${kid} that the issuer publishes`,
    `issuer: ${issuer}`,
    `audience: ${demoApplications[choice.flow].clientId}`,
    'nonce: the ID token was made for this very login',
    'time: issued just now and not expired',
    `acr: ${choice.acr}, as asked for`,
    ...(choice.flow === 'implicit' ? [] : ['userinfo: of the same person']),
    ...(choice.flow === 'hybrid'
      ? ['c_hash: the code is the one that came with the first ID token']
      : []),
    ...(verifier === undefined ? [] : ['PKCE: the code was of use to us only']),
  ];
}
