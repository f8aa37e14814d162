import { once } from 'node:events';
import { connect } from 'node:net';
import { authorizeUrl, newUserAgent, QR_ACR } from '@eid-broker/testing/log-in';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type BackchannelBroker, startBackchannelBroker } from '../support/backchannel-broker.ts';

let broker: BackchannelBroker;
beforeAll(async () => {
  broker = await startBackchannelBroker();
});
afterAll(() => broker.close());

const REQUEST = {
  client_id: 'web',
  redirect_uri: 'https://app.example.com/cb',
  response_type: 'code',
  scope: 'openid',
  acr_values: QR_ACR,
};
const PATHS = [
  '/oauth2/authorize',
  '/oauth2/logout',
  '/oauth2/token',
  '/oauth2/par',
  '/oauth2/userinfo',
  '/ciba/bc-authorize',
  '/ciba/cancel',
  '/headless/authorize',
  '/headless/cancel',
  '/headless/events',
];

test('a slow body gets 408 and is not logged as an error', async () => {
  const userAgent = newUserAgent(broker.port);
  const { location: page } = await userAgent.get(authorizeUrl(broker.issuer, REQUEST));
  const cookie = await userAgent.jar.getCookieString(page!.href);
  const paths = [...PATHS, ...['start', 'cancel'].map((step) => `${page!.pathname}/${step}`)];
  const answers = await Promise.all(paths.map((path) => beginPost(path, cookie)));
  expect(answers).toEqual(paths.map((path) => `${path} HTTP/1.1 408 Request Timeout`));
  const lines = broker.logged.filter(({ level }) => level === 'error' || level === 'warn');
  expect(lines).toEqual([]);
}, 60_000);

/** Sends half of a body and reads until the service closes the connection. */
async function beginPost(path: string, cookie: string): Promise<string> {
  const { host } = new URL(broker.issuer);
  const socket = connect(broker.port, '127.0.0.1');
  const type = 'Content-Type: application/x-www-form-urlencoded';
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    type,
    `Cookie: ${cookie}`,
    'Content-Length: 9',
  ];
  socket.write([...head, '', 'st'].join('\r\n'));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  return `${path} ${text.split('\r\n', 1)[0]}`;
}
