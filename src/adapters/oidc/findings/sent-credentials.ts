import { createHash } from 'node:crypto';

import { decodeProtectedHeader } from 'jose';

import { type Application, clientAuthentications } from '../../../domain/application.ts';
import { secondsOf } from '../../../domain/lifetimes.ts';
import { shownUrl } from '../../../domain/shown-value.ts';
import { contextOf } from '../request-context.ts';
import { claimsOf, textOf, textsOf } from '../request-fields.ts';
import { quoted } from './sent-kinds.ts';
import {
  known,
  parties,
  type Refused,
  type SentDeps,
  type SentValues,
  urls,
} from './sent-parts.ts';

const METHODS = {
  secret: 'a secret',
  'private-key-jwt': 'an assertion (private_key_jwt)',
  none: 'no authentication: client_id in the body, with PKCE',
} as const;

/** The credentials that came, and those of the settings; none of their values. */
export function method({ ctx, fields, application }: Refused): SentValues {
  const ways = [
    ctx.get('authorization') !== '' && 'an Authorization header',
    fields.client_secret !== undefined && 'client_secret in the body',
    fields.client_assertion !== undefined && 'client_assertion',
  ].filter((way) => way !== false);
  const set = application && clientAuthentications(application).map((way) => METHODS[way]);
  return { sent: ways.join(' and ') || 'no credentials', expected: set?.join(' or ') };
}

