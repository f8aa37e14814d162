import { readFileSync } from 'node:fs';
import { newBrowser } from '@eid-broker/testing/browser';
import { QR_ACR } from '@eid-broker/testing/log-in';
import { type CryptoKey, importJWK } from 'jose';
import * as oidc from 'openid-client';
import type { Broker } from '../support/broker.ts';
import { arrivalOf, REDIRECT_URI, scan, type Visit, visitOf } from '../support/visit.ts';

/**
 * Reads the configuration; the signature is checked too, although the token comes from the token
 * endpoint.
 */
export function discover(
  { issuer }: Pick<Broker, 'issuer'>,
  clientId: string,
  authentication: oidc.ClientAuth,
): Promise<oidc.Configuration> {
  const execute = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks];
  return oidc.discovery(new URL(issuer), clientId, {}, authentication, { execute });
}

/** The demo's key, which its owner reads from the file. */
export async function demoKey(): Promise<oidc.PrivateKey> {
  const file = new URL('../../docs/examples/demo-backend.private.jwk.json', import.meta.url);
  const jwk = JSON.parse(readFileSync(file, 'utf8'));
  return { key: (await importJWK(jwk, jwk.alg)) as CryptoKey, kid: jwk.kid };
}

/** The client authentication of the demo. */
export async function privateKeyJwt(): Promise<oidc.ClientAuth> {
  return oidc.PrivateKeyJwt(await demoKey());
}

/** A request, and the values that its answer is checked against. */
export interface StartedRequest {
  readonly url: URL;
  readonly parameters: Readonly<Record<string, string>>;
  readonly checks: oidc.AuthorizationCodeGrantChecks & {
    readonly expectedState: string;
    readonly expectedNonce: string;
  };
}

/** Builds the request, as an application does before it redirects the browser. */
export async function begin(
  config: oidc.Configuration,
  parameters: Readonly<Record<string, string>> = {},
): Promise<StartedRequest> {
  const [state, nonce, verifier] = [
    oidc.randomState(),
    oidc.randomNonce(),
    oidc.randomPKCECodeVerifier(),
  ];
  const all: Readonly<Record<string, string>> = {
    redirect_uri: REDIRECT_URI,
    scope: 'openid',
    acr_values: QR_ACR,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  };
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
  // An empty one is omitted.
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return {
    url: oidc.buildAuthorizationUrl(config, sent),
    parameters: sent,
    checks: { ...checks, idTokenExpected: true },
  };
}

/** The part of the person, until the login's page redirects. */
export async function approve(broker: Broker, url: URL): Promise<Visit> {
  const login = await openUrl(url);
  const orderRef = await scan(broker, login);
  await broker.phone.decide(orderRef, 'approve');
  // The clock of the client is real, so that ours is not advanced; the test allows the next
  // collect instead.
  await broker.sql("update authentication set collect_after = created_at where state = 'pending'");
  return login;
}

/** A new browser that opens the application's URL. */
export async function openUrl(url: URL): Promise<Visit> {
  const browser = newBrowser();
  return visitOf(browser, arrivalOf(await browser.get(url.href)).href);
}
