import { decodeJwt, type JWTPayload } from 'jose';
import type { Context } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';

import { contextOf } from './request-context.ts';

/** The parameters of a request as they came, none of them validated. */
export type Fields = Readonly<Record<string, unknown>>;

type Request = Pick<Context, 'req' | 'method' | 'query' | 'get'> &
  Partial<Pick<KoaContextWithOIDC, 'oidc'>>;

/** What a refused request sent: its query or its form, also one of a type that is not accepted. */
export function fieldsOf(ctx: Request): Fields {
  const { oidc } = ctx;
  const query = ctx.method === 'GET' ? ctx.query : {};
  const misread = contextOf(ctx).misreadFields;
  const params = Object.entries(oidc?.params ?? {}).filter(([, value]) => value !== undefined);
  return { ...query, ...misread, ...Object(oidc?.body), ...Object.fromEntries(params) };
}

/** The names of the fields that came, as they came: a body that is no form is one name, with all that it holds. */
export function fieldNames(ctx: Request): readonly string[] {
  const { oidc } = ctx;
  const sent = ctx.method === 'GET' ? ctx.query : (oidc?.body ?? contextOf(ctx).misreadFields);
  return Object.keys(Object(sent));
}

/** The client id in the credentials of a request, none of which is verified. Undefined without one. */
export function credentialsClientId(ctx: Request): string | undefined {
  const basic = basicPair(ctx.get('authorization'))?.clientId;
  return basic ?? textOf(claimsOf(fieldsOf(ctx).client_assertion)?.sub);
}

/** The two parts of a Basic header as the specification reads them; undefined for another header. */
export function basicPair(
  authorization: string,
): { readonly clientId: string; readonly secret: string } | undefined {
  const [, encoded] = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  const text = encoded && Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text?.indexOf(':') ?? -1;
  if (!text || colon === -1) return undefined;
  try {
    const decoded = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
    return { clientId: decoded(text.slice(0, colon)), secret: decoded(text.slice(colon + 1)) };
  } catch {
    return undefined;
  }
}

/** The access token of a request, wherever it was put; undefined without one. */
export function accessTokenIn(ctx: Request): string | undefined {
  const [, ofHeader] = /^\S+ (\S+)$/.exec(ctx.get('authorization')) ?? [];
  return ofHeader ?? textOf(ctx.query.access_token) ?? textOf(fieldsOf(ctx).access_token);
}

/**
 * The claims of a JWT, unverified: for people alone, and of any type, also objects that cannot become text. Undefined for any
 * other text.
 */
export function claimsOf(token: unknown): JWTPayload | undefined {
  try {
    return decodeJwt(textOf(token) ?? '');
  } catch {
    return undefined;
  }
}

/** A text; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The texts of a value that may be one or a list. Anything else, also within a list, is left out. */
export function textsOf(value: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.slice(0, MOST_TEXTS).filter((one) => typeof one === 'string');
}

const MOST_TEXTS = 10;
