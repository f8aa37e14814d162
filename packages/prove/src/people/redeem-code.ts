import type { WireAnswer } from '@eid-broker/testing/wire';

import { singleUse } from '../history/event.ts';
import { redeemAsAnother } from './attacks.ts';
import type { Login } from './login.ts';
import { postForm } from './post-form.ts';
import { type AnswerReading, errorIn, membersOf } from './read-answer.ts';
import { isUnavailable, retryUntilAnswered } from './retry-until-answered.ts';

/** A code from the authorization response. */
export interface ReceivedCode {
  readonly code: string;
  readonly verifier: string | undefined;
}

/** The number of parallel redemptions in an attack. */
const RACERS = 6;
const TRIES = 4;
const PAUSE_MS = 1_500;

/** The application redeems the code; it retries only after an unavailable response. */
export async function redeemCode(login: Login, received: ReceivedCode): Promise<void> {
  const { plan, canaries, gotError, gotToken, pause } = login;
  canaries.add(received.code);
  if (plan.attack === 'redeem-as-another') await redeemAsAnother(login, received);
  // A repeated code revokes the access token (RFC 6749 §4.1.2), which hybrid needs for userinfo.
  const isRaced = plan.attack === 'redeem-in-parallel' && plan.kind !== 'hybrid';
  const racers = isRaced ? RACERS : 1;
  let answer: WireAnswer | undefined;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const race = Array.from({ length: racers }, () => redeem(login, received));
    const answers = await Promise.all(race);
    answer = answers.find((one) => one?.status === 200) ?? answers[0];
    if (answer === undefined) return gotError('no-answer');
    if (!isUnavailable(answer)) break;
    await pause(PAUSE_MS);
  }
  if (answer === undefined) return;
  const { id_token: idToken, access_token: accessToken } = membersOf(answer);
  if (typeof accessToken === 'string') canaries.add(accessToken);
  if (typeof idToken !== 'string') return reportError(login, answer);
  if (plan.kind !== 'hybrid') return gotToken(idToken);
  const claims = await userinfo(login, accessToken);
  if (claims?.status !== 200) return reportError(login, claims);
  await gotToken(idToken, membersOf(claims));
}

function reportError({ gotError }: Login, answer: WireAnswer | undefined): void {
  const { error = 'no-answer', description } = answer === undefined ? {} : errorIn(answer);
  gotError(error, description);
}

/** With `code id_token`, the claims come from userinfo. */
function userinfo(login: Login, accessToken: unknown): Promise<WireAnswer | undefined> {
  const wire = { path: '/oauth2/userinfo', headers: { authorization: `Bearer ${accessToken}` } };
  return retryUntilAnswered(login, () =>
    login.sendRequest({ operation: 'userinfo', by: 'client', wire }),
  );
}

function redeem(login: Login, { code, verifier }: ReceivedCode): Promise<WireAnswer | undefined> {
  return postForm(login, {
    operation: 'token',
    path: '/oauth2/token',
    fields: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: login.clients.redirectUri,
      ...(verifier !== undefined && { code_verifier: verifier }),
    },
    read: (answer): Partial<AnswerReading> =>
      answer.status === 200 ? { spent: [singleUse('code', code)], stage: 'done' } : {},
  });
}
