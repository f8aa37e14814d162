import * as oidc from 'openid-client';

import type { JsonObject } from '../../../../domain/json.ts';
import type {
  Departure,
  EidCertificate,
  RedirectAnswer,
  RedirectEid,
  RedirectOutcome,
  RedirectRequest,
} from '../../../../ports/eid.ts';
import type { Clock, NewId } from '../../../../ports/runtime.ts';
import { UnverifiedAnswer } from '../unverified-answer.ts';
import {
  assertAccessToken,
  assertToken,
  assertUserInfo,
  type UserInfoContent,
} from './answer-form.ts';
import {
  authorizationParameters,
  type Kept,
  keptOfRequest,
  parseKept,
  shapeOf,
} from './departure.ts';
import { outcomeOf } from './identity.ts';
import type { OidcApi } from './oidc-api.ts';
import type { OidcRequestShape, OidcRow } from './oidc-row.ts';
import { departureFailure, endingOf } from './provider-errors.ts';
import { DISCOVERY, watchCalls } from './provider-findings.ts';
import type { TemplateValues } from './template.ts';

interface Deps {
  readonly row: OidcRow;
  readonly api: OidcApi;
  readonly clock: Clock;
  readonly newId: NewId;
  /** The values of the row's own settings. */
  readonly settings?: TemplateValues;
  /** The names of the settings of our credentials. */
  readonly credentials?: string;
  /** The provider's test environment: its levels are accepted. */
  readonly isTest?: boolean;
  /** What ends in the settings. */
  readonly endings?: readonly EidCertificate[];
}

/** An eID behind an OpenID Provider as the port `RedirectEid`. */
export function oidcEid(deps: Deps): RedirectEid {
  const { row, api, clock, newId, settings = {}, isTest = false } = deps;
  const { credentials = 'clientId and clientSecret', endings = [] } = deps;
  return {
    kind: 'redirect',

    async begin(request, callback) {
      const calls = callsOfStep();
      try {
        return await api.step((provider) => depart(calls.of(provider), request, callback));
      } catch (error) {
        throw departureFailure(error, calls.context());
      }
    },

    async finish(stored, answer) {
      const kept = parseKept(stored);
      if (!isAtCallback(answer, kept)) {
        return { state: 'ended', why: 'unverified', hintCode: 'callback' };
      }
      const calls = callsOfStep();
      try {
        return await api.step((provider) => arrive(calls.of(provider), kept, answer));
      } catch (error) {
        return endingOf(row, error, calls.context());
      }
    },

    certificates: () => endings,
    close: () => api.close(),
  };

  /** The last call of a step, for its errors. */
  function callsOfStep() {
    let call = DISCOVERY;
    return {
      of(provider: oidc.Configuration): oidc.Configuration {
        watchCalls(provider, (name) => {
          call = name;
        });
        return provider;
      },
      context: () => ({ call, settings: credentials }),
    };
  }

  async function depart(
    provider: oidc.Configuration,
    request: RedirectRequest,
    callback: string,
  ): Promise<Departure> {
    const { acr, scope, state } = request;
    const [nonce, codeVerifier] = [newId(), newId()];
    const codeChallenge = await oidc.calculatePKCECodeChallenge(codeVerifier);
    const facts = { nonce, codeChallenge, callback, settings };
    const parameters = authorizationParameters(row, request, facts);
    const url = await authorizationUrl(provider, parameters, shapeOf(row, request));
    const secrets = { state, nonce, codeVerifier, callback, acr, scope };
    return { url: url.href, kept: { ...secrets, ...keptOfRequest(row, request) } };
  }

  async function authorizationUrl(
    provider: oidc.Configuration,
    parameters: Record<string, string>,
    { sent, encryption }: OidcRequestShape,
  ): Promise<URL> {
    switch (sent) {
      case 'query':
        return oidc.buildAuthorizationUrl(provider, parameters);
      case 'pushed':
        return oidc.buildAuthorizationUrlWithPAR(provider, parameters);
      case 'signed': {
        const key = await api.signingKey();
        if (key === undefined) throw new Error('a signed request needs a private key');
        const url = await oidc.buildAuthorizationUrlWithJAR(provider, parameters, key);
        if (encryption === undefined) return url;
        const signed = url.searchParams.get('request') ?? '';
        url.searchParams.set('request', await api.encrypted(provider, signed, encryption));
        return url;
      }
    }
  }

  /** Checks state and issuer, redeems the code, and verifies the ID token before anything of it is read. */
  async function arrive(
    provider: oidc.Configuration,
    kept: Kept,
    { parameters }: RedirectAnswer,
  ): Promise<RedirectOutcome> {
    const { state, nonce, codeVerifier } = kept;
    const arrived = new URL(kept.callback);
    arrived.search = new URLSearchParams(parameters).toString();
    const tokens = await oidc.authorizationCodeGrant(provider, arrived, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
      ...(row.maxAge !== undefined && { maxAge: row.maxAge }),
    });
    assertToken(tokens.id_token ?? '', row.encryptsIdTokens ?? false);
    const claims = await claimsOf(provider, tokens);
    return outcomeOf(row, claims, { kept, now: clock(), isTest });
  }

  /** The claims of the ID token, and those of UserInfo that it lacks. */
  async function claimsOf(
    provider: oidc.Configuration,
    tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
  ): Promise<JsonObject> {
    const idToken = tokens.claims();
    if (idToken === undefined) throw new Error('no ID token');
    assertAccessToken(tokens.access_token, idToken.at_hash);
    if (row.userinfo === 'none') return jsonOf(idToken);
    const received = keepContent(provider);
    const userinfo = await oidc.fetchUserInfo(provider, tokens.access_token, idToken.sub);
    assertUserInfo(received(), row.userinfo);
    if (row.userinfo !== 'json') assertAddressed(userinfo, idToken);
    return { ...jsonOf(userinfo), ...jsonOf(idToken) };
  }
}

/** Keeps the next response, whose form the library does not report. */
function keepContent(provider: oidc.Configuration): () => UserInfoContent {
  const send = provider[oidc.customFetch];
  let content: UserInfoContent = { type: '', text: '' };
  provider[oidc.customFetch] = async (url, options) => {
    if (send === undefined) throw new Error('no connection');
    const response = await send(url, options);
    const type = response.headers.get('content-type') ?? '';
    content = { type, text: await response.clone().text() };
    return response;
  };
  return () => content;
}

/** The library compares issuer and audience of a signed UserInfo response only when they are present. */
function assertAddressed({ iss, aud }: oidc.UserInfoResponse, idToken: oidc.IDToken): void {
  if (iss !== idToken.iss || aud === undefined) throw new UnverifiedAnswer('userinfo');
}

/** The eID of the path is the one that the person left for: another one's answer never reaches its provider. */
function isAtCallback({ url }: RedirectAnswer, { callback }: Kept): boolean {
  return URL.canParse(url) && new URL(url).pathname === new URL(callback).pathname;
}

/** The members of a verified token or response. */
function jsonOf(claims: oidc.IDToken | oidc.UserInfoResponse): JsonObject {
  return JSON.parse(JSON.stringify(claims));
}
