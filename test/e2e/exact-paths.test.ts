import { form, send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  as,
  type BackchannelBroker,
  startBackchannelBroker,
} from '../support/backchannel-broker.ts';

let broker: BackchannelBroker;
beforeAll(async () => {
  broker = await startBackchannelBroker();
});
afterAll(() => broker.close());

async function statusOf(method: string, path: string): Promise<number> {
  const { headers, body } = form({ grant_type: 'x' });
  const all = { ...headers, ...as(), host: new URL(broker.issuer).host };
  const wire = method === 'POST' ? { headers: all, body } : { headers: { host: all.host } };
  return (await send(broker.port, { method, path, ...wire })).status;
}

/** The same path in spellings that some routers accept. */
function othersOf(path: string): readonly string[] {
  const capital = path.replace(/[a-z]/, (letter) => letter.toUpperCase());
  return [`${path}/`, `/${path}`, capital, path.toUpperCase(), path.replace('a', '%61')];
}

describe('an endpoint has exactly one path', () => {
  test.each([
    ['GET', '/oauth2/authorize'],
    ['POST', '/oauth2/authorize'],
    ['POST', '/oauth2/token'],
    ['POST', '/oauth2/par'],
    ['GET', '/oauth2/userinfo'],
    ['GET', '/oauth2/logout'],
    ['POST', '/ciba/bc-authorize'],
    ['POST', '/ciba/cancel'],
    ['POST', '/headless/authorize'],
    ['POST', '/headless/cancel'],
    ['POST', '/headless/events'],
    ['GET', '/.well-known/openid-configuration'],
    ['GET', '/.well-known/jwks'],
  ])('%s %s is found at this path and gets 404 in other spellings', async (method, path) => {
    expect(await statusOf(method, path)).not.toBe(404);
    for (const other of othersOf(path).filter((one) => one !== path)) {
      expect([other, await statusOf(method, other)]).toEqual([other, 404]);
    }
  });
});
