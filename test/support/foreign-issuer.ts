import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import Provider from 'oidc-provider';

/** A plain OpenID Provider of another vendor, in which everyone logs in as `account` without a page. */
export interface ForeignIssuer {
  readonly url: string;
  account: string;
  /** Seconds by which the moment of the login is older than now. */
  loggedInBefore: number;
  /** Answers with a login of any age, whatever the request demands. */
  ignoresMaxAge: boolean;
  close(): Promise<void>;
}

/** Starts it with the console as its client. */
export async function startForeignIssuer(redirectUri: string): Promise<ForeignIssuer> {
  let provider: Provider | undefined;
  const server = createServer((req, res) => {
    if (provider === undefined) throw new Error('not started');
    if (issuer.ignoresMaxAge) req.url = req.url?.replace(/&max_age=\d+/, '');
    const [, uid] = /^\/interaction\/([\w-]+)/.exec(req.url ?? '') ?? [];
    if (uid === undefined) return void provider.callback()(req, res);
    const ts = Math.floor(Date.now() / 1_000) - issuer.loggedInBefore;
    const login = { accountId: issuer.account, ts };
    void provider.interactionFinished(req, res, { login }, { mergeWithLastSubmission: false });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const issuer: ForeignIssuer = {
    url,
    account: 'anna',
    loggedInBefore: 0,
    ignoresMaxAge: false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  provider = new Provider(url, {
    clients: [
      {
        client_id: 'management-console',
        client_secret: 'a-secret-of-the-console',
        redirect_uris: [redirectUri],
        require_auth_time: true,
      },
    ],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: `${accountId} of the foreign issuer` }),
    }),
    async loadExistingGrant(ctx) {
      const { oidc } = ctx;
      const grant = new oidc.provider.Grant({
        clientId: String(oidc.client?.clientId),
        accountId: String(oidc.session?.accountId),
      });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
    cookies: { keys: ['a-key-of-the-foreign-issuer'] },
  });
  return issuer;
}
