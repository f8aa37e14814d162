import { rsaKeys } from '@eid-broker/testing/rsa-keys';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';

import { type OidcSimulator, startOidcSimulator } from '../../src/oidc/simulator.ts';
import { Browser } from './harness.ts';

/** A changed request, and the refusal of it. An undefined parameter is removed. */
export interface Refused {
  readonly why: string;
  readonly changes: Readonly<Record<string, string | undefined>>;
  readonly error: string;
  readonly description?: string;
}

/** A profile with a correct request. */
export interface TestedProfile {
  readonly profile: string;
  /** The parameters beside those of the standard that every request needs. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly clientId?: string;
  readonly clientAuthentication: 'client_secret_basic' | 'client_secret_post';
  /** It takes the secret in no other way. */
  readonly onlyItsWay?: boolean;
  /** It demands PKCE; S256 alone in any case. */
  readonly demandsPkce: boolean;
  /** The paths of the endpoints below the issuer. */
  readonly paths: { readonly authorization: string; readonly token: string };
  readonly refused: readonly Refused[];
}

const CALLBACK = 'https://broker.example/callback/some-eid';
const SECRET = 'a-secret-of-the-broker-for-tests-only';
const VERIFIER = 'v'.repeat(43);

/**
 * Every profile refuses plain PKCE, response types with tokens, unknown scopes, other callbacks and wrong credentials; and
 * what its eID refuses.
 */
export function describeRefusals(tested: TestedProfile): void {
  const { profile, clientId = 'broker', clientAuthentication, onlyItsWay = false, paths } = tested;
  const usual = clientAuthentication === 'client_secret_basic' ? 'basic' : 'post';

  describe(`the simulated ${profile}`, () => {
    let simulator: OidcSimulator;
    let issuer: string;
    let challenge: string;
    beforeAll(async () => {
      simulator = await startOidcSimulator({ rsaKeys: rsaKeys(), port: 0 });
      issuer = simulator.issuers[profile] ?? '';
      challenge = await oidc.calculatePKCECodeChallenge(VERIFIER);
      await simulator.addClient(profile, {
        client_id: clientId,
        client_secret: SECRET,
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: clientAuthentication,
      });
    });
    afterAll(() => simulator.close());

    function urlWith(changes: Refused['changes'] = {}): string {
      const request = {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: CALLBACK,
        scope: 'openid',
        state: 'of-the-broker',
        nonce: 'n'.repeat(22),
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...tested.parameters,
        ...changes,
      };
      const kept = Object.entries(request).filter((entry): entry is [string, string] => !!entry[1]);
      return `${issuer}${paths.authorization}?${new URLSearchParams(kept)}`;
    }

    async function redeem(method: 'basic' | 'post', secret: string): Promise<number> {
      const browser = new Browser();
      const page = await browser.open(urlWith());
      const [person = ''] = /(?<=option value=")[^"]+/.exec('html' in page ? page.html : '') ?? [];
      const callback = await browser.leave(page.url, { person, decision: 'approve' });
      const credentials = { client_id: clientId, client_secret: secret };
      const pair = [clientId, secret].map(encodeURIComponent).join(':');
      const response = await fetch(`${issuer}${paths.token}`, {
        method: 'POST',
        headers: method === 'basic' ? { Authorization: `Basic ${btoa(pair)}` } : {},
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: callback.searchParams.get('code') ?? '',
          redirect_uri: CALLBACK,
          code_verifier: VERIFIER,
          ...(method === 'post' && credentials),
        }),
      });
      return response.status;
    }

    test('takes a correct request, and its credentials', async () => {
      expect(await new Browser().open(urlWith())).toMatchObject({ kind: 'page', status: 200 });
      expect(await redeem(usual, SECRET)).toBe(200);
    });

    test.each<Refused>([...COMMON, ...tested.refused])(
      'refuses $why',
      async ({ changes, error, description }) => {
        const { searchParams, hash } = await new Browser().leave(urlWith(changes));
        const answer = hash === '' ? searchParams : new URLSearchParams(hash.slice(1));
        expect(answer.get('error')).toBe(error);
        if (description !== undefined) {
          expect(answer.get('error_description')).toBe(description);
        }
      },
    );

    test(`${tested.demandsPkce ? 'refuses' : 'takes'} a request without PKCE`, async () => {
      const url = urlWith({ code_challenge: undefined, code_challenge_method: undefined });
      const visit = await new Browser().open(url);
      const error = visit.kind === 'left' ? visit.url.searchParams.get('error') : undefined;
      expect(error).toBe(tested.demandsPkce ? 'invalid_request' : undefined);
      if (!tested.demandsPkce) expect(visit).toMatchObject({ kind: 'page', status: 200 });
    });

    test('refuses another callback, without going there', async () => {
      const url = urlWith({ redirect_uri: 'https://attacker.example/callback' });
      expect(await new Browser().open(url)).toMatchObject({ kind: 'page', status: 400 });
    });

    test('refuses a wrong secret', async () => {
      expect(await redeem(usual, 'x'.repeat(37))).toBe(401);
    });

    test(`${onlyItsWay ? 'refuses' : 'takes'} the secret where others send it`, async () => {
      const other = usual === 'basic' ? 'post' : 'basic';
      expect(await redeem(other, SECRET)).toBe(onlyItsWay ? 401 : 200);
    });
  });
}

const COMMON: readonly Refused[] = [
  {
    why: 'plain PKCE',
    changes: { code_challenge: VERIFIER, code_challenge_method: 'plain' },
    error: 'invalid_request',
    description: 'not supported value of code_challenge_method',
  },
  {
    why: 'plain PKCE by default',
    changes: { code_challenge: VERIFIER, code_challenge_method: undefined },
    error: 'invalid_request',
    description: 'code_challenge_method must be provided',
  },
  ...['id_token', 'code id_token', 'none'].map((response_type) => ({
    why: `response_type=${response_type}`,
    changes: { response_type },
    error: 'unsupported_response_type',
  })),
  { why: 'an unknown scope', changes: { scope: 'openid unknown' }, error: 'invalid_scope' },
];

/** The refusal of a value that a parameter may not have. */
export function refusedValue(parameter: string, value: string, description: string): Refused {
  return {
    why: `${parameter}=${value}`,
    changes: { [parameter]: value },
    error: 'invalid_request',
    description: `${parameter} ${description}`,
  };
}

/** The refusal of a request without a parameter. */
export function refusedWithout(parameter: string): Refused {
  return {
    why: `a request without ${parameter}`,
    changes: { [parameter]: undefined },
    error: 'invalid_request',
    description: `${parameter} is missing`,
  };
}
