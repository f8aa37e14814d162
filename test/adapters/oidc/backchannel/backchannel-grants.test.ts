import { at, PERSON, pendingAuthentication } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';
import type Provider from 'oidc-provider';

import {
  type BackchannelGrantDeps,
  registerBackchannelGrants,
} from '../../../../src/adapters/oidc/backchannel/backchannel-grants.ts';
import { DOMAIN } from '../../../flows/polling/open-backchannel.ts';

const IDENTIFIED = {
  ...pendingAuthentication({ channel: 'ciba' }),
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
async function pollForTokens(own: Partial<BackchannelGrantDeps>) {
  const handlers = new Map<string, Handler>();
  const provider = {
    registerGrantType: (name: string, handler: Handler) => void handlers.set(name, handler),
    on: () => undefined,
  };
  const deps: BackchannelGrantDeps = {
    domain: DOMAIN,
    pollRequest: async () => ({ state: 'identified', authentication: IDENTIFIED }),
    consumeResult: async () => true,
    issueTokens: async (_ctx, _attempt, exchange) => {
      await exchange.store(TOKEN);
      return { id_token: 'jwt' };
    },
    ...own,
  };
  // The code uses these two methods of the library alone.
  registerBackchannelGrants(provider as unknown as Provider, deps);
  const oidc = { params: { auth_req_id: 'request-1' }, client: { clientId: 'backend' } };
  const ctx: { readonly req: object; readonly oidc: object; body?: unknown } = { req: {}, oidc };
  await handlers.get('urn:openid:params:grant-type:ciba')?.(ctx);
  return ctx.body;
}

test('tokens are sent once the result is consumed, together with the stored access token', async () => {
  const consumed: unknown[] = [];
  const body = await pollForTokens({
    consumeResult: async (...given) => {
      consumed.push(given);
      return true;
    },
  });
  expect(body).toEqual({ id_token: 'jwt' });
  const by = { issuer: DOMAIN.issuer, clientId: 'backend', channel: 'ciba' };
  expect(consumed).toEqual([[IDENTIFIED, by, { stored: TOKEN, login: undefined }]]);
});

test('an error while tokens are made consumes nothing: the next poll gets them', async () => {
  let consumed = 0;
  const poll = pollForTokens({
    issueTokens: async () => {
      throw new Error('the database is gone');
    },
    consumeResult: async () => {
      consumed += 1;
      return true;
    },
  });
  await expect(poll).rejects.toThrow('the database is gone');
  expect(consumed).toBe(0);
});

test('a poll that lost the race gets invalid_grant', async () => {
  const poll = pollForTokens({ consumeResult: async () => false });
  await expect(poll).rejects.toMatchObject({ error: 'invalid_grant' });
});
