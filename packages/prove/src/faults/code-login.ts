import { setTimeout as sleep } from 'node:timers/promises';

import { authorizeUrl, newUserAgent, QR_ACR } from '@eid-broker/testing/log-in';
import { phoneOf } from '@eid-broker/testing/phone';

import type { Environment } from '../environment/environment.ts';
import { startError } from './repeat-while-busy.ts';

const TRIES = 30;

/** Logs this person in to the application `web`; returns the unredeemed code. @throws ServiceBusy on the first request */
export async function newCode(environment: Environment, person: string): Promise<string> {
  const userAgent = newUserAgent(environment.front.port);
  const request = {
    client_id: 'web',
    redirect_uri: environment.clients.redirectUri,
    response_type: 'code',
    scope: 'openid',
    acr_values: QR_ACR,
  };
  const started = await userAgent.get(authorizeUrl(environment.issuer, request));
  const { location: page, status, headers } = started;
  if (page === undefined) {
    throw startError(`no login page: ${status}`, { status, retryAfter: headers['retry-after'] });
  }
  const shown = await userAgent.get(page);
  const qr = /data-qr="([^"]+)"/.exec(shown.text)?.[1];
  if (qr === undefined) throw new Error(`no QR code: ${shown.status}`);
  const phone = phoneOf(environment.phoneUrl);
  const { orderRef } = await phone.scan(qr, person);
  await phone.decide(orderRef, 'approve');
  for (let tries = 0; tries < TRIES; tries += 1) {
    await sleep(500);
    const { location: resume } = await userAgent.get(page);
    if (resume === undefined) continue;
    const code = (await userAgent.get(resume)).location?.searchParams.get('code');
    if (typeof code === 'string') return code;
  }
  throw new Error('the login was approved and yielded no code');
}
