import { at, PERSON, pendingAuthentication } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';
import type Provider from 'oidc-provider';

import {
  type PolledGrantDeps,
  registerPolledGrants,
} from '../../../../src/adapters/oidc/backchannel/backchannel-grants.ts';
import { DOMAIN } from '../../../flows/polling/open-polled.ts';

const IDENTIFIED = {
  ...pendingAuthentication({ door: 'ciba' }),
  progress: { state: 'identified', at: at(5), identity: PERSON },
} as const;

const TOKEN = {
  kind: 'AccessToken',
  id: 'token-1',
  grantId: IDENTIFIED.id,
  expiresAt: at(180),
  payload: {},
};

type Handler = (ctx: unknown) => Promise<void>;

/** One poll of a request whose person is identified. */
async function redeem(own: Partial<PolledGrantDeps>) {
  const handlers = new Map<string, Handler>();
  const provider = {
    registerGrantType: (name: string, handler: Handler) => void handlers.set(name, handler),
    on: () => undefined,
  };
  const unused = async () => {
    throw new Error('not asked for');
  };
  const deps: PolledGrantDeps = {
    domain: DOMAIN,
    pollRequest: async () => ({ state: 'identified', attempt: IDENTIFIED }),
    cancelRequest: unused,
    watchRequest: unused,
    handOut: async () => true,
    issueTokens: async (_ctx, _attempt, exchange) => {
      await exchange.store(TOKEN);
      return { id_token: 'jwt' };
    },
    ...own,
  };
  // Of the library only these two methods are used.
  registerPolledGrants(provider as unknown as Provider, deps);
  const oidc = { params: { auth_req_id: 'request-1' }, client: { clientId: 'backend' } };
  const ctx: { readonly req: object; readonly oidc: object; body?: unknown } = { req: {}, oidc };
  await handlers.get('urn:openid:params:grant-type:ciba')?.(ctx);
  return ctx.body;
}

test('tokens are sent once the result is handed out, with the access token that stands for it', async () => {
  const handedOut: unknown[] = [];
  const body = await redeem({
    handOut: async (...given) => {
      handedOut.push(given);
      return true;
    },
  });
  expect(body).toEqual({ id_token: 'jwt' });
  const by = { issuer: DOMAIN.issuer, clientId: 'backend', door: 'ciba' };
  expect(handedOut).toEqual([[IDENTIFIED, by, { stored: TOKEN, login: undefined }]]);
});

test('a fault while tokens are made hands nothing out: the next poll gets them', async () => {
  let handedOut = 0;
  const poll = redeem({
    issueTokens: async () => {
      throw new Error('the database is gone');
    },
    handOut: async () => {
      handedOut += 1;
      return true;
    },
  });
  await expect(poll).rejects.toThrow('the database is gone');
  expect(handedOut).toBe(0);
});

test('a poll that another one overtook is told that there is no such request', async () => {
  const poll = redeem({ handOut: async () => false });
  await expect(poll).rejects.toMatchObject({ error: 'invalid_grant' });
});
