import { compactDecrypt, decodeJwt, decodeProtectedHeader, importJWK } from 'jose';
import type { Context, Middleware } from 'koa';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { CIBA_SCOPES } from './ciba.ts';
import type { SigningKeys } from './forge.ts';
import { faultOf, textAt } from './parameter-rules.ts';
import type { OidcProfile } from './profile.ts';

/** Decrypts encrypted requests: the library only reads signed ones. All others pass. */
export function decryptRequests(profile: OidcProfile, keys: SigningKeys): Middleware {
  return async function decrypt(context, next) {
    const { request } = context.query;
    const isJwe = typeof request === 'string' && request.split('.').length === 5;
    if (context.path !== profile.routes.authorization || !isJwe) return next();
    const decrypted = await decryptedRequest(request, profile, keys);
    if (decrypted === undefined) return refuse(context);
    context.state.isRequestEncrypted = true;
    // The library takes the difference of both URLs for its own address.
    const { originalUrl = '' } = context.req as { readonly originalUrl?: string };
    const mount = originalUrl.slice(0, -context.url.length);
    context.query = { ...context.query, request: decrypted };
    Object.assign(context.req, { originalUrl: `${mount}${context.url}` });
    return next();
  };
}

async function decryptedRequest(
  request: string,
  { answers }: OidcProfile,
  { encryption }: SigningKeys,
): Promise<string | undefined> {
  if (answers === undefined || encryption === undefined) return undefined;
  try {
    const { plaintext } = await compactDecrypt(request, await importJWK(encryption, answers.alg), {
      keyManagementAlgorithms: [answers.alg],
      contentEncryptionAlgorithms: [answers.enc],
      maxDecompressedLength: 0,
    });
    return new TextDecoder().decode(plaintext);
  } catch {
    return undefined;
  }
}

function refuse(context: Context): void {
  context.status = 400;
  context.type = 'text';
  context.body = 'invalid_request_object: could not decrypt the request\n';
}

/** Checks a whole request by the rules of the profile. @throws the library's errors */
export function checkRequest(ctx: KoaContextWithOIDC, profile: OidcProfile): void {
  const { parameters, userinfo } = profile;
  const { route, params = {}, entities } = ctx.oidc;
  const isPushed =
    route === 'pushed_authorization_request' || entities.PushedAuthorizationRequest !== undefined;
  const fault = faultOf(parameters, params, isPushed);
  if (fault !== undefined) throw new errors.InvalidRequest(fault);
  const scopes = requestedScopes(ctx);
  const own = ['openid', ...(profile.ciba === undefined ? [] : CIBA_SCOPES)];
  const unknown = scopes.find((each) => !own.includes(each) && userinfo[each] === undefined);
  if (unknown !== undefined) throw new errors.InvalidScope('scope is unknown', unknown);
  const ofWhole = profile.faultOf?.({
    parameters: params,
    scopes,
    isEncrypted: ctx.state.isRequestEncrypted === true,
    isSigned: isSigned(requestObjectOf(ctx)),
    textAt: (path) => textAt(parameters, params, path),
  });
  if (ofWhole !== undefined) throw new errors.InvalidRequest(ofWhole);
}

/** The library has removed unknown scopes from its own parameters by now. */
function requestedScopes(ctx: KoaContextWithOIDC): readonly string[] {
  const { scope } = ctx.oidc.body ?? ctx.query;
  const object = requestObjectOf(ctx);
  const given = object === undefined ? scope : decodeJwt(object).scope;
  return String(given ?? '')
    .split(' ')
    .filter(Boolean);
}

/** A signed request, or what the library made of a pushed one: an unsecured JWT. */
function requestObjectOf(ctx: KoaContextWithOIDC): string | undefined {
  const { body, entities } = ctx.oidc;
  const object = (body ?? ctx.query).request ?? entities.PushedAuthorizationRequest?.request;
  return object === undefined ? undefined : String(object);
}

function isSigned(object: string | undefined): boolean {
  return object !== undefined && decodeProtectedHeader(object).alg !== 'none';
}

/** Rules of the header of a signed request. @throws the library's error */
export function checkRequestHeader(
  header: Readonly<Record<string, unknown>>,
  profile: OidcProfile,
): void {
  // That of a pushed request: the library refuses any other without a signature.
  if (header.alg === 'none') return;
  if (profile.signedRequests === undefined || 'kid' in header) return;
  throw new errors.InvalidRequestObject('the header of the request has no kid');
}

/** Rules of client assertions. @throws the library's error */
export function checkAssertion(
  { aud, iat, exp }: Readonly<Record<string, unknown>>,
  header: object,
  { profile, issuer, now }: { profile: OidcProfile; issuer: string; now: Date },
): void {
  const { assertions, routes } = profile;
  if (assertions === undefined) return;
  if (aud !== `${issuer}${routes.token}`) {
    throw new errors.InvalidClientAuth('aud must be the token endpoint');
  }
  const from = typeof iat === 'number' ? iat : Math.floor(now.getTime() / 1000);
  if (Number(exp) - from > assertions.maxSeconds) {
    throw new errors.InvalidClientAuth('the assertion lives too long');
  }
  if (!('kid' in header)) throw new errors.InvalidClientAuth('the assertion has no kid');
}
