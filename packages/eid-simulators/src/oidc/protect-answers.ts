import { CompactEncrypt, importJWK, type JWK } from 'jose';
import type { Context, Middleware } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';

import type { EncryptionFault, Forgery } from './faults.ts';
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
  readonly encryptionFault?: EncryptionFault;
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
    switch (endpointAt(profile, context.path)) {
      case 'jwks':
        return publish(context, deps.keys);
      case 'token':
        return protectToken(context, answers, deps);
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

async function protectToken(
  context: Context,
  answers: ProtectedAnswers,
  { keys }: Deps,
): Promise<void> {
  const body = context.body as { readonly id_token?: string };
  if (body.id_token === undefined) return;
  context.body = { ...body, id_token: await encrypted(body.id_token, context, { answers, keys }) };
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
  context.body =
    answers.userinfo === 'signed' ? token : await encrypted(token, context, { answers, keys });
}

async function encrypted(
  token: string,
  context: Context,
  { answers, keys }: { readonly answers: ProtectedAnswers; readonly keys: SigningKeys },
): Promise<string> {
  const { encryptionFault }: Faulty = context.state;
  if (encryptionFault === 'not-encrypted') return token;
  const ofClient = encryptionKeyOf(context as KoaContextWithOIDC);
  // Nobody but the eID itself can decrypt by its own key.
  const { n, e } =
    encryptionFault === 'foreign-encryption-key' ? (keys.encryption ?? {}) : ofClient;
  const alg = encryptionFault === 'wrong-encryption-algorithm' ? 'RSA-OAEP-512' : answers.alg;
  return new CompactEncrypt(Buffer.from(token))
    .setProtectedHeader({
      alg,
      enc: answers.enc,
      cty: 'JWT',
      ...(ofClient.kid !== undefined && { kid: ofClient.kid }),
      ...(encryptionFault === 'compressed' && { zip: 'DEF' }),
    })
    .encrypt(await importJWK({ kty: 'RSA', n, e } as JWK, alg));
}

/** The key that the client registered for encryption. */
function encryptionKeyOf({ oidc }: KoaContextWithOIDC): JWK {
  const { keys = [] } = (oidc.client?.jwks ?? {}) as { readonly keys?: readonly JWK[] };
  const key = keys.find(({ use }) => use === 'enc');
  if (key === undefined) throw new Error('the client registered no key for encryption');
  return key;
}
