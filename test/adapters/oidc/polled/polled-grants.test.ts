import { expect, test } from '@jest/globals';
import type Provider from 'oidc-provider';

import {
  type PolledGrantDeps,
  registerPolledGrants,
} from '../../../../src/adapters/oidc/polled/polled-grants.ts';
import { DOMAIN } from '../../../flows/polling/open-polled.ts';
import { at, PERSON, pendingAuthentication } from '../../../support/sample-authentication.ts';

const IDENTIFIED = {
  ...pendingAuthentication({ door: 'ciba' }),
  progress: { state: 'identified', at: at(5), identity: PERSON },
} as const;

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
    handOut: async () => IDENTIFIED,
    issueTokens: async () => ({ body: { id_token: 'jwt' }, revoke: async () => undefined }),
    ...own,
  };
  // Of the library only these two methods are used.
  registerPolledGrants(provider as unknown as Provider, deps);
  const oidc = { params: { auth_req_id: 'request-1' }, client: { clientId: 'backend' } };
  const ctx: { readonly req: object; readonly oidc: object; body?: unknown } = { req: {}, oidc };
  await handlers.get('urn:openid:params:grant-type:ciba')?.(ctx);
  return ctx.body;
}

test('tokens are sent once the result is handed out', async () => {
  expect(await redeem({})).toEqual({ id_token: 'jwt' });
});

test('a fault while tokens are made hands nothing out: the next poll gets them', async () => {
  let handedOut = 0;
  const poll = redeem({
    issueTokens: async () => {
      throw new Error('the database is gone');
    },
    handOut: async () => {
      handedOut += 1;
      return IDENTIFIED;
    },
  });
  await expect(poll).rejects.toThrow('the database is gone');
  expect(handedOut).toBe(0);
});

test('a poll that another one overtook takes its tokens back', async () => {
  let revoked = 0;
  const poll = redeem({
    handOut: async () => undefined,
    issueTokens: async () => ({
      body: { id_token: 'jwt' },
      revoke: async () => {
        revoked += 1;
      },
    }),
  });
  await expect(poll).rejects.toMatchObject({ error: 'invalid_grant' });
  expect(revoked).toBe(1);
});
