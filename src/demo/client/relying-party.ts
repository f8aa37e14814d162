import * as oidc from 'openid-client';

import { type DemoApplication, type DemoFlow, demoApplications } from './demo-applications.ts';
import type { LoginChoice } from './login-choice.ts';

/** A login that has begun: what the way back is checked against. */
export interface Pending {
  readonly choice: LoginChoice;
  readonly state: string;
  readonly nonce: string;
  readonly verifier?: string;
}

/** A login that is done, checked in every respect. */
export interface Proof {
  readonly choice: LoginChoice;
  readonly clientId: string;
  /** The ID token's claims. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The answer of the userinfo endpoint. */
  readonly userinfo: Readonly<Record<string, unknown>>;
  readonly idToken: string;
  /** One sentence for each check that was passed. */
  readonly checks: readonly string[];
}

/** The OpenID Connect side of the demo client. */
export interface RelyingParty {
  /** Where to send the browser, and what to remember until it comes back. */
  begin(choice: LoginChoice): Promise<{ readonly url: URL; readonly pending: Pending }>;
  /** @throws errors of openid-client for anything that does not hold */
  finish(pending: Pending, callback: URL): Promise<Proof>;
}

/** Talks to the issuer as any relying party would, by what its discovery document says. */
export function makeRelyingParty(issuer: string, redirectUri: string): RelyingParty {
  const configurations = new Map<DemoFlow, Promise<oidc.Configuration>>();

  /** Discovered on the first login; a failure is not remembered. */
  function configurationOf(flow: DemoFlow): Promise<oidc.Configuration> {
    const known = configurations.get(flow);
    if (known !== undefined) return known;
    const found = discover(issuer, demoApplications[flow]);
    configurations.set(flow, found);
    found.catch(() => configurations.delete(flow));
    return found;
  }

  return {
    async begin(choice) {
      const configuration = await configurationOf(choice.flow);
      const pending = makePending(choice);
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid',
        acr_values: choice.acr,
        state: pending.state,
        nonce: pending.nonce,
        ...(await challengeOf(pending)),
        ...(choice.uiLocales !== undefined && { ui_locales: choice.uiLocales }),
      });
      return { url, pending };
    },

    async finish(pending, callback) {
      const configuration = await configurationOf(pending.choice.flow);
      const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
        ...(pending.verifier !== undefined && { pkceCodeVerifier: pending.verifier }),
      });
      const { id_token: idToken = '' } = tokens;
      const claims = { ...tokens.claims() };
      if (claims.acr !== pending.choice.acr) throw new WrongAcr(pending.choice.acr, claims.acr);
      const subject = String(claims.sub);
      const userinfo = await oidc.fetchUserInfo(configuration, tokens.access_token, subject);
      const { clientId } = demoApplications[pending.choice.flow];
      const checks = checksPassed({ pending, issuer, clientId, idToken });
      return { choice: pending.choice, clientId, claims, userinfo, idToken, checks };
    },
  };
}

/** The token is sound, but tells of another way to log in than the one asked for. */
class WrongAcr extends Error {
  readonly code = 'acr_mismatch';

  constructor(asked: string, got: unknown) {
    super(`${asked} was asked for, and the ID token says ${String(got)}`);
  }
}

function discover(issuer: string, application: DemoApplication): Promise<oidc.Configuration> {
  const { clientId, secret } = application;
  const authentication = secret === undefined ? oidc.None() : oidc.ClientSecretBasic(secret);
  // Plain http is for localhost only; the signature is checked, though the token comes by a direct call.
  const execute = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks];
  return oidc.discovery(new URL(issuer), clientId, {}, authentication, { execute, timeout: 10 });
}

function makePending(choice: LoginChoice): Pending {
  return {
    choice,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    ...(choice.flow === 'pkce' && { verifier: oidc.randomPKCECodeVerifier() }),
  };
}

async function challengeOf({ verifier }: Pending): Promise<Record<string, string>> {
  if (verifier === undefined) return {};
  const challenge = await oidc.calculatePKCECodeChallenge(verifier);
  return { code_challenge: challenge, code_challenge_method: 'S256' };
}

interface Facts {
  readonly pending: Pending;
  readonly issuer: string;
  readonly clientId: string;
  readonly idToken: string;
}

function checksPassed({ pending, issuer, clientId, idToken }: Facts): readonly string[] {
  const { alg, kid } = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString());
  return [
    'state: the answer belongs to the login that this browser began',
    `signature: ${alg}, by the key ${kid} that the issuer publishes`,
    `issuer: ${issuer}`,
    `audience: ${clientId}`,
    'nonce: the ID token was made for this very login',
    'time: issued just now and not expired',
    `acr: ${pending.choice.acr}, as asked for`,
    'userinfo: tells of the same person',
    ...(pending.verifier === undefined ? [] : ['PKCE: the code was of use to us only']),
  ];
}
