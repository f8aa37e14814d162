import { connect } from 'node:net';

import { basic } from '@eid-broker/testing/token-endpoint';
import { form } from '@eid-broker/testing/wire';

import { credentialsOf } from './credentials.ts';
import type { Random } from './random.ts';
import type { Runtime } from './runtime.ts';
import { makeSendRequest, type SendRequest } from './send-request.ts';

/** The login number of requests outside any login. */
export const NO_LOGIN = 0;

const BETWEEN_MS = { least: 500, most: 2_000 };
const HUGE = 2 * 1024 * 1024;
const SLOW_SENDERS = 5;

/** Attacks without a login, one after the other until the end of the run. */
export async function attackAnonymously(runtime: Runtime, random: Random): Promise<void> {
  const sendRequest = makeSendRequest(runtime, { login: NO_LOGIN, flow: 'code' });
  while (!runtime.isOver()) {
    await random.pick(ATTACKS)({ sendRequest, runtime, random });
    await runtime.pause(random.whole(BETWEEN_MS.least, BETWEEN_MS.most));
  }
}

interface Attacking {
  readonly sendRequest: SendRequest;
  readonly runtime: Runtime;
  readonly random: Random;
}

const ATTACKS: readonly [Attack, ...Attack[]] = [
  foreignRedirect,
  unknownIds,
  unknownLogin,
  usedAssertion,
  hugeBody,
  slowSenders,
];

type Attack = (attacking: Attacking) => Promise<unknown>;

/** No redirect leads to an unregistered URI. */
function foreignRedirect({ sendRequest }: Attacking) {
  const foreign = 'https://attacker.example.org/cb';
  const query = new URLSearchParams({
    client_id: 'web',
    redirect_uri: foreign,
    response_type: 'code',
    scope: 'openid',
    acr_values: 'urn:grn:authn:se:bankid',
  });
  return sendRequest({
    operation: 'foreign redirect',
    by: 'attacker',
    wire: { path: `/oauth2/authorize?${query}` },
    read: ({ location }) =>
      location?.href.startsWith(foreign) ? { breach: 'sent to a foreign address' } : {},
  });
}

function unknownIds({ sendRequest, runtime, random }: Attacking) {
  const id = `00000000-0000-4000-8000-${random.whole(1e11, 9e11)}`;
  const grants: readonly [Record<string, string>, ...Record<string, string>[]] = [
    { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id: id },
    { grant_type: 'urn:grn:params:grant-type:headless', headless_req_id: id },
  ];
  const { headers, ...posted } = form(random.pick(grants));
  return sendRequest({
    operation: 'unknown id',
    by: 'attacker',
    wire: {
      path: '/oauth2/token',
      ...posted,
      headers: { ...headers, ...basic('backend', runtime.clients.secret) },
    },
    read: ({ status }) => (status < 400 ? { breach: 'an unknown id was served' } : {}),
  });
}

function unknownLogin({ sendRequest, random }: Attacking) {
  return sendRequest({
    operation: 'unknown login',
    by: 'attacker',
    wire: { path: `/login/unknown-${random.whole(1e8, 9e8)}-unknown-unknown-unknown` },
    read: ({ status }) => (status < 400 ? { breach: 'an unknown login was shown' } : {}),
  });
}

/** One assertion at several replicas at the same time: one may accept it. */
async function usedAssertion({ sendRequest, runtime }: Attacking) {
  const { fields, spends } = await credentialsOf(runtime, 'backend-jwt');
  const posted = form({ ...fields, grant_type: 'urn:grn:params:grant-type:headless' });
  const once = () =>
    sendRequest({
      operation: 'same assertion',
      by: 'attacker',
      wire: { path: '/oauth2/token', ...posted },
      read: ({ status, text }) =>
        status < 500 && status !== 429 && !text.includes('invalid_client') ? { spent: spends } : {},
    });
  await Promise.all([once(), once(), once(), once()]);
}

function hugeBody({ sendRequest }: Attacking) {
  const { headers } = form({});
  return sendRequest({
    operation: 'huge body',
    by: 'attacker',
    wire: { method: 'POST', path: '/oauth2/token', headers, body: 'x'.repeat(HUGE) },
    read: ({ status }) => (status < 400 ? { breach: 'a huge body was accepted' } : {}),
  });
}

/** Incomplete requests, one each: they hold a socket and delay no other client. */
async function slowSenders({ runtime }: Attacking) {
  const { port, host } = new URL(runtime.issuer);
  const sockets = Array.from({ length: SLOW_SENDERS }, () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => socket.destroy());
    socket.write(`POST /oauth2/token HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000\r\n\r\nx`);
    return socket;
  });
  await runtime.pause(3_000);
  for (const socket of sockets) socket.destroy();
}
