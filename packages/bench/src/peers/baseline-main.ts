import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider';
import pg from 'pg';

import { createBaselineTable, postgresAdapter } from './postgres-adapter.ts';

// The library as its documentation shows it, for comparison: one application, and an interaction that logs a person in
// at once. With BASELINE_DATABASE_URL its state is in Postgres.
const {
  BASELINE_DATABASE_URL,
  BASELINE_ISSUER = '',
  BASELINE_SECRET = '',
  BASELINE_CALLBACK = '',
} = process.env;

const { privateKey } = await generateKeyPair('ES256', { extractable: true });
const provider = new Provider(BASELINE_ISSUER, {
  adapter: await adapterOf(BASELINE_DATABASE_URL),
  clients: [
    {
      client_id: 'web',
      client_secret: BASELINE_SECRET,
      redirect_uris: [BASELINE_CALLBACK],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }] },
  cookies: { keys: ['bench'] },
  features: { devInteractions: { enabled: false } },
  findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
});
provider.proxy = true;

const serve = provider.callback();
const server = createServer((req, res) => {
  if (req.url?.startsWith('/interaction/') !== true) return serve(req, res);
  logIn(req, res).catch((error: unknown) => {
    res.statusCode = 500;
    res.end(String(error));
  });
  return undefined;
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});

/** One person, with consent to everything. */
async function logIn(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(req, res);
  const accountId = 'somebody';
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addOIDCScope('openid');
  const result = { login: { accountId }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(req, res, result);
}

async function adapterOf(databaseUrl: string | undefined): Promise<AdapterFactory> {
  if (databaseUrl === undefined) return mapAdapter();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  await createBaselineTable(pool);
  return postgresAdapter(pool);
}

/**
 * The library's storage in a plain map, because the library's own memory store keeps only a thousand entries. Nothing
 * expires, which does not matter in a run of minutes.
 */
export function mapAdapter(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>();
  const idOfUid = new Map<string, string>();

  return (model): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`;
    return {
      async upsert(id, payload) {
        stored.set(keyOf(id), payload);
        if (payload.uid !== undefined) idOfUid.set(payload.uid, id);
      },
      find: async (id) => stored.get(keyOf(id)),
      findByUid: async (uid) => stored.get(keyOf(idOfUid.get(uid) ?? '')),
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = stored.get(keyOf(id));
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        stored.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of stored) {
          if (key.startsWith(`${model}:`) && payload.grantId === grantId) stored.delete(key);
        }
      },
    };
  };
}
