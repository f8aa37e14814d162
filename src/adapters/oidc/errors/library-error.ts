import { errors } from 'oidc-provider';

import type { Entry } from './entry.ts';

/** What an entry is told with. */
export interface Telling {
  /** What its description names. */
  readonly names?: Readonly<Record<string, string | number>>;
  /** For our own log only. */
  readonly cause?: unknown;
}

/** An entry of the catalogue as the library throws its own errors: it then answers by the rules of the endpoint. */
export function libraryError(
  { error, description = '', status = 400 }: Entry,
  { names = {}, cause }: Telling = {},
): errors.OIDCProviderError {
  const said = description.replace(/\{(\w+)\}/g, (_, name: string) => String(names[name] ?? ''));
  const told = new errors.CustomOIDCProviderError(error, said, { cause });
  return Object.assign(told, { status, statusCode: status });
}

/** Told to the person on a page, whether or not it could be told to the application. */
export function onPage(error: errors.OIDCProviderError): errors.OIDCProviderError {
  return Object.assign(error, { allow_redirect: false });
}
