import { randomUUID } from 'node:crypto';

import { SignJWT } from 'jose';

import type { Environment } from '../environment/environment.ts';
import type { FaultScenario } from './fault.ts';
import { type ClientResponse, postAs } from './headless-login.ts';

const ROUNDS = 5;

export const assertionRepeated: FaultScenario = {
  id: 'F22',
  title: 'a client gives up waiting and sends the same request again, with the same assertion',
  expect: 'the second gets `invalid_client`: an assertion is single-use; a new one works',
  seconds: 3,
  async inject({ environment, note }) {
    for (let round = 0; round < ROUNDS; round += 1) {
      const used = await assertion(environment);
      // The client discards the first response.
      await start(environment, used);
      const again = await start(environment, used);
      if (again.error !== 'invalid_client') {
        throw new Error(`an assertion was accepted twice: ${again.status} ${again.error}`);
      }
      const fresh = await start(environment, await assertion(environment));
      if (fresh.status !== 200) throw new Error(`a new assertion: ${fresh.status} ${fresh.error}`);
    }
    note(`${ROUNDS} rounds`);
  },
};

function start(environment: Environment, jwt: string): Promise<ClientResponse> {
  return postAs(environment, '/headless/authorize', {
    scope: 'openid',
    acr_values: 'urn:grn:authn:se:bankid',
    end_user_ip: '192.0.2.7',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: jwt,
  });
}

function assertion({ issuer, clients }: Environment): Promise<string> {
  return new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid: 'client' })
    .setIssuer('backend-jwt')
    .setSubject('backend-jwt')
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(clients.privateKey);
}
