import { basicOf, ISSUER, REDIRECT_URI } from '../environment/applications.ts';
import { newBrowser } from './browser.ts';
import { expectAnswer, expectRedirect } from './expect-answer.ts';
import { pause } from './in-parallel.ts';
import type { CheckIdToken } from './token-checks.ts';
import { form, type Wire } from './wire.ts';

/**
 * The baseline's login: the library's paths and an immediate interaction. It takes as long as the service's logins, so
 * that both run under the same load.
 */
export function baselineLogins(wire: Wire, checkIdToken: CheckIdToken) {
  return async function logIn(number: number, waitMs: number): Promise<void> {
    const browser = newBrowser(wire, ISSUER, number);
    const query = new URLSearchParams({
      response_type: 'code',
      scope: 'openid',
      redirect_uri: REDIRECT_URI,
      client_id: 'web',
      nonce: `nonce-${number}`,
      state: `state-${number}`,
    });
    const page = expectRedirect(await browser.get(`/auth?${query}`), 'authorize');
    await pause(waitMs);
    const resume = expectRedirect(await browser.get(page), 'the interaction');
    const callback = expectRedirect(await browser.get(resume), 'the resumed request');
    const code = new URL(callback).searchParams.get('code') ?? '';

    const fields = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, code };
    const posted = form(fields);
    const headers = { ...posted.headers, ...basicOf('web') };
    const answer = await wire.send({ ...posted, path: '/token', headers });
    const tokens = JSON.parse(expectAnswer(answer, 200, 'token').text) as { id_token: string };
    const expected = { issuer: ISSUER, clientId: 'web', nonce: `nonce-${number}` };
    await checkIdToken(tokens.id_token, expected);
  };
}