/** Which part of a Basic header is not as it must be; neither is shown. */
export function basicFault({ ctx }: Refused): SentValues {
  const [, encoded = ''] = ctx.get('authorization').split(' ');
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  for (const [what, part] of [
    ['client id', text.slice(0, colon)],
    ['secret', text.slice(colon + 1)],
  ] as const) {
    const decoded = formDecoded(part);
    if (decoded === undefined)
      return { sent: `a ${what} with a percent sign that encodes nothing` };
    if (/[\r\n]/.test(decoded)) return { sent: `a ${what} with a line break` };
    if (/[^\x20-\x7e]/.test(decoded))
      return { sent: `a ${what} with a character that is not ASCII` };
  }
  return {};
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Of a signed request. */
export function requestJwt({ fields, application, deps }: Refused): SentValues {
  return jwtValues(fields.request, application, deps);
}

/** Header and claims that decide, none of which is a secret. */
export function jwtValues(
  jwt: unknown,
  application: Application | undefined,
  deps: SentDeps,
): SentValues {
  const { domain, clock } = deps;
  const claims = claimsOf(jwt);
  if (claims === undefined) return {};
  const now = secondsOf(clock());
  const times = (['exp', 'iat', 'nbf'] as const).map((name) => {
    const time = claims[name];
    if (typeof time !== 'number') return `no ${name}`;
    const ahead = Math.round(time - now);
    return `${name} ${Math.abs(ahead)} seconds ${ahead < 0 ? 'ago' : 'ahead'}`;
  });
  const { alg, kid } = headerOf(jwt);
  const kids = application?.jwks?.keys.map((key) => textOf(key.kid) ?? 'without kid');
  const sent = [
    quoted('alg', alg, ALGORITHMS) ?? 'no alg',
    kidShown(kid, kids),
    parties('iss', claims.iss, deps) ?? 'no iss',
    parties('aud', claims.aud, deps) ?? 'no aud',
    ...times,
  ];
  const keys = kids && `keys registered: ${kids.slice(0, MOST_KEYS).join(', ')}`;
  const expected = [`aud "${domain.issuer}"`, application && `iss "${application.clientId}"`, keys];
  return { sent: listed(sent), expected: listed(expected) };
}

/** Those of JWS (RFC 7518). */
const ALGORITHMS = ['RS', 'PS', 'ES', 'HS'].flatMap((family) =>
  ['256', '384', '512'].map((bits) => `${family}${bits}`),
);
const MOST_KEYS = 5;

/** The name of a registered key as it is. Any other name may be a secret that was pasted there. */
function kidShown(kid: unknown, registered: readonly string[] = []): string {
  const text = textOf(kid);
  if (text === undefined) return kid === undefined ? 'no kid' : 'a kid that is no text';
  return registered.includes(text) ? `kid "${text}"` : `a kid of ${text.length} characters`;
}

function listed(values: readonly unknown[]): string {
  return values.filter((value) => typeof value === 'string').join(', ');
}

function headerOf(jwt: unknown): ReturnType<typeof decodeProtectedHeader> {
  try {
    return decodeProtectedHeader(textOf(jwt) ?? '');
  } catch {
    return {};
  }
}

const SCHEMES: readonly string[] = ['basic', 'bearer', 'digest', 'dpop', 'token', 'negotiate'];

/** A header without a scheme may be a secret. */
export function header({ ctx }: Refused): SentValues {
  const scheme = (ctx.get('authorization').split(' ')[0] ?? '').toLowerCase();
  const isKnown = SCHEMES.includes(scheme);
  return { sent: isKnown ? `the scheme ${scheme}` : 'an Authorization header without a scheme' };
}

export function requestClient(refused: Refused): SentValues {
  const { fields } = refused;
  const inJwt = known(refused, claimsOf(fields.request)?.client_id);
  return { sent: `client_id ${known(refused, fields.client_id)}, and ${inJwt} in the JWT` };
}

/** Of an ID token. */
export function audienceOf(token: unknown): unknown {
  return textsOf(claimsOf(token)?.aud)[0];
}

export function idTokenHint(refused: Refused): SentValues {
  const { fields, deps } = refused;
  const claims = claimsOf(fields.id_token_hint);
  if (claims === undefined) return { sent: 'an id_token_hint that is no JWT' };
  const { issuer } = deps.domain;
  const isOurs = claims.iss === issuer;
  const sent = isOurs
    ? `an ID token of ${known(refused, audienceOf(fields.id_token_hint))}`
    : (parties('a JWT of the issuer', claims.iss, deps) ?? 'a JWT without issuer');
  return { sent, expected: isOurs ? undefined : `issuer "${issuer}"` };
}

/** A code that was found, beside what came with it. */
export function codeValues(refused: Refused): SentValues {
  const { ctx, fields, reason, deps } = refused;
  const code = contextOf(ctx).foundCode;
  if (code === undefined) return {};
  const { clientId, redirectUri, codeChallenge, exp = 0 } = code;
  const sender = ctx.oidc?.client?.clientId;
  if (clientId !== sender) {
    return { sent: `credentials of ${known(refused, sender)}`, expected: known(refused, clientId) };
  }
  const late = secondsOf(deps.clock()) - Number(exp);
  if (reason === 'code-expired') {
    return { sent: `the code ${late} seconds after its end` };
  }
  if (fields.redirect_uri !== redirectUri) {
    const { sent } = urls('redirect_uri', fields.redirect_uri, []);
    return { sent, expected: shownUrl(redirectUri) };
  }
  return { sent: verifierFault(textOf(fields.code_verifier), textOf(codeChallenge)) };
}

/** The usual ways in which a challenge is made wrongly. */
function verifierFault(verifier: string | undefined, challenge: string | undefined) {
  if (verifier === undefined || challenge === undefined) return undefined;
  if (verifier === challenge) return 'the code_challenge itself as code_verifier, without SHA-256';
  const digest = createHash('sha256').update(verifier);
  if (digest.digest('hex') === challenge.toLowerCase()) {
    return 'a code_challenge that is the SHA-256 in hexadecimal, not in base64url';
  }
  return undefined;
}

export function pushedBy(refused: Refused): SentValues {
  const { clientId } = contextOf(refused.ctx).pushed ?? {};
  if (clientId === undefined || clientId === refused.application?.clientId) return {};
  return {
    sent: `client_id ${known(refused, refused.fields.client_id)}, and a request_uri of ${known(refused, clientId)}`,
  };
}

/** What the token looks like. */
export function tokenKind(token: string | undefined): string | undefined {
  if (token === undefined) return undefined;
  return claimsOf(token) === undefined ? 'an opaque token' : 'a JWT; access tokens here are none';
}
