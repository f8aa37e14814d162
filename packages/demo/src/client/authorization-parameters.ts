import * as oidc from 'openid-client';

import type { DemoWish, PendingLogin } from './login-choice.ts';

/** The text of the demo's signature, in BankID's markdown. */
export const CONTRACT = [
  '# Subscription',
  'I subscribe to *one box of apples* a week:',
  '+ delivered on Fridays',
  '+ 49 kr a box',
  '+ until I say that it is enough',
  '',
  'Nothing of this is real.',
].join('\n');

/** Becomes part of the evidence; the app does not show it. */
const CONTRACT_NUMBER = 'contract=7';

/** The parameters of the authorization request for this login. */
export async function authorizationParameters(
  { choice, state, nonce, verifier }: PendingLogin,
  redirectUri: string,
): Promise<Record<string, string>> {
  return {
    redirect_uri: redirectUri,
    acr_values: choice.acr,
    state,
    nonce,
    ...WISHES[choice.wish],
    ...(choice.uiLocales !== undefined && { ui_locales: choice.uiLocales }),
    ...(verifier !== undefined && {
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  };
}

const WISHES: Readonly<Record<DemoWish, Readonly<Record<string, string>>>> = {
  login: { scope: 'openid' },
  evidence: { scope: 'openid evidence' },
  sign: {
    scope: 'openid evidence',
    login_hint: `action:sign message:${base64(CONTRACT)} nonVisibleData:${base64(CONTRACT_NUMBER)}`,
  },
};

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
