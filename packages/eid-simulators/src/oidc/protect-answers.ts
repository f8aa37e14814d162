import { CompactEncrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Context, Middleware } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';

import type { Forgery, Missealing } from './faults.ts';
import { type SigningKeys, signed } from './forge.ts';
import type { OidcProfile, ProtectedAnswers } from './profile.ts';
import { endpointAt } from './routes.ts';

interface Deps {
  readonly profile: OidcProfile;
  readonly issuer: string;
  readonly keys: SigningKeys;
}

/** The faults of this answer. */
interface Faulty {
  readonly forgery?: Forgery;
  readonly missealing?: Missealing;
}

/**
 * Encrypts ID tokens, and signs and encrypts userinfo, as the profile says. It does so after the library, so that a fault can
 * precede it.
 */
export function protectAnswers(deps: Deps): Middleware {
  const { profile } = deps;
  return async function protect(context, next) {
    await next();
    const { answers } = profile;
    if (answers === undefined || context.status !== 200) return;
    switch (endpointAt(profile.routes, context.path)) {
      case 'jwks':
        return publish(context, deps.keys);
      case 'token':
        return protectToken(context, answers);
      case 'userinfo':
        return protectUserinfo(context, answers, deps);
    }
  };
}

/** Adds the key for encrypted requests. */
function publish(context: Context, { encryption }: SigningKeys): void {
  if (encryption === undefined) return;
  const { kty = 'RSA', n, e, kid } = encryption;
  const body = context.body as { readonly keys: readonly JWK[] };
  context.body = { ...body, keys: [...body.keys, { kty, n, e, kid, use: 'enc' }] };
}

async function protectToken(context: Context, answers: ProtectedAnswers): Promise<void> {
  const body = context.body as { readonly id_token?: string };
  if (body.id_token === undefined) return;
  context.body = { ...body, id_token: await sealed(body.id_token, answers, context) };
}

async function protectUserinfo(
  context: Context,
  answers: ProtectedAnswers,
  { issuer, keys }: Deps,
): Promise<void> {
  if (answers.userinfo === 'json') return;
  const { forgery }: Faulty = context.state;
  const key = forgery === 'foreign-key' ? keys.foreign : keys.published;
  const aud = (context as KoaContextWithOIDC).oidc.client?.clientId ?? '';
  const claims = { iss: issuer, aud, ...(context.body as object) };
  const token = await signed(claims, { key, kid: keys.published.kid ?? '' });
  context.type = 'application/jwt';
  context.body = answers.userinfo === 'signed' ? token : await sealed(token, answers, context);
}

async function sealed(
  token: string,
  { alg, enc }: ProtectedAnswers,
  context: Context,
): Promise<string> {
  const { missealing }: Faulty = context.state;
  if (missealing === 'not-encrypted') return token;
  const ofClient = encryptionKeyOf(context as KoaContextWithOIDC);
  const foreign = missealing === 'foreign-encryption-key' ? await foreignKey(alg) : undefined;
  const isWrong = missealing === 'wrong-encryption-algorithm';
  const used = isWrong ? 'RSA-OAEP-512' : alg;
  return new CompactEncrypt(Buffer.from(token))
    .setProtectedHeader({
      alg: used,
      enc,
      cty: 'JWT',
      ...(ofClient.kid !== undefined && { kid: ofClient.kid }),
      ...(missealing === 'compressed' && { zip: 'DEF' }),
    })
    .encrypt(await importJWK(foreign ?? { ...ofClient, alg: used }, used));
}

async function foreignKey(alg: string): Promise<JWK> {
  const { publicKey } = await generateKeyPair(alg, { extractable: true });
  return exportJWK(publicKey);
}

/** The key that the client registered for encryption. */
function encryptionKeyOf({ oidc }: KoaContextWithOIDC): JWK {
  const { keys = [] } = (oidc.client?.jwks ?? {}) as { readonly keys?: readonly JWK[] };
  const key = keys.find(({ use }) => use === 'enc');
  if (key === undefined) throw new Error('the client registered no key for encryption');
  return key;
}
