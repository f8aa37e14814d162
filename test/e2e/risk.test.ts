import { allowCollectNow } from '@eid-broker/testing/log-in';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../support/broker.ts';
import { exchangeCode, verifiedClaims } from '../support/tokens.ts';
import { scan, visit } from '../support/visit.ts';

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

test.each([
  ['openid risk', 'high', 'high'],
  ['openid risk', 'none', undefined],
  ['openid', 'high', undefined],
])('the scope "%s" and the risk %s yield the risk claim %s', async (scope, risk, claim) => {
  const login = await visit(broker, { scope });
  const orderRef = await scan(broker, login);
  await broker.phone.decide(orderRef, 'approve', { risk });
  await allowCollectNow(broker);
  const { body } = await exchangeCode(broker, await login.arrive());
  expect((await verifiedClaims(broker, body.id_token)).risk).toBe(claim);
});
